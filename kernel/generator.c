#include "openings.h"

#include <stdlib.h>
#include <string.h>

void groups_free(Groups *found)
{
    free(found->groups);
    free(found->ways);
}

const Group *best_group(const Groups *found)
{
    const Group *best = NULL;
    for (uint32_t i = 0; i < found->group_count; i++)
        if (!best || found->groups[i].points > best->points)
            best = &found->groups[i];
    return best;
}

const Group *group_with(const Groups *found, uint64_t *index)
{
    const Group *group = found->groups;
    for (; *index >= group->count; group++)
        *index -= group->count;
    return group;
}

/* The parts that stay the same during a search. */
typedef struct {
    Groups *found;
    const Grid *grid;
    const Quest *quest;
} Search;

bool make_room(Groups *found, uint32_t ways)
{
    enum { MOST_GROUPS = 1 << 25, MOST_WAYS = 1 << 25 }; /* so that no size is too large */
    if (found->group_count > MOST_GROUPS || found->way_count > MOST_WAYS || ways > MOST_WAYS)
        return false;
    if (found->group_count == found->group_capacity) {
        uint32_t capacity = 2 * found->group_capacity + 128;
        Group *groups = realloc(found->groups, capacity * sizeof *groups);
        if (!groups)
            return false;
        found->groups = groups;
        found->group_capacity = capacity;
    }
    if (found->way_count + ways > found->way_capacity) {
        uint32_t capacity = 2 * found->way_capacity + ways + 512;
        Laid *more = realloc(found->ways, capacity * sizeof *more);
        if (!more)
            return false;
        found->ways = more;
        found->way_capacity = capacity;
    }
    return true;
}

enum { ONWARD, IN_FRONT };

/* Find the ways to fill one more square than a group does, as a new group.
 *
 * Each way of the old group gets one more tile of `allowed`, at the end or in front, if it can
 * share a line with the tiles `ahead`. There is no new group if there is no such way. Returns
 * the tiles that may join any of the new ways; false in `*enough` if memory runs out. */
static Mask grown(Search *search, uint32_t old, int square, int where, Mask allowed, Mask ahead,
                  bool *enough)
{
    Groups *found = search->found;
    Mask joins = 0;
    if (!has_room(found, found->groups[old].count * (uint32_t)count_tiles(allowed))) {
        *enough = false;
        return 0;
    }
    const Group *shorter = &found->groups[old];
    Group *group = &found->groups[found->group_count];
    uint32_t first = found->way_count, count = first;
    for (uint32_t i = 0; i < shorter->count; i++) {
        Laid way = found->ways[shorter->first + i];
        if (ahead & ~way.joins)
            continue;
        for (Mask left = way.joins & allowed; left; left &= left - 1) {
            int tile = first_tile(left);
            Laid longer = where == ONWARD ? laid_onward(way, shorter->size, tile)
                                          : laid_before(tile, way);
            found->ways[count++] = longer;
            joins |= longer.joins;
        }
    }
    if (count == first)
        return 0;
    int front = where == IN_FRONT;
    group->first = first;
    group->count = count - first;
    group->size = (uint8_t)(shorter->size + 1);
    memcpy(&group->squares[front], shorter->squares, shorter->size * sizeof *shorter->squares);
    group->squares[front ? 0 : shorter->size] = (uint16_t)square;
    found->way_count = count;
    found->group_count++;
    return joins;
}

/* Set the points of the newest group. */
static void set_points(Search *search, int64_t points)
{
    Group *group = &search->found->groups[search->found->group_count - 1];
    group->points = points + (group->size == search->quest->hand_size ? search->quest->bonus : 0);
}

/* Grow a group onward, square by square, past the tiles already on the board.
 *
 * `mask` are the tiles that fit the line so far, `total` is its length, and `crossed` are the
 * points of the lines that cross it. */
static bool grow_onward(Search *search, uint32_t group, int square, int along, Mask mask, int total,
                        int64_t crossed)
{
    const Quest *quest = search->quest;
    int step = step_of(search->grid, along), across = along == ROW ? COLUMN : ROW;
    Mask allowed = mask & quest->hand;
    bool enough = true;
    for (;;) {
        const OpenCell *there = open_at(search->grid, square);
        int gained = 1;
        Mask ahead = 0;
        if (there) {
            Slot slot = there->slot[along];
            allowed &= there->fits;
            ahead = tiles_after(slot);
            /* The tiles after the cell must fit the line too. */
            if (!allowed || ahead & ~mask)
                return true;
            mask &= slot_fits(slot);
            gained = slot_far(slot);
            crossed += quest->worth[slot_length(there->slot[across])];
        }
        uint32_t next = search->found->group_count;
        Mask joining = grown(search, group, square, ONWARD, allowed, ahead, &enough);
        if (search->found->group_count == next)
            return enough;
        group = next;
        total += gained;
        set_points(search, quest->worth[total] + crossed);
        allowed = mask & quest->hand;
        if (!(joining & allowed))
            return true;
        square += step * gained;
    }
}

/* Grow the single tiles at an anchor along its row or its column. */
static bool grow(Search *search, uint32_t group, int anchor, int along, int64_t crossing)
{
    const uint8_t *squares = search->grid->squares;
    Slot slot = open_at(search->grid, anchor)->slot[along];
    Mask fits = slot_fits(slot), suiting = fits & search->quest->hand;
    int step = step_of(search->grid, along), length = slot_length(slot);
    int before = anchor - step, next = anchor + step * slot_far(slot);
    bool may_grow_back = !slot.before && !squares[before], enough = true;
    for (;;) {
        if (!grow_onward(search, group, next, along, fits, length, crossing))
            return false;
        /* Add one more square before, as long as it touches nothing. */
        if (!may_grow_back)
            return true;
        uint32_t longer = search->found->group_count;
        Mask joins = grown(search, group, before, IN_FRONT, suiting, 0, &enough);
        if (search->found->group_count == longer)
            return enough;
        group = longer;
        set_points(search, search->quest->worth[++length] + crossing);
        if (!(joins & suiting))
            return true;
        before -= step;
        may_grow_back = !squares[before];
    }
}

/* Find the placements with one anchor: single tiles, then rows, then columns. */
static bool find_from(Search *search, const OpenCell *cell)
{
    Groups *found = search->found;
    const Quest *quest = search->quest;
    Mask fitting = cell->fits & quest->hand, partners = 0;
    if (!has_room(found, TILES))
        return false;
    uint32_t number = found->group_count++;
    Group *group = &found->groups[number];
    group->first = found->way_count;
    group->count = (uint32_t)count_tiles(fitting);
    group->size = 1;
    group->squares[0] = (uint16_t)cell->square;
    for (Mask left = fitting; left; left &= left - 1) {
        int tile = first_tile(left);
        Laid alone = laid_alone(tile);
        found->ways[found->way_count++] = alone;
        partners |= alone.joins;
    }
    int64_t row = quest->worth[slot_length(cell->slot[ROW])];
    int64_t column = quest->worth[slot_length(cell->slot[COLUMN])];
    set_points(search, row + column);
    partners &= quest->hand;
    if (slot_fits(cell->slot[ROW]) & partners && !grow(search, number, cell->square, ROW, column))
        return false;
    if (slot_fits(cell->slot[COLUMN]) & partners && !grow(search, number, cell->square, COLUMN, row))
        return false;
    return true;
}

bool find_groups(Groups *found, const Grid *grid, const Quest *quest)
{
    Search search = {found, grid, quest};
    found->group_count = found->way_count = 0;
    if (!grid->tile_count)
        return find_openings(found, grid, quest);
    int words = (grid->width * grid->height + 63) / 64;
    for (int word = 0; word < words; word++) {
        for (uint64_t left = grid->is_open[word]; left; left &= left - 1) {
            const OpenCell *cell = open_at(grid, 64 * word + first_tile(left));
            if (!(cell->fits & quest->hand))
                continue;
            uint32_t before = found->way_count;
            if (!find_from(&search, cell))
                return false;
            if (found->watch && !goes_on(found->watch, (found->way_count - before) / 128))
                return false;
        }
    }
    return true;
}
