/* A board whose lines all fit, with its open cells and the tiles that fit there.
 *
 * Mirrors qwirkle/_masks.py. Every cell near the board has a square. Squares are numbered
 * column by column, so they sort like the cells: a step down adds 1, a step to the right adds the
 * height. There is always a margin of empty squares around the tiles, wide enough for any
 * placement, so the generator need not check for the edge.
 */

#ifndef QWIRKLE_GRID_H
#define QWIRKLE_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "lines.h"

enum {
    MARGIN = LONGEST + 1, /* a placement reaches six squares out, and looks one further */
    LARGEST_GRID = 60000, /* squares; larger boards are left to Python */
    FIRST_OPEN = TILES + 1, /* the content of the square that is open cell number 0 */
    MOST_OPEN = 256 - FIRST_OPEN /* as many as 108 tiles can have */
};

#define FARTHEST ((int64_t)1 << 60) /* boards that reach further out are left to Python */

/* An open cell along its row or its column, as numbers of sets: a grid is kept for every board,
 * so it must be small. */
typedef struct {
    uint16_t before; /* the tiles directly before the cell */
    uint16_t after;  /* the tiles directly after the cell */
} Slot;

/* The tiles that fit the line; none if the tiles at both sides exclude each other. */
static inline Mask slot_fits(Slot slot)
{
    const TileSet *before = &tile_sets[slot.before], *after = &tile_sets[slot.after];
    return after->tiles & ~before->joins ? 0 : before->joins & after->joins;
}

static inline Mask tiles_after(Slot slot) { return tile_sets[slot.after].tiles; }

/* The distance to the empty cell after those tiles. */
static inline int slot_far(Slot slot) { return tile_sets[slot.after].count + 1; }

/* The length that the line would have. */
static inline int slot_length(Slot slot) { return tile_sets[slot.before].count + slot_far(slot); }

enum { ROW, COLUMN };

typedef struct {
    Mask fits : TILES;         /* the tiles that fit both lines */
    Mask square : 64 - TILES;  /* where it is */
    Slot slot[2];              /* along the row and along the column */
} OpenCell;

typedef struct {
    int64_t left, top; /* the cell of square 0 */
    int width, height; /* in squares */
    int tile_count;    /* how many tiles there are */
    int open_count;    /* how many open cells there are */
    int open_capacity; /* how many `open` has room for */
    OpenCell *open;    /* the open cells, in no particular order */
    uint64_t *is_open; /* a bit for every square */
    uint8_t *squares;  /* 0: empty; 1 to 36: 1 + a tile; from FIRST_OPEN: an open cell */
} Grid;

static inline int step_of(const Grid *grid, int direction)
{
    return direction == ROW ? grid->height : 1;
}

static inline bool has_tile(const Grid *grid, int square)
{
    return grid->squares[square] && grid->squares[square] < FIRST_OPEN;
}

/* The open cell at a square, or NULL if it is none. */
static inline const OpenCell *open_at(const Grid *grid, int square)
{
    int content = grid->squares[square];
    return content < FIRST_OPEN ? NULL : &grid->open[content - FIRST_OPEN];
}

/* The first open square from one on, which may be just beyond the grid; -1 if there is none. */
static inline int next_open(const Grid *grid, int square)
{
    int words = (grid->width * grid->height + 63) / 64, word = square / 64;
    uint64_t left = word < words ? grid->is_open[word] >> square % 64 << square % 64 : 0;
    while (!left && ++word < words)
        left = grid->is_open[word];
    return left ? 64 * word + first_tile(left) : -1;
}

/* The square of a cell, or -1 if it is outside the grid. */
static inline int square_of(const Grid *grid, int64_t x, int64_t y)
{
    if (x < grid->left || x >= grid->left + grid->width)
        return -1;
    if (y < grid->top || y >= grid->top + grid->height)
        return -1;
    return (int)((x - grid->left) * grid->height + (y - grid->top));
}

static inline int64_t x_of(const Grid *grid, int square) { return grid->left + square / grid->height; }
static inline int64_t y_of(const Grid *grid, int square) { return grid->top + square % grid->height; }

typedef enum { GRID_OK, GRID_REFUSED, GRID_NO_MEMORY } GridResult;

/* An empty grid with room for the cells from one corner to another.
 *
 * GRID_REFUSED, here and below, means that Python must do it. */
GridResult grid_make(Grid *grid, int64_t left, int64_t top, int64_t right, int64_t bottom);

/* The grid of an empty board, with room for the first line. */
GridResult grid_make_empty(Grid *grid);

/* A copy; its open cells have room for some more tiles. */
GridResult grid_copy(Grid *copy, const Grid *grid, int more);

/* The same with room for the cells from one corner to another, besides its own. */
GridResult grid_copy_with(Grid *copy, const Grid *grid, int more, int64_t left, int64_t top,
                          int64_t right, int64_t bottom);

/* Place a tile on an empty square that has its margin; GRID_REFUSED if its lines do not fit. */
GridResult grid_fill(Grid *grid, int square, int tile);

/* Make room for the margin around a cell where a tile will be placed. */
GridResult grid_reach(Grid *grid, int64_t x, int64_t y);

void grid_free(Grid *grid);

/* Whether any tile of a mask can be placed. */
bool grid_takes_any(const Grid *grid, Mask tiles);

#endif
