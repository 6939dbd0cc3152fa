/* The move generator. Mirrors qwirkle/tilegame/_generator.py, which explains how it works. */

#ifndef QWIRKLE_GENERATOR_H
#define QWIRKLE_GENERATOR_H

#include "judge.h"
#include "watch.h"

/* The placements that fill the same squares. */
typedef struct {
    int64_t points;
    uint32_t first; /* the index of the first of the ways to fill them */
    uint32_t count; /* how many ways there are */
    uint16_t squares[LONGEST]; /* in order */
    uint8_t size;   /* how many squares */
} Group;

/* All placements, in the order of the generator. */
typedef struct {
    Group *groups;
    uint32_t group_count, group_capacity;
    Laid *ways;
    uint32_t way_count, way_capacity;
    Watch *watch; /* stops a search, unless it is NULL */
} Groups;

/* The hand and the points for which placements are looked for. */
typedef struct {
    Mask hand;
    int hand_size;
    int64_t bonus;  /* the points for placing the whole hand */
    int64_t single; /* the points for an opening with one tile */
    Points worth;
} Quest;

/* Find all placements, or the openings of an empty board; false if memory runs out or if it was
 * stopped. Free them even then. */
bool find_groups(Groups *found, const Grid *grid, const Quest *quest);

/* Make room for one more group, and for its ways; false if memory runs out. */
bool make_room(Groups *found, uint32_t ways);

/* The same, without a call if there is room already. */
static inline bool has_room(Groups *found, uint32_t ways)
{
    return (found->group_count < found->group_capacity &&
            ways <= found->way_capacity - found->way_count) ||
           make_room(found, ways);
}

void groups_free(Groups *found);

/* The first group that scores the most, or NULL if there is none. */
const Group *best_group(const Groups *found);

/* The group with a placement, by its index in the list, which becomes its index in the group. */
const Group *group_with(const Groups *found, uint64_t *index);

#endif
