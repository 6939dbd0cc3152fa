/* The library's Python classes as the kernel knows them, and their values as C values.
 *
 * `bind` is called when the library is imported, and only its first success counts: code that uses
 * these classes can call Python, which must not change them meanwhile. Everything that comes from
 * Python is checked before it is used: whatever does not look as expected is left to the Python
 * code, which knows the right error. */

#ifndef QWIRKLE_KNOWN_H
#define QWIRKLE_KNOWN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "generator.h"

enum { NEAR = 64 }; /* cells this close to the origin are shared between boards */

enum { MOST_FIELDS = 64 }; /* of a class */

/* A class and where its instances keep their fields: first those that the kernel knows by name. */
typedef struct {
    PyTypeObject *type;
    int count;
    Py_ssize_t slots[MOST_FIELDS];
} Class;

/* The fields of the classes that the kernel knows, in the order of the slots. */
enum { TILE_ORDER };
enum { PLACE_CELLS, PLACE_LAID };
enum { EXCHANGE_TILES };
enum { BOARD_TILES, BOARD_OPEN };
enum { SUPPLY_TILES };
enum {
    STATE_VARIANT, STATE_PLAYERS, STATE_BOARD, STATE_SCORES, STATE_TURN, STATE_PASSES,
    STATE_EXTRA, STATE_HANDS, STATE_SUPPLY, STATE_SEED, STATE_PLY, STATE_KNOWN_OUTCOME,
    STATE_OTHERS /* the fields of a state that the kernel does not know begin here */
};
enum {
    VIEW_SEAT, VIEW_HAND, VIEW_HAND_SIZES, VIEW_SUPPLY_SIZE, VIEW_UNSEEN, VIEW_OUTCOME,
    VIEW_SHARED /* the fields that a view has in common with its state begin here */
};

/* The state of the module. */
typedef struct {
    PyTypeObject *rules_type, *grid_type, *groups_type, *moves_type, *games_type;
    Class tile, cell, place, exchange, board, supply, line, score, state, view;
    Class shared; /* the fields of a state that a view has too, in the order of the view's */
    PyObject *tiles[TILES];
    PyObject *cells[4 * NEAR * NEAR]; /* made when they are first needed */
    PyObject *lines[LINES];            /* the same for the tuples of tiles in a line */
} Known;

Known *known_of_type(PyTypeObject *type);

/* The value in a field, borrowed; NULL without an error if there is none. */
static inline PyObject *field_of(const Class *kind, PyObject *object, int field)
{
    return *(PyObject **)((char *)object + kind->slots[field]);
}

/* A new object with a value for each field; takes over the references, even if it fails. It fails
 * if a value is NULL, after an error. */
PyObject *made_of(const Class *kind, PyObject *const values[]);

/* The number of a tile; -1 without an error if it is none. */
int tile_number(const Known *known, PyObject *tile);

/* The numbers of the tiles in a tuple; false without an error if it holds anything else. */
bool tile_numbers(const Known *known, PyObject *tuple, int *numbers, int most);

/* Take tiles out of a hand; false if it lacks one of them. */
bool take_out(int *hand, int *size, const int *tiles, int count);

/* Whether a value is a cell or a plain pair of integers. */
bool is_cell(const Known *known, PyObject *cell);

/* The coordinates of a cell; false without an error if it is none, or very far away. */
bool coordinates(PyObject *cell, int64_t *x, int64_t *y);

/* New references to a cell, to the cells of some squares, and to the tiles of a line. */
PyObject *cell_at(Known *known, int64_t x, int64_t y);
PyObject *cells_of(Known *known, const Grid *grid, const uint16_t *squares, int count);
PyObject *tiles_of(Known *known, Laid laid, int count);

/* A new move from its fields, like made_of. */
PyObject *move_of_parts(const Class *kind, PyObject *const values[]);

/* The method `bind` of the module. */
PyObject *kernel_bind(PyObject *module, PyObject *args);

int known_traverse(Known *known, visitproc visit, void *arg);
void known_clear(Known *known);

#endif
