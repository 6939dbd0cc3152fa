/* The state after a placement or an exchange. Mirrors TileGame.after in tilegame/game.py. */

#include "chance.h"
#include "objects.h"

/* The parts of a state, as C values or its own references, since calls into Python can change
 * the state itself. */
typedef struct {
    PyObject *fields[MOST_FIELDS];
    int count; /* of the fields */
    PyObject *tiles, *supply; /* the board's dict of cells and tiles, and the supply's tuple */
    GridObject *grid;
    Py_ssize_t seat;
    long ply;
} Before;

/* The fields that the kernel knows and a move leaves as they are. */
enum { KEPT = 4 };
static const int kept[KEPT] = {STATE_VARIANT, STATE_PLAYERS, STATE_EXTRA, STATE_SEED};

static bool stays(int field)
{
    for (int i = 0; i < KEPT; i++)
        if (field == kept[i])
            return true;
    return field >= STATE_OTHERS;
}

/* A non-negative number in a field; -1 without an error if it is not one, or too large. */
static long number_in(PyObject *value)
{
    if (!value || !PyLong_CheckExact(value))
        return -1;
    int overflow;
    long number = PyLong_AsLongAndOverflow(value, &overflow);
    return overflow || number > LONG_MAX - 1 ? -1 : number;
}

static bool is_tuple(PyObject *value) { return value && PyTuple_CheckExact(value); }

/* Look at the fields of a state; false, perhaps with an error, if they are not as expected.
 *
 * Release them even then. A board may be empty for those who list moves, but Python makes the
 * first one. */
static bool look_at(Known *known, PyObject *state, bool may_be_empty, Before *before)
{
    memset(before, 0, sizeof *before);
    before->count = known->state.count;
    for (int i = 0; i < before->count; i++)
        before->fields[i] = Py_XNewRef(field_of(&known->state, state, i));
    PyObject *board = before->fields[STATE_BOARD], *supply = before->fields[STATE_SUPPLY];
    PyObject *hands = before->fields[STATE_HANDS], *scores = before->fields[STATE_SCORES];
    PyObject *seed = before->fields[STATE_SEED];
    if (!board || !Py_IS_TYPE(board, known->board.type) || !supply ||
        !Py_IS_TYPE(supply, known->supply.type))
        return false;
    before->tiles = Py_XNewRef(field_of(&known->board, board, BOARD_TILES));
    before->supply = Py_XNewRef(field_of(&known->supply, supply, SUPPLY_TILES));
    before->seat = number_in(before->fields[STATE_TURN]);
    before->ply = number_in(before->fields[STATE_PLY]);
    if (!before->tiles || !PyDict_CheckExact(before->tiles) ||
        !(PyDict_GET_SIZE(before->tiles) || may_be_empty) || !is_tuple(hands) ||
        !is_tuple(before->supply) || !is_tuple(scores) || before->seat < 0 ||
        before->seat >= PyTuple_GET_SIZE(hands) || before->ply < 0 ||
        PyTuple_GET_SIZE(hands) != PyTuple_GET_SIZE(scores))
        return false;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(hands); i++)
        if (!is_tuple(PyTuple_GET_ITEM(hands, i)) ||
            !PyLong_CheckExact(PyTuple_GET_ITEM(scores, i)))
            return false;
    for (int i = 0; i < before->count; i++)
        if (stays(i) && !before->fields[i])
            return false;
    if (!PyLong_CheckExact(seed)) /* whose text might be made by other code */
        return false;
    before->grid = grid_of_board(known, board);
    /* The dict spares an empty board a grid, but the grid decides whether it is empty. */
    return before->grid && (before->grid->grid.tile_count || may_be_empty);
}

static void let_go(Before *before)
{
    for (int i = 0; i < before->count; i++)
        Py_XDECREF(before->fields[i]);
    Py_XDECREF(before->tiles);
    Py_XDECREF(before->supply);
    Py_XDECREF(before->grid);
}

/* The tiles of the player to move. */
static PyObject *hand_of(const Before *before)
{
    return PyTuple_GET_ITEM(before->fields[STATE_HANDS], before->seat);
}

/* A copy of a tuple with another item in one place; takes over the item, even if it fails. */
static PyObject *with_item(PyObject *tuple, Py_ssize_t place, PyObject *item)
{
    Py_ssize_t size = PyTuple_GET_SIZE(tuple);
    PyObject *copy = item ? PyTuple_New(size) : NULL;
    if (!copy) {
        Py_XDECREF(item);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *old = PyTuple_GET_ITEM(tuple, i);
        Py_INCREF(old);
        PyTuple_SET_ITEM(copy, i, i == place ? item : old);
        if (i == place)
            Py_DECREF(old);
    }
    return copy;
}

/* The board after a placement, with its grid. */
static PyObject *board_after(Known *known, const Before *before, Grid *grid, PyObject *cells,
                             PyObject *laid)
{
    PyObject *tiles = PyDict_Copy(before->tiles), *open = PyList_New(1);
    PyObject *found = grid_object(known, grid);
    for (Py_ssize_t i = 0; tiles && i < PyTuple_GET_SIZE(cells); i++)
        if (PyDict_SetItem(tiles, PyTuple_GET_ITEM(cells, i), PyTuple_GET_ITEM(laid, i)) < 0)
            Py_CLEAR(tiles);
    if (open)
        PyList_SET_ITEM(open, 0, found);
    if (!found)
        Py_CLEAR(open);
    PyObject *parts[] = {tiles, open};
    return made_of(&known->board, parts);
}

/* The tiles of some numbers, sorted. */
static PyObject *sorted_tiles(Known *known, int *tiles, int count)
{
    for (int i = 1; i < count; i++) {
        int tile = tiles[i], at = i;
        for (; at > 0 && tiles[at - 1] > tile; at--)
            tiles[at] = tiles[at - 1];
        tiles[at] = tile;
    }
    PyObject *sorted = PyTuple_New(count);
    for (int i = 0; sorted && i < count; i++) {
        Py_INCREF(known->tiles[tiles[i]]);
        PyTuple_SET_ITEM(sorted, i, known->tiles[tiles[i]]);
    }
    return sorted;
}

/* A new list for the outcome: known to be None if the next player can place, as nearly always. */
static PyObject *outcome_after(Known *known, const Before *before, const Grid *grid,
                               PyObject *hands, bool stock)
{
    PyObject *outcome = hands ? PyList_New(0) : NULL;
    if (!outcome)
        return NULL;
    PyObject *next = PyTuple_GET_ITEM(hands, (before->seat + 1) % PyTuple_GET_SIZE(hands));
    Mask hand = 0;
    for (Py_ssize_t i = 0; stock && i < PyTuple_GET_SIZE(next); i++) {
        int tile = tile_number(known, PyTuple_GET_ITEM(next, i));
        if (tile < 0)
            return outcome; /* Python knows the right error */
        hand |= bit_of(tile);
    }
    if (grid_takes_any(grid, hand) && PyList_Append(outcome, Py_None) < 0)
        Py_CLEAR(outcome);
    return outcome;
}

/* The next state, from new references to what has changed; takes them over, even if it fails. */
static PyObject *state_after(Known *known, const Before *before, PyObject *changed[MOST_FIELDS])
{
    Py_ssize_t players = PyTuple_GET_SIZE(before->fields[STATE_HANDS]);
    changed[STATE_TURN] = PyLong_FromSsize_t((before->seat + 1) % players);
    changed[STATE_PLY] = PyLong_FromLong(before->ply + 1);
    changed[STATE_PASSES] = PyLong_FromLong(0);
    for (int i = 0; i < before->count; i++)
        if (stays(i))
            changed[i] = Py_NewRef(before->fields[i]);
    return made_of(&known->state, changed);
}

/* The state after a legal placement, which is judged first; None if Python must do it. */
static PyObject *placed(Known *known, const Before *before, PyObject *cells, PyObject *laid,
                        const Rules *rules)
{
    enum { MOST = 128 }; /* tiles in a hand */
    GridObject *board = before->grid;
    PyObject *old_hand = hand_of(before), *hands = before->fields[STATE_HANDS];
    PyObject *scores = before->fields[STATE_SCORES];
    int squares[LONGEST], tiles[LONGEST], hand[2 * MOST], count;
    int64_t points;
    if (!read_placement(board, cells, laid, squares, tiles, &count) ||
        !fitting_points(&board->grid, count, squares, tiles, rules->worth, &points) ||
        !tile_numbers(known, old_hand, hand, MOST))
        Py_RETURN_NONE;
    int size = (int)PyTuple_GET_SIZE(old_hand);
    Py_ssize_t stock = PyTuple_GET_SIZE(before->supply);
    if (!take_out(hand, &size, tiles, count))
        Py_RETURN_NONE;
    if (!size && !stock)
        points += rules->bonus;
    Py_ssize_t drawn = rules->hand_size > size ? rules->hand_size - size : 0;
    drawn = drawn < stock ? drawn : stock;
    for (Py_ssize_t i = 0; i < drawn; i++)
        if ((hand[size++] = tile_number(known, PyTuple_GET_ITEM(before->supply, i))) < 0)
            Py_RETURN_NONE;

    Grid grid;
    GridResult result = grid_copy_with(&grid, &board->grid, count, x_of(&board->grid, squares[0]),
                                       y_of(&board->grid, squares[0]),
                                       x_of(&board->grid, squares[count - 1]),
                                       y_of(&board->grid, squares[count - 1]));
    for (int i = 0; result == GRID_OK && i < count; i++) {
        int64_t x = x_of(&board->grid, squares[i]), y = y_of(&board->grid, squares[i]);
        result = grid_fill(&grid, square_of(&grid, x, y), tiles[i]);
    }
    if (result != GRID_OK) {
        grid_free(&grid);
        if (result == GRID_REFUSED)
            Py_RETURN_NONE;
        return PyErr_NoMemory();
    }
    PyObject *changed[MOST_FIELDS] = {NULL};
    PyObject *gained = PyLong_FromLongLong(points), *score = NULL;
    if (gained)
        score = PyNumber_Add(PyTuple_GET_ITEM(scores, before->seat), gained);
    Py_XDECREF(gained);
    changed[STATE_SCORES] = with_item(scores, before->seat, score);
    changed[STATE_HANDS] = with_item(hands, before->seat, sorted_tiles(known, hand, size));
    PyObject *pieces = PyTuple_GetSlice(before->supply, drawn, stock);
    changed[STATE_SUPPLY] = made_of(&known->supply, &pieces);
    changed[STATE_KNOWN_OUTCOME] = outcome_after(known, before, &grid, changed[STATE_HANDS],
                                                 stock > drawn);
    changed[STATE_BOARD] = board_after(known, before, &grid, cells, laid);
    return state_after(known, before, changed);
}

/* The supply after tiles were drawn and others returned (X1, X2). */
static PyObject *returned(const Before *before, PyObject *tiles, const Rules *rules)
{
    Py_ssize_t drawn = PyTuple_GET_SIZE(tiles), stock = PyTuple_GET_SIZE(before->supply);
    PyObject *rest = PyTuple_GetSlice(before->supply, drawn, stock);
    PyObject *all = rest ? PySequence_Concat(rest, tiles) : NULL;
    Py_XDECREF(rest);
    if (!all || rules->stacks)
        return all;
    PyObject *text = PyUnicode_FromFormat("qwirkle %S %ld", before->fields[STATE_SEED],
                                          before->ply + 1);
    Py_ssize_t length;
    const char *utf8 = text ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    PyObject *mixed = utf8 ? mixed_pieces(all, utf8, (size_t)length) : NULL;
    Py_XDECREF(text);
    Py_DECREF(all);
    return mixed;
}

/* The state after a legal exchange, which is judged first; None if Python must do it. */
static PyObject *exchanged(Known *known, const Before *before, PyObject *tiles, const Rules *rules)
{
    PyObject *old_hand = hand_of(before), *hands = before->fields[STATE_HANDS];
    int out[MOST_IN_HAND], hand[2 * MOST_IN_HAND];
    if (!tile_numbers(known, tiles, out, MOST_IN_HAND) ||
        !tile_numbers(known, old_hand, hand, MOST_IN_HAND))
        Py_RETURN_NONE;
    int count = (int)PyTuple_GET_SIZE(tiles), size = (int)PyTuple_GET_SIZE(old_hand);
    Py_ssize_t stock = PyTuple_GET_SIZE(before->supply);
    if (!count || count > rules->exchange_limit || count > stock || stock > MOST_IN_BOX ||
        !take_out(hand, &size, out, count))
        Py_RETURN_NONE;
    for (int i = 0; i < count; i++)
        if ((hand[size++] = tile_number(known, PyTuple_GET_ITEM(before->supply, i))) < 0)
            Py_RETURN_NONE;
    PyObject *changed[MOST_FIELDS] = {NULL};
    changed[STATE_BOARD] = Py_NewRef(before->fields[STATE_BOARD]);
    changed[STATE_SCORES] = Py_NewRef(before->fields[STATE_SCORES]);
    changed[STATE_HANDS] = with_item(hands, before->seat, sorted_tiles(known, hand, size));
    PyObject *pieces = returned(before, tiles, rules);
    changed[STATE_SUPPLY] = made_of(&known->supply, &pieces);
    changed[STATE_KNOWN_OUTCOME] = outcome_after(known, before, &before->grid->grid,
                                                 changed[STATE_HANDS], true);
    return state_after(known, before, changed);
}

/* The placements of the player to move; None if Python must find them.
 *
 * Python must also find out whether the game is over, if that is not known yet. */
PyObject *kernel_placements(PyObject *module, PyObject *args)
{
    Known *known = PyModule_GetState(module);
    PyObject *state, *rules;
    if (!PyArg_ParseTuple(args, "OO!", &state, known->rules_type, &rules))
        return NULL;
    if (!known->state.type || !Py_IS_TYPE(state, known->state.type))
        Py_RETURN_NONE;
    PyObject *outcome = field_of(&known->state, state, STATE_KNOWN_OUTCOME);
    if (!outcome || !PyList_CheckExact(outcome) || PyList_GET_SIZE(outcome) != 1 ||
        PyList_GET_ITEM(outcome, 0) != Py_None)
        Py_RETURN_NONE;
    Before before;
    PyObject *found = NULL;
    if (look_at(known, state, true, &before)) {
        PyObject *hand = hand_of(&before);
        found = find_placements(before.grid, hand, (int)PyTuple_GET_SIZE(hand),
                                &((RulesObject *)rules)->rules,
                                !PyTuple_GET_SIZE(before.supply));
    } else if (!PyErr_Occurred()) {
        found = Py_NewRef(Py_None);
    }
    let_go(&before);
    return found;
}

PyObject *kernel_apply(PyObject *module, PyObject *args)
{
    Known *known = PyModule_GetState(module);
    PyObject *state, *move, *rules;
    if (!known->state.type)
        return PyErr_Format(PyExc_RuntimeError, "bind comes first");
    if (!PyArg_ParseTuple(args, "OOO!", &state, &move, known->rules_type, &rules))
        return NULL;
    bool places = Py_IS_TYPE(move, known->place.type);
    if (!Py_IS_TYPE(state, known->state.type) ||
        !(places || Py_IS_TYPE(move, known->exchange.type)))
        Py_RETURN_NONE;
    /* The move too can be changed by calls into Python. */
    PyObject *first = places ? field_of(&known->place, move, PLACE_CELLS)
                             : field_of(&known->exchange, move, EXCHANGE_TILES);
    PyObject *laid = places ? field_of(&known->place, move, PLACE_LAID) : NULL;
    Py_XINCREF(first);
    Py_XINCREF(laid);
    const Rules *by = &((RulesObject *)rules)->rules;
    Before before;
    PyObject *after = NULL;
    if (look_at(known, state, false, &before))
        after = places ? placed(known, &before, first, laid, by)
                       : exchanged(known, &before, first, by);
    else if (!PyErr_Occurred())
        after = Py_NewRef(Py_None);
    let_go(&before);
    Py_XDECREF(first);
    Py_XDECREF(laid);
    return after;
}
