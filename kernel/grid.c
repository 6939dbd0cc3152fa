#include "grid.h"

#include <stdlib.h>
#include <string.h>

static const Slot free_slot = {ALL_TILES, 0, 0, 1, 1};

/* The slot of a cell between some tiles. */
static Slot slot_between(Mask before, Mask after)
{
    Mask first = joins_of(before), second = joins_of(after);
    int far = count_tiles(after) + 1;
    Slot slot = {after & ~first ? 0 : first & second, before, after, count_tiles(before) + far, far};
    return slot;
}

static bool is_near(int64_t coordinate) { return -FARTHEST < coordinate && coordinate < FARTHEST; }

GridResult grid_make(Grid *grid, int64_t left, int64_t top, int64_t right, int64_t bottom)
{
    memset(grid, 0, sizeof *grid);
    if (!is_near(left) || !is_near(top) || !is_near(right) || !is_near(bottom))
        return GRID_REFUSED;
    int64_t width = right - left + 1 + 2 * MARGIN, height = bottom - top + 1 + 2 * MARGIN;
    if (width > LARGEST_GRID || height > LARGEST_GRID || width * height > LARGEST_GRID)
        return GRID_REFUSED;
    grid->left = left - MARGIN;
    grid->top = top - MARGIN;
    grid->width = (int)width;
    grid->height = (int)height;
    grid->west = grid->width;
    grid->north = grid->height;
    grid->squares = calloc((size_t)(width * height), sizeof *grid->squares);
    return grid->squares ? GRID_OK : GRID_NO_MEMORY;
}

GridResult grid_make_empty(Grid *grid)
{
    return grid_make(grid, -LONGEST, -LONGEST, 2 * LONGEST, LONGEST);
}

void grid_free(Grid *grid)
{
    free(grid->squares);
    free(grid->open);
    grid->squares = NULL;
    grid->open = NULL;
}

static int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }
static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

/* Copy the squares into a grid that may be larger, where the open cells have other numbers. */
static void copy_squares(Grid *copy, const Grid *grid)
{
    size_t column = (size_t)grid->height * sizeof *grid->squares;
    copy->west = grid->west;
    copy->east = grid->east;
    copy->north = grid->north;
    copy->south = grid->south;
    if (copy->width == grid->width && copy->height == grid->height) {
        memcpy(copy->squares, grid->squares, column * (size_t)grid->width);
        return;
    }
    int corner = square_of(copy, grid->left, grid->top);
    copy->west += corner / copy->height;
    copy->east += corner / copy->height;
    copy->north += corner % copy->height;
    copy->south += corner % copy->height;
    for (int x = 0; x < grid->width; x++)
        memcpy(&copy->squares[corner + x * copy->height], &grid->squares[x * grid->height], column);
    for (int i = 0; i < copy->open_count; i++) {
        int old = grid->open[i].square;
        copy->open[i].square = corner + old / grid->height * copy->height + old % grid->height;
    }
}

GridResult grid_copy(Grid *copy, const Grid *grid, int64_t left, int64_t top, int64_t right,
                     int64_t bottom)
{
    GridResult result = grid_make(copy, smaller(left, grid->left + MARGIN),
                                  smaller(top, grid->top + MARGIN),
                                  larger(right, grid->left + grid->width - 1 - MARGIN),
                                  larger(bottom, grid->top + grid->height - 1 - MARGIN));
    if (result != GRID_OK)
        return result;
    /* Room for the open cells at both ends of both lines of six more tiles. */
    copy->open_capacity = grid->open_count + 4 * LONGEST;
    copy->open = malloc((size_t)copy->open_capacity * sizeof *copy->open);
    if (!copy->open) {
        grid_free(copy);
        return GRID_NO_MEMORY;
    }
    copy->tile_count = grid->tile_count;
    copy->open_count = grid->open_count;
    if (grid->open_count)
        memcpy(copy->open, grid->open, (size_t)grid->open_count * sizeof *copy->open);
    copy_squares(copy, grid);
    return GRID_OK;
}

GridResult grid_reach(Grid *grid, int64_t x, int64_t y)
{
    if (x - MARGIN >= grid->left && x + MARGIN < grid->left + grid->width &&
        y - MARGIN >= grid->top && y + MARGIN < grid->top + grid->height)
        return GRID_OK;
    Grid larger_grid;
    /* Some more room than needed, so that a growing board seldom moves. */
    GridResult result = grid_copy(&larger_grid, grid, x - 4, y - 4, x + 4, y + 4);
    if (result == GRID_OK) {
        grid_free(grid);
        *grid = larger_grid;
    }
    return result;
}

/* Make room for four more open cells. */
static bool has_room(Grid *grid)
{
    if (grid->open_count + 4 <= grid->open_capacity)
        return true;
    int capacity = 2 * grid->open_capacity + 64;
    OpenCell *open = realloc(grid->open, (size_t)capacity * sizeof *open);
    if (!open)
        return false;
    grid->open = open;
    grid->open_capacity = capacity;
    return true;
}

static OpenCell free_cell(int square)
{
    OpenCell cell = {ALL_TILES, {free_slot, free_slot}, square};
    return cell;
}

/* Take the open cell at a square out of the grid; the last open cell gets its number. */
static OpenCell taken_out(Grid *grid, int square)
{
    int number = grid->squares[square] - FIRST_OPEN;
    if (number < 0)
        return free_cell(square);
    OpenCell cell = grid->open[number];
    OpenCell *last = &grid->open[--grid->open_count];
    grid->squares[last->square] = (uint16_t)(FIRST_OPEN + number);
    grid->open[number] = *last;
    return cell;
}

/* The open cell at a square, which becomes one if it is not. */
static OpenCell *opened(Grid *grid, int square)
{
    uint16_t *content = &grid->squares[square];
    if (!*content) {
        grid->open[grid->open_count] = free_cell(square);
        *content = (uint16_t)(FIRST_OPEN + grid->open_count++);
    }
    return &grid->open[*content - FIRST_OPEN];
}

GridResult grid_fill(Grid *grid, int square, int tile)
{
    if (!has_room(grid))
        return GRID_NO_MEMORY;
    OpenCell here = taken_out(grid, square);
    grid->squares[square] = (uint16_t)(tile + 1);
    grid->tile_count++;
    int x = square / grid->height, y = square % grid->height;
    grid->west = x < grid->west ? x : grid->west;
    grid->east = x > grid->east ? x : grid->east;
    grid->north = y < grid->north ? y : grid->north;
    grid->south = y > grid->south ? y : grid->south;
    if (!(here.fits & bit_of(tile)))
        return GRID_REFUSED;
    for (int direction = ROW; direction <= COLUMN; direction++) {
        /* The line through the tile is now next to the empty cells at its two ends. */
        const Slot *slot = &here.slot[direction];
        Mask line = slot->before | bit_of(tile) | slot->after;
        int step = step_of(grid, direction);
        int end = square + step * slot->far;
        OpenCell *cell = opened(grid, end);
        cell->slot[direction] = slot_between(line, cell->slot[direction].after);
        cell->fits = cell->slot[ROW].fits & cell->slot[COLUMN].fits;
        cell = opened(grid, end - step * (slot->length + 1));
        cell->slot[direction] = slot_between(cell->slot[direction].before, line);
        cell->fits = cell->slot[ROW].fits & cell->slot[COLUMN].fits;
    }
    return GRID_OK;
}

bool grid_takes_any(const Grid *grid, Mask tiles)
{
    for (int i = grid->open_count; i-- > 0;)
        if (grid->open[i].fits & tiles)
            return true;
    return false;
}
