#include "exchanges.h"
#include "objects.h"

/* Whether points are within the library's own limit, so that no sum of them is too large. */
static bool is_few(int64_t points)
{
    const int64_t most = (int64_t)1 << 50;
    return -most <= points && points <= most;
}

static PyObject *rules_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"points", "single", "bonus", "hand_size", "exchange_limit",
                            "stacks", "must_exchange", "at_once", NULL};
    PyObject *points;
    long long single, bonus;
    int hand_size, exchange_limit, stacks, must_exchange, at_once;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!LLiippp", names, &PyTuple_Type, &points,
                                     &single, &bonus, &hand_size, &exchange_limit, &stacks,
                                     &must_exchange, &at_once))
        return NULL;
    if (PyTuple_GET_SIZE(points) != LONGEST + 1 || hand_size < 1 ||
        hand_size > MOST_IN_HAND || exchange_limit < 0) {
        PyErr_SetString(PyExc_ValueError, "points for seven lengths, 1 to 54 tiles in hand, and no "
                                          "negative number of tiles to exchange");
        return NULL;
    }
    RulesObject *made = (RulesObject *)type->tp_alloc(type, 0);
    if (!made)
        return NULL;
    Rules *rules = &made->rules;
    bool are_few = is_few(single) && is_few(bonus);
    for (int i = 0; i <= LONGEST && are_few; i++) {
        int overflow;
        PyObject *item = PyTuple_GET_ITEM(points, i);
        are_few = PyLong_CheckExact(item);
        if (are_few)
            rules->worth[i] = PyLong_AsLongLongAndOverflow(item, &overflow);
        are_few = are_few && !overflow && is_few(rules->worth[i]);
    }
    if (!are_few) {
        Py_DECREF(made);
        PyErr_SetString(PyExc_ValueError, "points are integers of at most 50 bits");
        return NULL;
    }
    rules->single = single;
    rules->bonus = bonus;
    rules->hand_size = hand_size;
    rules->exchange_limit = exchange_limit;
    rules->stacks = stacks;
    rules->must_exchange = must_exchange;
    rules->at_once = at_once;
    return (PyObject *)made;
}

static void rules_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot rules_slots[] = {
    {Py_tp_doc, "The rules of a variant as far as the kernel needs them."},
    {Py_tp_new, rules_new},
    {Py_tp_dealloc, rules_dealloc},
    {0, NULL},
};

PyType_Spec rules_spec = {
    .name = "qwirkle._kernel.Rules",
    .basicsize = sizeof(RulesObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = rules_slots,
};
