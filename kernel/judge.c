#include "judge.h"

bool fitting_points(const Grid *grid, int count, const int *squares, const int *tiles,
                    const Points worth, int64_t *points)
{
    int square = squares[0];
    if (square < 0)
        return false;
    bool is_column = count > 1 && squares[count - 1] >= 0 &&
                     squares[count - 1] / grid->height == square / grid->height;
    int along = is_column ? COLUMN : ROW, across = is_column ? ROW : COLUMN;
    int step = step_of(grid, along);
    Mask line = ALL_TILES, joins = ALL_TILES; /* `line` fits the board so far, `joins` the tiles */
    int total = 0;
    bool touches = false;
    *points = 0;
    for (int i = 0; i < count; i++) {
        Mask bit = bit_of(tiles[i]);
        if (squares[i] != square || !(bit & line & joins) || has_tile(grid, square))
            return false;
        int far = 1;
        const OpenCell *there = open_at(grid, square);
        if (there) {
            Slot slot = there->slot[along];
            touches = true;
            far = slot_far(slot);
            if (!(there->fits & bit) || tiles_after(slot) & ~(line & joins))
                return false;
            line &= slot_fits(slot);
            *points += worth[slot_length(there->slot[across])];
            if (!total)
                total = slot_length(slot) - far;
        }
        joins &= joins_of_tile(tiles[i]);
        total += far;
        square += step * far;
    }
    *points += worth[total];
    return touches;
}
