#include "objects.h"

PyObject *find_placements(GridObject *board, PyObject *tiles, int hand_size,
                          const Rules *rules, bool with_bonus)
{
    Known *known = board->known;
    Quest quest = {0, hand_size, with_bonus ? rules->bonus : 0, rules->single, {0}};
    memcpy(quest.worth, rules->worth, sizeof quest.worth);
    if (!PyTuple_CheckExact(tiles))
        Py_RETURN_NONE;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tiles); i++) {
        int tile = tile_number(known, PyTuple_GET_ITEM(tiles, i));
        if (tile < 0)
            Py_RETURN_NONE;
        quest.hand |= bit_of(tile);
    }
    GroupsObject *found = (GroupsObject *)known->groups_type->tp_alloc(known->groups_type, 0);
    if (!found)
        return NULL;
    Py_INCREF(board);
    found->board = board;
    if (!find_groups(&found->groups, &board->grid, &quest)) {
        Py_DECREF(found);
        return PyErr_NoMemory();
    }
    return (PyObject *)found;
}

static void groups_dealloc(PyObject *self)
{
    GroupsObject *found = (GroupsObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    groups_free(&found->groups);
    Py_XDECREF(found->board);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *cells_of_group(GroupsObject *self, const Group *group)
{
    return cells_of(self->board->known, &self->board->grid, group->squares, group->size);
}

/* One placement of a group, as a move. */
static PyObject *move_of(GroupsObject *self, const Group *group, uint64_t index)
{
    PyObject *laid = tiles_of(self->board->known, self->groups.ways[group->first + index],
                              group->size);
    PyObject *parts[] = {cells_of_group(self, group), laid};
    return move_of_parts(&self->board->known->place, parts);
}

static PyObject *groups_best(GroupsObject *self, PyObject *ignored)
{
    (void)ignored;
    const Group *best = best_group(&self->groups);
    if (!best)
        Py_RETURN_NONE;
    return move_of(self, best, 0);
}

static PyObject *groups_size(GroupsObject *self, PyObject *ignored)
{
    (void)ignored;
    return PyLong_FromUnsignedLong(self->groups.way_count);
}

static PyObject *groups_number(GroupsObject *self, PyObject *number)
{
    unsigned long long index = PyLong_AsUnsignedLongLong(number);
    if (PyErr_Occurred())
        return NULL;
    if (index >= self->groups.way_count)
        return PyErr_Format(PyExc_IndexError, "there are fewer placements");
    uint64_t left = index;
    const Group *group = group_with(&self->groups, &left);
    return move_of(self, group, left);
}

/* Iterators: over the moves, over the moves with their points, and over the groups. */

typedef enum { MOVES, SCORED, GROUPS } Kind;

typedef struct {
    PyObject_HEAD
    GroupsObject *found;
    Kind kind;
    uint32_t group; /* the next move's group, and its index there */
    uint32_t way;
    PyObject *cells; /* of the group of the last move */
    uint32_t cells_of; /* which group that is */
} MovesObject;

static PyObject *iterator(GroupsObject *self, Kind kind)
{
    PyTypeObject *type = self->board->known->moves_type;
    MovesObject *moves = (MovesObject *)type->tp_alloc(type, 0);
    if (!moves)
        return NULL;
    Py_INCREF(self);
    moves->found = self;
    moves->kind = kind;
    return (PyObject *)moves;
}

static PyObject *groups_iter(GroupsObject *self) { return iterator(self, GROUPS); }

static PyObject *groups_moves(GroupsObject *self, PyObject *ignored)
{
    (void)ignored;
    return iterator(self, MOVES);
}

static PyObject *groups_scored(GroupsObject *self, PyObject *ignored)
{
    (void)ignored;
    return iterator(self, SCORED);
}

static void moves_dealloc(PyObject *self)
{
    MovesObject *moves = (MovesObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(moves->found);
    Py_XDECREF(moves->cells);
    type->tp_free(self);
    Py_DECREF(type);
}

/* A whole group: its cells, its points, and the tiles that can go there. */
static PyObject *next_group(MovesObject *self)
{
    GroupsObject *found = self->found;
    const Group *group = &found->groups.groups[self->group++];
    PyObject *ways = PyTuple_New(group->count);
    for (uint32_t i = 0; ways && i < group->count; i++) {
        PyObject *laid = tiles_of(found->board->known, found->groups.ways[group->first + i],
                                  group->size);
        if (laid)
            PyTuple_SET_ITEM(ways, i, laid);
        else
            Py_CLEAR(ways);
    }
    if (!ways)
        return NULL;
    return Py_BuildValue("(NLN)", cells_of_group(found, group), (long long)group->points, ways);
}

static PyObject *moves_next(MovesObject *self)
{
    GroupsObject *found = self->found;
    Known *known = found->board->known;
    if (self->group == found->groups.group_count)
        return NULL;
    if (self->kind == GROUPS)
        return next_group(self);
    /* Step on first: making objects can run other code, even that of another thread. */
    uint32_t number = self->group, way = self->way++;
    const Group *group = &found->groups.groups[number];
    if (self->way == group->count) {
        self->way = 0;
        self->group++;
    }
    PyObject *cells = self->cells && self->cells_of == number ? Py_NewRef(self->cells)
                                                              : cells_of_group(found, group);
    if (!cells)
        return NULL;
    if (cells != self->cells) {
        self->cells_of = number;
        Py_XSETREF(self->cells, Py_NewRef(cells));
    }
    PyObject *laid = tiles_of(known, found->groups.ways[group->first + way], group->size);
    PyObject *parts[] = {cells, laid};
    PyObject *move = move_of_parts(&known->place, parts);
    if (self->kind == MOVES || !move)
        return move;
    PyObject *pair = PyTuple_New(2), *points = PyLong_FromLongLong(group->points);
    if (!pair || !points) {
        Py_XDECREF(pair);
        Py_XDECREF(points);
        Py_DECREF(move);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, move);
    PyTuple_SET_ITEM(pair, 1, points);
    return pair;
}

static PyMethodDef groups_methods[] = {
    {"moves", (PyCFunction)groups_moves, METH_NOARGS, "The placements."},
    {"scored", (PyCFunction)groups_scored, METH_NOARGS, "The placements with their points."},
    {"best", (PyCFunction)groups_best, METH_NOARGS,
     "The first placement that scores the most, or None."},
    {"size", (PyCFunction)groups_size, METH_NOARGS, "How many placements there are."},
    {"number", (PyCFunction)groups_number, METH_O, "The placement at an index."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot groups_slots[] = {
    {Py_tp_doc, "Placements, in groups that fill the same cells."},
    {Py_tp_dealloc, groups_dealloc},
    {Py_tp_iter, groups_iter},
    {Py_tp_methods, groups_methods},
    {0, NULL},
};

PyType_Spec groups_spec = {
    .name = "qwirkle._kernel.Groups",
    .basicsize = sizeof(GroupsObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = groups_slots,
};

static PyType_Slot moves_slots[] = {
    {Py_tp_doc, "An iterator over placements."},
    {Py_tp_dealloc, moves_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, moves_next},
    {0, NULL},
};

PyType_Spec moves_spec = {
    .name = "qwirkle._kernel.Moves",
    .basicsize = sizeof(MovesObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = moves_slots,
};
