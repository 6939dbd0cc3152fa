/* The view of a player. Mirrors Variant.observe, and the fields of TileView in tilegame/state.py. */

#include "game.h"
#include "objects.h"

/* Count the tiles of a hand or of the supply; false without an error if it holds anything else. */
static bool count_pieces(const Known *known, PyObject *pieces, Py_ssize_t copies[TILES])
{
    bool good = PyTuple_CheckExact(pieces);
    for (Py_ssize_t i = 0; good && i < PyTuple_GET_SIZE(pieces); i++) {
        int tile = tile_number(known, PyTuple_GET_ITEM(pieces, i));
        good = tile >= 0;
        if (good)
            copies[tile]++;
    }
    return good;
}

/* Find the fields of a view that its state does not have; false if Python must do it. */
static bool look(Known *known, PyObject *hands, PyObject *pieces, Py_ssize_t seat,
                 PyObject *own[VIEW_SHARED])
{
    Py_ssize_t copies[TILES] = {0}, unseen = 0, at = 0, sizes[MOST_PLAYERS];
    Py_ssize_t players = PyTuple_GET_SIZE(hands);
    if (seat < 0 || seat >= players || players > MOST_PLAYERS ||
        !count_pieces(known, pieces, copies))
        return false;
    for (Py_ssize_t i = 0; i < players; i++) {
        Py_ssize_t mine[TILES] = {0}, *counted = i == seat ? mine : copies;
        if (!count_pieces(known, PyTuple_GET_ITEM(hands, i), counted))
            return false;
        sizes[i] = PyTuple_GET_SIZE(PyTuple_GET_ITEM(hands, i));
    }
    for (int tile = 0; tile < TILES; tile++)
        unseen += copies[tile];
    own[VIEW_SEAT] = PyLong_FromSsize_t(seat);
    own[VIEW_HAND] = Py_NewRef(PyTuple_GET_ITEM(hands, seat));
    own[VIEW_SUPPLY_SIZE] = PyLong_FromSsize_t(PyTuple_GET_SIZE(pieces));
    own[VIEW_UNSEEN] = PyTuple_New(unseen);
    for (int tile = 0; own[VIEW_UNSEEN] && tile < TILES; tile++) /* sorted, to reveal nothing */
        for (; copies[tile]; copies[tile]--)
            PyTuple_SET_ITEM(own[VIEW_UNSEEN], at++, Py_NewRef(known->tiles[tile]));
    own[VIEW_HAND_SIZES] = PyTuple_New(players);
    for (Py_ssize_t i = 0; own[VIEW_HAND_SIZES] && i < players; i++) {
        PyObject *size = PyLong_FromSsize_t(sizes[i]);
        if (size)
            PyTuple_SET_ITEM(own[VIEW_HAND_SIZES], i, size);
        else
            Py_CLEAR(own[VIEW_HAND_SIZES]);
    }
    return true;
}

PyObject *kernel_observe(PyObject *module, PyObject *args)
{
    Known *known = PyModule_GetState(module);
    PyObject *state, *kind, *values[MOST_FIELDS] = {NULL};
    Py_ssize_t seat;
    if (!PyArg_ParseTuple(args, "OnO", &state, &seat, &kind))
        return NULL;
    if (!known->state.type || !Py_IS_TYPE(state, known->state.type) ||
        kind != (PyObject *)known->view.type)
        Py_RETURN_NONE;
    PyObject *hands = Py_XNewRef(field_of(&known->state, state, STATE_HANDS)), *pieces = NULL;
    PyObject *supply = field_of(&known->state, state, STATE_SUPPLY);
    PyObject *outcome = field_of(&known->state, state, STATE_KNOWN_OUTCOME);
    bool good = hands && PyTuple_CheckExact(hands);
    if (supply && Py_IS_TYPE(supply, known->supply.type))
        pieces = Py_XNewRef(field_of(&known->supply, supply, SUPPLY_TILES));
    good = good && pieces && outcome && PyList_CheckExact(outcome) && PyList_GET_SIZE(outcome) == 1;
    if (good) /* or else Python must find out first whether the game is over */
        values[VIEW_OUTCOME] = Py_NewRef(PyList_GET_ITEM(outcome, 0));
    for (int i = 0; i < known->shared.count; i++) {
        values[VIEW_SHARED + i] = Py_XNewRef(field_of(&known->shared, state, i));
        good = good && values[VIEW_SHARED + i];
    }
    good = good && look(known, hands, pieces, seat, values);
    Py_XDECREF(hands);
    Py_XDECREF(pieces);
    if (good)
        return made_of(&known->view, values);
    for (int i = 0; i < known->view.count; i++)
        Py_XDECREF(values[i]);
    Py_RETURN_NONE;
}
