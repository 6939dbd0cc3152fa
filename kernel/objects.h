/* The kernel's own Python types: rules, grids, and groups of placements. */

#ifndef QWIRKLE_OBJECTS_H
#define QWIRKLE_OBJECTS_H

#include "known.h"

/* The rules of a variant as far as the kernel needs them; mirrors qwirkle/tilegame/rules.py. */
typedef struct {
    PyObject_HEAD
    Points worth;       /* the points for lines of 0 to 6 tiles on the board */
    int64_t single;     /* the points for an opening with one tile */
    int64_t bonus;      /* the points for placing the last tile of a hand at the end */
    int hand_size;
    int exchange_limit;
    bool stacks;        /* exchanged tiles go under the stacks, unmixed */
    bool must_exchange; /* a player who cannot place must exchange while the supply lasts */
    bool at_once;       /* with an empty supply, the game ends as soon as nobody can place */
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

/* The method `apply` of the module. */
PyObject *kernel_apply(PyObject *module, PyObject *args);

extern PyType_Spec rules_spec, grid_spec, groups_spec, moves_spec;

/* The placements of some tiles, a tuple, of a hand of some size, as a new object. */
PyObject *find_placements(GridObject *board, PyObject *tiles, int hand_size,
                          const RulesObject *rules, bool with_bonus);

/* Fill in the squares and tiles of a placement.
 *
 * The result is false, without an error, if they are not cells and tiles, or too many for any
 * line. A cell outside the grid has the square -1. */
bool read_placement(GridObject *board, PyObject *cells, PyObject *laid, int squares[LONGEST],
                    int tiles[LONGEST], int *count);

#endif
