/* Up to six tiles placed in a line, and the numbers of the 23,436 ways to place them.
 *
 * Mirrors Laid in qwirkle/tilegame/_generator.py. The tables are filled once in a process, when
 * the kernel is first imported, and only read afterwards, so that threads can share them.
 */

#ifndef QWIRKLE_LINES_H
#define QWIRKLE_LINES_H

#include "masks.h"

enum { LINES = 23436, SETS = 12 << LONGEST };

/* Tiles in the order in which they are placed. */
typedef struct {
    Mask joins;     /* the tiles that may join them */
    uint64_t tiles; /* their numbers, with six bits for each; the first has the lowest */
} Laid;

/* What joins_of_tile works out, by tile. */
extern Mask tile_joins[TILES];

static inline int tile_of(Laid laid, int place) { return (int)(laid.tiles >> 6 * place & 63); }

static inline Laid laid_alone(int tile)
{
    Laid laid = {tile_joins[tile], (uint64_t)tile};
    return laid;
}

/* Some tiles with one more, which must be one that may join them, at the end or at the front. */
static inline Laid laid_onward(Laid laid, int count, int tile)
{
    Laid longer = {laid.joins & tile_joins[tile], laid.tiles | (uint64_t)tile << 6 * count};
    return longer;
}

static inline Laid laid_before(int tile, Laid laid)
{
    Laid longer = {laid.joins & tile_joins[tile], laid.tiles << 6 | (uint64_t)tile};
    return longer;
}

/* The number of some tiles, below LINES. */
int line_number(Laid laid, int count);

/* A set of tiles that share a line. */
typedef struct {
    Mask tiles;
    Mask joins; /* the tiles that can join all of them */
    int count;
} TileSet;

/* All of them by number: the colours and shapes, each with the sets of its six tiles. */
extern TileSet tile_sets[SETS];

/* The number of a set. */
int set_number(Mask set);

void fill_tables(void);

#endif
