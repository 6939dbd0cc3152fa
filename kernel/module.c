#include "objects.h"
#include "chance.h"

static struct PyModuleDef kernel;

Known *known_of_type(PyTypeObject *type) { return PyType_GetModuleState(type); }

PyObject *mixed_pieces(PyObject *pieces, const char *text, size_t length)
{
    int order[MOST_IN_BOX];
    uint64_t keys[MOST_IN_BOX];
    Py_ssize_t count = PyTuple_GET_SIZE(pieces);
    if (count > MOST_IN_BOX)
        Py_RETURN_NONE;
    PyObject *mixed = PyTuple_New(count);
    if (mixed)
        mixed_order(text, length, order, keys, (int)count);
    for (Py_ssize_t i = 0; mixed && i < count; i++)
        PyTuple_SET_ITEM(mixed, i, Py_NewRef(PyTuple_GET_ITEM(pieces, order[i])));
    return mixed;
}

static PyObject *kernel_mixed(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *pieces;
    const char *text;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "O!s#", &PyTuple_Type, &pieces, &text, &length))
        return NULL;
    return mixed_pieces(pieces, text, (size_t)length);
}

/* The exchanges of up to some number of tiles of a sorted hand: how many there are or, with an
 * index and a number, at most that number of them from there on. */
static PyObject *kernel_exchanges(PyObject *module, PyObject *args)
{
    enum { MOST_LISTED = 1000 }; /* at once, since there can be too many */
    Known *known = PyModule_GetState(module);
    PyObject *hand, *from = NULL;
    int most, numbers[MOST_IN_HAND], overflow;
    Py_ssize_t wanted = 0;
    uint8_t tiles[MOST_IN_HAND], chosen[MOST_IN_HAND];
    if (!PyArg_ParseTuple(args, "Oi|On", &hand, &most, &from, &wanted))
        return NULL;
    if (!tile_numbers(known, hand, numbers, MOST_IN_HAND) || most < 0 ||
        most > PyTuple_GET_SIZE(hand) || (from && !PyLong_CheckExact(from)))
        Py_RETURN_NONE;
    int size = (int)PyTuple_GET_SIZE(hand);
    for (int i = 0; i < size; i++)
        tiles[i] = (uint8_t)numbers[i];
    Choices choices;
    uint64_t total = count_choices(&choices, tiles, size, most);
    if (!from)
        return PyLong_FromUnsignedLongLong(total);
    long long index = PyLong_AsLongLongAndOverflow(from, &overflow);
    if (overflow || index < 0 || wanted < 0)
        Py_RETURN_NONE;
    uint64_t left = (uint64_t)index < total ? total - (uint64_t)index : 0;
    wanted = wanted < MOST_LISTED ? wanted : MOST_LISTED;
    PyObject *moves = PyList_New((uint64_t)wanted < left ? wanted : (Py_ssize_t)left);
    if (!moves)
        return NULL;
    PyObject_GC_UnTrack(moves); /* nobody may see it before it is full */
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(moves); i++) {
        int count = choice_number(&choices, tiles, (uint64_t)(index + i), chosen);
        PyObject *tuple = PyTuple_New(count);
        for (int k = 0; tuple && k < count; k++)
            PyTuple_SET_ITEM(tuple, k, Py_NewRef(known->tiles[chosen[k]]));
        PyObject *move = move_of_parts(&known->exchange, &tuple);
        if (!move) {
            Py_DECREF(moves);
            return NULL;
        }
        PyList_SET_ITEM(moves, i, move);
    }
    PyObject_GC_Track(moves);
    return moves;
}

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type)
{
    *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *type ? PyModule_AddType(module, *type) : -1;
}

static int kernel_exec(PyObject *module)
{
    Known *known = PyModule_GetState(module);
    fill_tables();
    if (add_type(module, &rules_spec, &known->rules_type) < 0 ||
        add_type(module, &grid_spec, &known->grid_type) < 0 ||
        add_type(module, &groups_spec, &known->groups_type) < 0 ||
        add_type(module, &moves_spec, &known->moves_type) < 0 ||
        add_type(module, &games_spec, &known->games_type) < 0)
        return -1;
    return 0;
}

static int kernel_traverse(PyObject *module, visitproc visit, void *arg)
{
    return known_traverse(PyModule_GetState(module), visit, arg);
}

static int kernel_clear(PyObject *module)
{
    known_clear(PyModule_GetState(module));
    return 0;
}

static void kernel_free(void *module) { known_clear(PyModule_GetState(module)); }

static PyMethodDef kernel_methods[] = {
    {"bind", kernel_bind, METH_VARARGS, "Tell the kernel the tiles and the classes of the library."},
    {"placements", kernel_placements, METH_VARARGS,
     "The placements of the player to move in a state; None if Python must find them."},
    {"apply", kernel_apply, METH_VARARGS,
     "The state after a legal placement or exchange; None if Python must do it."},
    {"observe", kernel_observe, METH_VARARGS,
     "The view of a player, of a class given; None if Python must make it."},
    {"exchanges", kernel_exchanges, METH_VARARGS,
     "How many exchanges a hand has, or some of them; None if Python must find them."},
    {"play", kernel_play, METH_VARARGS, "The results of whole games between built-in bots."},
    {"leads", kernel_leads, METH_VARARGS, "The leads of placements in worlds that are dealt."},
    {"mixed", kernel_mixed, METH_VARARGS, "Pieces in the order that a text determines; None if Python must mix them."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot kernel_slots[] = {
    {Py_mod_exec, kernel_exec},
    {0, NULL},
};

static struct PyModuleDef kernel = {
    PyModuleDef_HEAD_INIT,
    .m_name = "qwirkle._kernel",
    .m_doc = "The compiled kernel: the same results as the Python code, faster.",
    .m_size = sizeof(Known),
    .m_methods = kernel_methods,
    .m_slots = kernel_slots,
    .m_traverse = kernel_traverse,
    .m_clear = kernel_clear,
    .m_free = kernel_free,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&kernel); }
