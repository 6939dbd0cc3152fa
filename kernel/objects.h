/* The kernel's own Python types: rules, grids, and groups of placements. */

#ifndef QWIRKLE_OBJECTS_H
#define QWIRKLE_OBJECTS_H

#include "game.h"
#include "known.h"

typedef struct {
    PyObject_HEAD
    Rules rules;
} RulesObject;

typedef struct {
    PyObject_HEAD
    Known *known;
    Grid grid;
} GridObject;

typedef struct {
    PyObject_HEAD
    GridObject *board;
    Groups groups;
} GroupsObject;

/* A new grid; takes over the grid, even if it fails. */
PyObject *grid_object(Known *known, Grid *grid);

/* The grid of a board, a new reference; NULL, perhaps with an error, if the kernel has none for it.
 *
 * It may call Python, and it alone tells what is on the board: the dict of a board that somebody
 * tampered with may say something else. */
GridObject *grid_of_board(Known *known, PyObject *board);

/* Pieces, a tuple, in the order that a text determines; None if Python must mix them. */
PyObject *mixed_pieces(PyObject *pieces, const char *text, size_t length);

/* The methods `placements`, `apply`, `observe`, `play` and `leads` of the module. */
PyObject *kernel_placements(PyObject *module, PyObject *args);
PyObject *kernel_apply(PyObject *module, PyObject *args);
PyObject *kernel_observe(PyObject *module, PyObject *args);
PyObject *kernel_play(PyObject *module, PyObject *args);
PyObject *kernel_leads(PyObject *module, PyObject *args);

/* Set a ValueError; the result is false. */
bool wrong(const char *message);

/* Read the state of a tile game, apart from its seed. It may call Python. False after an error;
 * free the game even then. */
bool read_state(Known *known, PyObject *state, Game *game);

extern PyType_Spec rules_spec, grid_spec, groups_spec, moves_spec, games_spec;

/* The placements of some tiles of a hand of some size, as a new object.
 *
 * It is None if the tiles are not a tuple of tiles, so that Python must do it. */
PyObject *find_placements(GridObject *board, PyObject *tiles, int hand_size,
                          const Rules *rules, bool with_bonus);

/* Fill in the squares and tiles of a placement.
 *
 * The result is false, without an error, if they are not tuples of cells and tiles, or too many
 * for any line; then Python must judge them. A cell outside the grid has the square -1. */
bool read_placement(GridObject *board, PyObject *cells, PyObject *laid, int squares[LONGEST],
                    int tiles[LONGEST], int *count);

#endif
