#include <Python.h>

#include "grid.h"

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
    /* Python's allocator, which any thread may call, lets tracemalloc see it. */
    size_t words = ((size_t)(width * height) + 63) / 64;
    grid->is_open = PyMem_RawCalloc(1, words * sizeof *grid->is_open + (size_t)(width * height));
    if (!grid->is_open)
        return GRID_NO_MEMORY;
    grid->squares = (uint8_t *)(grid->is_open + words);
    return GRID_OK;
}

GridResult grid_make_empty(Grid *grid)
{
    return grid_make(grid, -LONGEST, -LONGEST, 2 * LONGEST, LONGEST);
}

void grid_free(Grid *grid)
{
    PyMem_RawFree(grid->is_open);
    PyMem_RawFree(grid->open);
    grid->is_open = NULL;
    grid->open = NULL;
}

static int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }
static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

static void set_open(Grid *grid, int square, bool open)
{
    uint64_t bit = (uint64_t)1 << square % 64;
    grid->is_open[square / 64] = open ? grid->is_open[square / 64] | bit
                                      : grid->is_open[square / 64] & ~bit;
}

/* Copy the squares into a grid that may be larger, where the open cells have other numbers. */
static void copy_squares(Grid *copy, const Grid *grid)
{
    size_t size = (size_t)(grid->width * grid->height);
    if (copy->width == grid->width && copy->height == grid->height) {
        memcpy(copy->is_open, grid->is_open, (size + 63) / 64 * sizeof *copy->is_open + size);
        return;
    }
    int corner = square_of(copy, grid->left, grid->top);
    for (int x = 0; x < grid->width; x++)
        memcpy(&copy->squares[corner + x * copy->height], &grid->squares[x * grid->height],
               (size_t)grid->height);
    for (int i = 0; i < copy->open_count; i++) {
        int old = grid->open[i].square;
        int square = corner + old / grid->height * copy->height + old % grid->height;
        copy->open[i].square = (Mask)square;
        set_open(copy, square, true);
    }
}

GridResult grid_copy_with(Grid *copy, const Grid *grid, int more, int64_t left, int64_t top,
                          int64_t right, int64_t bottom)
{
    GridResult result = grid_make(copy, smaller(left, grid->left + MARGIN),
                                  smaller(top, grid->top + MARGIN),
                                  larger(right, grid->left + grid->width - 1 - MARGIN),
                                  larger(bottom, grid->top + grid->height - 1 - MARGIN));
    if (result != GRID_OK)
        return result;
    /* A tile on an open cell adds two of them at most, and in between there are two more. */
    copy->open_capacity = grid->open_count + 2 * more + 2;
    copy->open = PyMem_RawMalloc((size_t)copy->open_capacity * sizeof *copy->open);
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

GridResult grid_copy(Grid *copy, const Grid *grid, int more)
{
    return grid_copy_with(copy, grid, more, FARTHEST - 1, FARTHEST - 1, 1 - FARTHEST, 1 - FARTHEST);
}

GridResult grid_reach(Grid *grid, int64_t x, int64_t y)
{
    if (x - MARGIN >= grid->left && x + MARGIN < grid->left + grid->width &&
        y - MARGIN >= grid->top && y + MARGIN < grid->top + grid->height)
        return GRID_OK;
    Grid larger_grid;
    /* Some more room than needed, so that a growing board seldom moves. */
    GridResult result = grid_copy_with(&larger_grid, grid, 1, x - 4, y - 4, x + 4, y + 4);
    if (result == GRID_OK) {
        grid_free(grid);
        *grid = larger_grid;
    }
    return result;
}

/* Make room for four more open cells. */
static GridResult make_room(Grid *grid)
{
    if (grid->open_count + 4 <= grid->open_capacity)
        return GRID_OK;
    int capacity = 2 * grid->open_capacity + 64;
    OpenCell *open = PyMem_RawRealloc(grid->open, (size_t)capacity * sizeof *open);
    if (!open)
        return GRID_NO_MEMORY;
    grid->open = open;
    grid->open_capacity = capacity;
    return GRID_OK;
}

static OpenCell free_cell(int square)
{
    OpenCell cell = {ALL_TILES, (Mask)square, {{0, 0}, {0, 0}}};
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
    grid->squares[last->square] = (uint8_t)(FIRST_OPEN + number);
    grid->open[number] = *last;
    set_open(grid, square, false);
    return cell;
}

/* The open cell at a square, which becomes one if it is not. */
static OpenCell *opened(Grid *grid, int square)
{
    uint8_t *content = &grid->squares[square];
    if (!*content) {
        grid->open[grid->open_count] = free_cell(square);
        *content = (uint8_t)(FIRST_OPEN + grid->open_count++);
        set_open(grid, square, true);
    }
    return &grid->open[*content - FIRST_OPEN];
}

GridResult grid_fill(Grid *grid, int square, int tile)
{
    if (grid->open_count + 4 > MOST_OPEN)
        return GRID_REFUSED;
    GridResult room = make_room(grid);
    if (room != GRID_OK)
        return room;
    OpenCell here = taken_out(grid, square);
    grid->squares[square] = (uint8_t)(tile + 1);
    grid->tile_count++;
    if (!(here.fits & bit_of(tile)))
        return GRID_REFUSED;
    for (int direction = ROW; direction <= COLUMN; direction++) {
        /* The line through the tile is now next to the empty cells at its two ends. */
        const TileSet *before = &tile_sets[here.slot[direction].before];
        const TileSet *after = &tile_sets[here.slot[direction].after];
        uint16_t line = (uint16_t)set_number(before->tiles | bit_of(tile) | after->tiles);
        int step = step_of(grid, direction);
        OpenCell *cell = opened(grid, square + step * (after->count + 1));
        cell->slot[direction].before = line;
        cell->fits = slot_fits(cell->slot[ROW]) & slot_fits(cell->slot[COLUMN]);
        cell = opened(grid, square - step * (before->count + 1));
        cell->slot[direction].after = line;
        cell->fits = slot_fits(cell->slot[ROW]) & slot_fits(cell->slot[COLUMN]);
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
