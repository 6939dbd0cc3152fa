#include "objects.h"

PyObject *grid_object(Known *known, Grid *grid)
{
    GridObject *made = (GridObject *)known->grid_type->tp_alloc(known->grid_type, 0);
    if (!made) {
        grid_free(grid);
        return NULL;
    }
    made->known = known;
    made->grid = *grid;
    return (PyObject *)made;
}

GridObject *grid_of_board(Known *known, PyObject *board)
{
    PyObject *open = field_of(&known->board, board, BOARD_OPEN);
    PyObject *first = NULL;
    if (open && PyList_CheckExact(open) && PyList_GET_SIZE(open) == 1)
        first = Py_NewRef(PyList_GET_ITEM(open, 0));
    if (!first || !Py_IS_TYPE(first, known->grid_type)) {
        Py_XDECREF(first);
        first = PyObject_GetAttrString(board, "open_cells"); /* which may find it now */
    }
    if (first && !Py_IS_TYPE(first, known->grid_type))
        Py_CLEAR(first);
    return (GridObject *)first;
}

static void grid_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    grid_free(&((GridObject *)self)->grid);
    type->tp_free(self);
    Py_DECREF(type);
}

/* The new grid as an object; None if Python must do it. Frees a grid that is not used. */
static PyObject *result_of(Known *known, GridResult result, Grid *grid)
{
    if (result == GRID_OK)
        return grid_object(known, grid);
    grid_free(grid);
    if (result == GRID_NO_MEMORY)
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

/* Place a tile at a cell of a grid, both Python values, on a square that is empty. */
static GridResult fill_cell(Known *known, Grid *grid, PyObject *cell, PyObject *tile)
{
    int64_t x, y;
    int number = tile_number(known, tile);
    if (number < 0 || !coordinates(cell, &x, &y))
        return GRID_REFUSED;
    GridResult result = grid_reach(grid, x, y);
    if (result != GRID_OK)
        return result;
    int square = square_of(grid, x, y);
    return has_tile(grid, square) ? GRID_REFUSED : grid_fill(grid, square, number);
}

/* A tile to be placed at a cell. */
typedef struct {
    int64_t x, y;
    int tile;
} Placed;

/* Place tiles on an empty grid with room for them, each but the first next to another. */
static GridResult fill_connected(Grid *grid, Placed *left, Py_ssize_t count)
{
    GridResult result = GRID_OK;
    while (result == GRID_OK && count) {
        Py_ssize_t later = 0;
        for (Py_ssize_t i = 0; result == GRID_OK && i < count; i++) {
            int square = square_of(grid, left[i].x, left[i].y);
            if (grid->tile_count && !open_at(grid, square))
                left[later++] = left[i];
            else
                result = grid_fill(grid, square, left[i].tile);
        }
        if (later == count)
            result = GRID_REFUSED;
        count = later;
    }
    return result;
}

static PyObject *grid_around(PyObject *type, PyObject *tiles)
{
    Known *known = known_of_type((PyTypeObject *)type);
    if (!PyDict_CheckExact(tiles))
        Py_RETURN_NONE;
    Py_ssize_t count = PyDict_GET_SIZE(tiles), read = 0;
    Placed *placed = PyMem_Calloc((size_t)count + 1, sizeof *placed);
    if (!placed)
        return PyErr_NoMemory();
    int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
    PyObject *cell, *tile;
    for (Py_ssize_t at = 0; read < count && PyDict_Next(tiles, &at, &cell, &tile); read++) {
        Placed *next = &placed[read];
        next->tile = tile_number(known, tile);
        if (next->tile < 0 || !coordinates(cell, &next->x, &next->y)) {
            PyMem_Free(placed);
            Py_RETURN_NONE;
        }
        left = next->x < left ? next->x : left;
        right = next->x > right ? next->x : right;
        top = next->y < top ? next->y : top;
        bottom = next->y > bottom ? next->y : bottom;
    }
    Grid grid;
    GridResult result = read ? grid_make(&grid, left, top, right, bottom) : grid_make_empty(&grid);
    if (result == GRID_OK)
        result = fill_connected(&grid, placed, read);
    PyMem_Free(placed);
    return result_of(known, result, &grid);
}

static PyObject *grid_filling(GridObject *self, PyObject *placed)
{
    PyObject *pairs = PySequence_Tuple(placed);
    if (!pairs)
        return NULL;
    Grid grid;
    GridResult result = grid_copy(&grid, &self->grid, 0);
    for (Py_ssize_t i = 0; result == GRID_OK && i < PyTuple_GET_SIZE(pairs); i++) {
        PyObject *pair = PyTuple_GET_ITEM(pairs, i);
        if (PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2)
            result = fill_cell(self->known, &grid, PyTuple_GET_ITEM(pair, 0),
                               PyTuple_GET_ITEM(pair, 1));
        else
            result = GRID_REFUSED;
    }
    Py_DECREF(pairs);
    return result_of(self->known, result, &grid);
}

static PyObject *grid_iter(GridObject *self)
{
    PyObject *cells = PyList_New(0), *iterator = NULL;
    const Grid *grid = &self->grid;
    for (int square = next_open(grid, 0); cells && square >= 0;
         square = next_open(grid, square + 1)) {
        PyObject *cell = cell_at(self->known, x_of(grid, square), y_of(grid, square));
        if (!cell || PyList_Append(cells, cell) < 0)
            Py_CLEAR(cells);
        Py_XDECREF(cell);
    }
    if (cells)
        iterator = PyObject_GetIter(cells);
    Py_XDECREF(cells);
    return iterator;
}

static PyObject *grid_has(GridObject *self, PyObject *cell)
{
    int64_t x, y;
    if (!coordinates(cell, &x, &y))
        Py_RETURN_FALSE;
    int square = square_of(&self->grid, x, y);
    return PyBool_FromLong(square >= 0 && open_at(&self->grid, square));
}

static PyObject *grid_take_any(GridObject *self, PyObject *mask)
{
    unsigned long long tiles = PyLong_AsUnsignedLongLong(mask);
    if (PyErr_Occurred())
        return NULL;
    return PyBool_FromLong(grid_takes_any(&self->grid, tiles));
}

static PyObject *grid_placements(GridObject *self, PyObject *args)
{
    PyObject *tiles, *rules;
    int hand_size, with_bonus;
    if (!PyArg_ParseTuple(args, "OiO!p", &tiles, &hand_size, self->known->rules_type, &rules,
                          &with_bonus))
        return NULL;
    return find_placements(self, tiles, hand_size, &((RulesObject *)rules)->rules, with_bonus);
}

bool read_placement(GridObject *board, PyObject *cells, PyObject *laid, int squares[LONGEST],
                    int tiles[LONGEST], int *count)
{
    if (!cells || !PyTuple_CheckExact(cells) || !tile_numbers(board->known, laid, tiles, LONGEST))
        return false;
    if (PyTuple_GET_SIZE(cells) != PyTuple_GET_SIZE(laid) || !PyTuple_GET_SIZE(cells))
        return false;
    *count = (int)PyTuple_GET_SIZE(cells);
    for (int i = 0; i < *count; i++) {
        int64_t x, y;
        PyObject *cell = PyTuple_GET_ITEM(cells, i);
        if (!is_cell(board->known, cell))
            return false;
        squares[i] = coordinates(cell, &x, &y) ? square_of(&board->grid, x, y) : -1;
    }
    return true;
}

static PyObject *grid_fitting_points(GridObject *self, PyObject *args)
{
    PyObject *cells, *laid, *rules;
    int squares[LONGEST], tiles[LONGEST], count;
    int64_t points;
    if (!PyArg_ParseTuple(args, "OOO!", &cells, &laid, self->known->rules_type, &rules))
        return NULL;
    if (!read_placement(self, cells, laid, squares, tiles, &count))
        Py_RETURN_NOTIMPLEMENTED;
    const int64_t *worth = ((RulesObject *)rules)->rules.worth;
    if (!fitting_points(&self->grid, count, squares, tiles, worth, &points))
        Py_RETURN_NONE;
    return PyLong_FromLongLong(points);
}

/* The tile at a square, placed or there already; -1 if there is none. */
static int tile_at(const Grid *grid, int square, int count, const int *squares, const int *tiles)
{
    for (int i = 0; i < count; i++)
        if (squares[i] == square)
            return tiles[i];
    return has_tile(grid, square) ? grid->squares[square] - 1 : -1;
}

/* Append the line through one of some placed tiles to a list, unless it has one tile. */
static bool append_line(GridObject *self, PyObject *lines, int at, int along, int count,
                        const int *squares, const int *tiles, const Rules *rules)
{
    Known *known = self->known;
    const Grid *grid = &self->grid;
    int square = squares[at], step = step_of(grid, along), length = 0, tile;
    uint16_t found[LONGEST];
    Laid line = {0, 0};
    while (tile_at(grid, square - step, count, squares, tiles) >= 0)
        square -= step;
    while (length < LONGEST && (tile = tile_at(grid, square, count, squares, tiles)) >= 0) {
        line = length ? laid_onward(line, length, tile) : laid_alone(tile);
        found[length++] = (uint16_t)square;
        square += step;
    }
    if (length < 2)
        return true;
    PyObject *parts[] = {cells_of(known, grid, found, length), tiles_of(known, line, length),
                         PyLong_FromLongLong(rules->worth[length])};
    PyObject *scored = made_of(&known->line, parts);
    bool appended = scored && !PyList_Append(lines, scored);
    Py_XDECREF(scored);
    return appended;
}

static PyObject *grid_score(GridObject *self, PyObject *args)
{
    Known *known = self->known;
    PyObject *cells, *laid, *hand, *rules_object;
    int squares[LONGEST], tiles[LONGEST], held[MOST_IN_HAND], count, with_bonus;
    int64_t points;
    if (!PyArg_ParseTuple(args, "OOOpO!", &cells, &laid, &hand, &with_bonus, known->rules_type,
                          &rules_object))
        return NULL;
    const Rules *rules = &((RulesObject *)rules_object)->rules;
    if (!read_placement(self, cells, laid, squares, tiles, &count) ||
        !tile_numbers(known, hand, held, MOST_IN_HAND) ||
        !fitting_points(&self->grid, count, squares, tiles, rules->worth, &points))
        Py_RETURN_NONE;
    int size = (int)PyTuple_GET_SIZE(hand);
    if (!take_out(held, &size, tiles, count))
        Py_RETURN_NONE;
    bool is_column = count > 1 && squares[1] / self->grid.height == squares[0] / self->grid.height;
    int along = is_column ? COLUMN : ROW, across = is_column ? ROW : COLUMN;
    PyObject *lines = PyList_New(0);
    bool good = lines && append_line(self, lines, 0, along, count, squares, tiles, rules);
    for (int i = 0; good && i < count; i++)
        good = append_line(self, lines, i, across, count, squares, tiles, rules);
    PyObject *parts[] = {good ? PyList_AsTuple(lines) : NULL,
                         PyLong_FromLongLong(with_bonus && !size ? rules->bonus : 0),
                         PyLong_FromLong(0)};
    Py_XDECREF(lines);
    return made_of(&known->score, parts);
}

static PyMethodDef grid_methods[] = {
    {"around", (PyCFunction)grid_around, METH_O | METH_CLASS,
     "The grid of connected tiles by their cells, whose lines fit; None if Python must do it."},
    {"filling", (PyCFunction)grid_filling, METH_O,
     "The grid after some tiles were placed; None if Python must do it."},
    {"has", (PyCFunction)grid_has, METH_O, "Whether a cell is open."},
    {"take_any", (PyCFunction)grid_take_any, METH_O, "Whether any tile of a mask can be placed."},
    {"placements", (PyCFunction)grid_placements, METH_VARARGS,
     "All placements of some tiles of a hand, with or without the bonus for a hand of some size; "
     "None if Python must do it."},
    {"fitting_points", (PyCFunction)grid_fitting_points, METH_VARARGS,
     "The points of tiles on cells, or None if they do not fit; NotImplemented if Python must "
     "judge them."},
    {"score", (PyCFunction)grid_score, METH_VARARGS,
     "The score of tiles of a hand on cells, with or without the bonus for the last of them; None "
     "if Python must find it."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot grid_slots[] = {
    {Py_tp_doc, "A board with its open cells and the tiles that fit there."},
    {Py_tp_dealloc, grid_dealloc},
    {Py_tp_iter, grid_iter},
    {Py_tp_methods, grid_methods},
    {0, NULL},
};

PyType_Spec grid_spec = {
    .name = "qwirkle._kernel.Grid",
    .basicsize = sizeof(GridObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = grid_slots,
};
