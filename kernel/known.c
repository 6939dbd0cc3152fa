#include "known.h"

#include <structmember.h>

/* Where the instances of a class keep one more field; -1 with an error if it has no such slot. */
static int learn_field(Class *kind, const char *name)
{
    if (kind->count == MOST_FIELDS) {
        PyErr_SetString(PyExc_TypeError, "a class has too many fields");
        return -1;
    }
    PyObject *slot = PyObject_GetAttrString((PyObject *)kind->type, name);
    if (!slot)
        return -1;
    const PyMemberDef *member = NULL;
    /* A slot that was taken from another class tells nothing about this one. */
    if (Py_IS_TYPE(slot, &PyMemberDescr_Type) && PyType_IsSubtype(kind->type, PyDescr_TYPE(slot)))
        member = ((PyMemberDescrObject *)slot)->d_member;
    Py_DECREF(slot); /* the class keeps it */
    if (!member || member->type != T_OBJECT_EX) {
        PyErr_Format(PyExc_TypeError, "%s of a class has no slot", name);
        return -1;
    }
    for (int i = 0; i < kind->count; i++) {
        if (kind->slots[i] == member->offset) { /* which holds one reference */
            PyErr_Format(PyExc_TypeError, "%s of a class is another name for a slot", name);
            return -1;
        }
    }
    kind->slots[kind->count++] = member->offset;
    return 0;
}

/* The same for all fields that the kernel knows by name. */
static int learn(Class *kind, PyObject *type, const char *const *names)
{
    if (!PyType_Check(type)) {
        PyErr_SetString(PyExc_TypeError, "bind needs the classes of the library");
        return -1;
    }
    kind->type = (PyTypeObject *)type;
    /* Python knows whether instances can be made without calling a constructor. */
    bool is_tuple = PyType_IsSubtype(kind->type, &PyTuple_Type);
    PyObject *base = (PyObject *)(is_tuple ? &PyTuple_Type : &PyBaseObject_Type);
    PyObject *made = PyObject_CallMethod(base, "__new__", "O", type);
    if (!made)
        return -1;
    Py_DECREF(made);
    for (int i = 0; names[i]; i++)
        if (learn_field(kind, names[i]) < 0)
            return -1;
    return 0;
}

/* The same for the fields of a tuple, except those that the kernel knows by name. */
static int learn_others(Class *kind, PyObject *fields, const char *const *names)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(fields); i++) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(fields, i));
        if (!name)
            return -1;
        int at = 0;
        while (names[at] && strcmp(names[at], name))
            at++;
        if (!names[at] && learn_field(kind, name) < 0)
            return -1;
    }
    return 0;
}

/* The number in the slot of a tile; -1 without an error if it is not an instance of the class. */
static int number_of(const Class *kind, PyObject *tile)
{
    if (!Py_IS_TYPE(tile, kind->type))
        return -1;
    PyObject *order = field_of(kind, tile, TILE_ORDER);
    if (!order || !PyLong_CheckExact(order))
        return -1;
    int overflow;
    long number = PyLong_AsLongAndOverflow(order, &overflow);
    return overflow || number < 0 || number >= TILES ? -1 : (int)number;
}

int tile_number(const Known *known, PyObject *tile) { return number_of(&known->tile, tile); }

enum { CLASSES = 10 };

/* Learn the classes of the library, and its tiles; false with an error if they are unexpected. */
static bool learn_all(Known *known, PyObject *tiles, PyObject *const classes[CLASSES],
                      PyObject *fields, PyObject *shared)
{
    static const char *const none[] = {NULL}, *const tile[] = {"order", NULL};
    static const char *const place[] = {"cells", "laid", NULL}, *const exchange[] = {"tiles", NULL};
    static const char *const board[] = {"_tiles", "_open", NULL};
    static const char *const supply[] = {"tiles", NULL};
    static const char *const line[] = {"cells", "tiles", "points", NULL};
    static const char *const score[] = {"lines", "end_bonus", "bonus_points", NULL};
    static const char *const view[] = {"seat", "hand", "hand_sizes", "supply_size", "unseen",
                                       "outcome", NULL};
    static const char *const state[] = {"variant", "players", "board", "scores", "turn", "passes",
                                        "extra", "hands", "supply", "seed", "ply",
                                        "_known_outcome", NULL};
    static const char *const *const names[CLASSES] = {tile,   none, place, exchange, board,
                                                      supply, line, score, view,     state};
    Class *const kinds[CLASSES] = {&known->tile,  &known->cell, &known->place, &known->exchange,
                                   &known->board, &known->supply, &known->line, &known->score,
                                   &known->view,  &known->state};
    Class learned[CLASSES] = {0}, both = {0}, *own = &learned[CLASSES - 1];
    for (int i = 0; i < CLASSES; i++)
        if (learn(&learned[i], classes[i], names[i]) < 0)
            return false;
    if (learn_others(own, fields, state) < 0 || learn(&both, classes[CLASSES - 1], none) < 0 ||
        learn_others(&both, shared, none) < 0 || learn_others(own - 1, shared, none) < 0)
        return false;
    if (!PyType_IsSubtype(learned[1].type, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "a cell is a tuple");
        return false;
    }
    for (int i = 0; i < TILES; i++) {
        if (number_of(&learned[0], PyTuple_GET_ITEM(tiles, i)) != i) {
            PyErr_SetString(PyExc_ValueError, "bind needs the 36 tiles in order");
            return false;
        }
    }
    if (known->state.type)
        return true;
    /* Everything is as it should be, so nothing is half known from here on. */
    known->shared = both; /* whose class is that of the state */
    for (int i = 0; i < CLASSES; i++) {
        *kinds[i] = learned[i];
        Py_INCREF(learned[i].type);
    }
    for (int i = 0; i < TILES; i++)
        known->tiles[i] = Py_NewRef(PyTuple_GET_ITEM(tiles, i));
    return true;
}

PyObject *kernel_bind(PyObject *module, PyObject *args)
{
    PyObject *tiles, *classes[CLASSES], *fields, *shared;
    if (!PyArg_ParseTuple(args, "O!OOOOOOOOOO!O!", &PyTuple_Type, &tiles, &classes[1], &classes[2],
                          &classes[3], &classes[4], &classes[5], &classes[6], &classes[7],
                          &classes[8], &classes[9], &PyTuple_Type, &fields, &PyTuple_Type, &shared))
        return NULL;
    if (PyTuple_GET_SIZE(tiles) != TILES) {
        PyErr_SetString(PyExc_ValueError, "bind needs the 36 tiles");
        return NULL;
    }
    /* The tiles may get another class while the classes are looked at. */
    classes[0] = Py_NewRef(Py_TYPE(PyTuple_GET_ITEM(tiles, 0)));
    bool good = learn_all(PyModule_GetState(module), tiles, classes, fields, shared);
    Py_DECREF(classes[0]);
    return good ? Py_NewRef(Py_None) : NULL;
}

int known_traverse(Known *known, visitproc visit, void *arg)
{
    /* Cells and lines hold no reference to anything that refers to this module. */
    Py_VISIT(known->rules_type);
    Py_VISIT(known->grid_type);
    Py_VISIT(known->groups_type);
    Py_VISIT(known->moves_type);
    Py_VISIT(known->games_type);
    Py_VISIT(known->tile.type);
    Py_VISIT(known->cell.type);
    Py_VISIT(known->place.type);
    Py_VISIT(known->exchange.type);
    Py_VISIT(known->board.type);
    Py_VISIT(known->supply.type);
    Py_VISIT(known->line.type);
    Py_VISIT(known->score.type);
    Py_VISIT(known->view.type);
    Py_VISIT(known->state.type);
    return 0;
}

void known_clear(Known *known)
{
    for (int i = 0; i < TILES; i++)
        Py_CLEAR(known->tiles[i]);
    for (int i = 0; i < 4 * NEAR * NEAR; i++)
        Py_CLEAR(known->cells[i]);
    for (int i = 0; i < LINES; i++)
        Py_CLEAR(known->lines[i]);
    Py_CLEAR(known->rules_type);
    Py_CLEAR(known->grid_type);
    Py_CLEAR(known->groups_type);
    Py_CLEAR(known->moves_type);
    Py_CLEAR(known->games_type);
    Py_CLEAR(known->tile.type);
    Py_CLEAR(known->cell.type);
    Py_CLEAR(known->place.type);
    Py_CLEAR(known->exchange.type);
    Py_CLEAR(known->board.type);
    Py_CLEAR(known->supply.type);
    Py_CLEAR(known->line.type);
    Py_CLEAR(known->score.type);
    Py_CLEAR(known->view.type);
    Py_CLEAR(known->state.type);
}

bool tile_numbers(const Known *known, PyObject *tuple, int *numbers, int most)
{
    if (!tuple || !PyTuple_CheckExact(tuple) || PyTuple_GET_SIZE(tuple) > most)
        return false;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++)
        if ((numbers[i] = tile_number(known, PyTuple_GET_ITEM(tuple, i))) < 0)
            return false;
    return true;
}

bool take_out(int *hand, int *size, const int *tiles, int count)
{
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < *size && hand[at] != tiles[i])
            at++;
        if (at == *size)
            return false;
        --*size;
        memmove(&hand[at], &hand[at + 1], (size_t)(*size - at) * sizeof *hand);
    }
    return true;
}

bool is_cell(const Known *known, PyObject *cell)
{
    return (Py_IS_TYPE(cell, known->cell.type) || PyTuple_CheckExact(cell)) &&
           PyTuple_GET_SIZE(cell) == 2 && PyLong_CheckExact(PyTuple_GET_ITEM(cell, 0)) &&
           PyLong_CheckExact(PyTuple_GET_ITEM(cell, 1));
}

bool coordinates(PyObject *cell, int64_t *x, int64_t *y)
{
    if (!PyTuple_Check(cell) || PyTuple_GET_SIZE(cell) != 2)
        return false;
    PyObject *pair[2] = {PyTuple_GET_ITEM(cell, 0), PyTuple_GET_ITEM(cell, 1)};
    int overflow[2];
    if (!PyLong_CheckExact(pair[0]) || !PyLong_CheckExact(pair[1]))
        return false;
    *x = PyLong_AsLongLongAndOverflow(pair[0], &overflow[0]);
    *y = PyLong_AsLongLongAndOverflow(pair[1], &overflow[1]);
    /* The cells beside the farthest boards are cells too. */
    const int64_t far = 2 * FARTHEST;
    return !overflow[0] && !overflow[1] && -far < *x && *x < far && -far < *y && *y < far;
}

static PyObject *new_cell(Known *known, int64_t x, int64_t y)
{
    PyObject *cell = known->cell.type->tp_alloc(known->cell.type, 2);
    if (!cell)
        return NULL;
    PyTuple_SET_ITEM(cell, 0, PyLong_FromLongLong(x));
    PyTuple_SET_ITEM(cell, 1, PyLong_FromLongLong(y));
    if (!PyTuple_GET_ITEM(cell, 0) || !PyTuple_GET_ITEM(cell, 1))
        Py_CLEAR(cell);
    return cell;
}

static PyObject *new_tiles(Known *known, Laid laid, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(known->tiles[tile_of(laid, i)]));
    return tuple;
}

/* Keep a new value where there may be one by now, since making it can run other code. */
static PyObject *keeping(PyObject **kept, PyObject *made)
{
    if (made)
        Py_XSETREF(*kept, Py_NewRef(made));
    return made;
}

PyObject *cell_at(Known *known, int64_t x, int64_t y)
{
    if (x < -NEAR || x >= NEAR || y < -NEAR || y >= NEAR)
        return new_cell(known, x, y);
    PyObject **kept = &known->cells[(x + NEAR) * 2 * NEAR + y + NEAR];
    return *kept ? Py_NewRef(*kept) : keeping(kept, new_cell(known, x, y));
}

PyObject *tiles_of(Known *known, Laid laid, int count)
{
    PyObject **kept = &known->lines[line_number(laid, count)];
    return *kept ? Py_NewRef(*kept) : keeping(kept, new_tiles(known, laid, count));
}

PyObject *cells_of(Known *known, const Grid *grid, const uint16_t *squares, int count)
{
    PyObject *cells = PyTuple_New(count);
    for (int i = 0; cells && i < count; i++) {
        PyObject *cell = cell_at(known, x_of(grid, squares[i]), y_of(grid, squares[i]));
        if (cell)
            PyTuple_SET_ITEM(cells, i, cell);
        else
            Py_CLEAR(cells);
    }
    return cells;
}

PyObject *made_of(const Class *kind, PyObject *const values[])
{
    bool whole = true;
    for (int i = 0; i < kind->count; i++)
        whole = whole && values[i];
    PyObject *object = whole ? kind->type->tp_alloc(kind->type, 0) : NULL;
    for (int i = 0; i < kind->count; i++) {
        if (object)
            *(PyObject **)((char *)object + kind->slots[i]) = values[i];
        else
            Py_XDECREF(values[i]);
    }
    return object;
}

PyObject *move_of_parts(const Class *kind, PyObject *const values[])
{
    PyObject *move = made_of(kind, values);
    if (move)
        PyObject_GC_UnTrack(move); /* it can never be part of a cycle, and there are many */
    return move;
}
