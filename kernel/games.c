/* Whole games between built-in bots, and the leads of moves, with the interpreter free for other threads. */

#include "bots.h"
#include "objects.h"

#include <stdio.h>

/* A game to play: its seed, and the bots by seat. */
typedef struct {
    char seed[SEED_TEXT];
    uint8_t bots[MOST_PLAYERS];
} Job;

/* How a game went, by seat. */
typedef struct {
    int64_t scores[MOST_PLAYERS];
    int64_t turns[MOST_PLAYERS];
    int starter;
    int64_t plies;
    Ending ending;
} Result;

/* The parts that all games share. */
typedef struct {
    Watch watch; /* first, so that its address is the plan's */
    Game start; /* where every game begins, unless it is a new one from a box */
    int viewer; /* the player whose unseen tiles are dealt again at the start */
    const Rules *rules;
    uint8_t box[MOST_IN_BOX];
    int box_size;
    int64_t longest;
    PyThreadState *thread; /* while other threads may use the interpreter */
} Plan;

typedef enum { PLAYED, NO_MEMORY, INTERRUPTED } Played;

/* Whether a signal asks to stop, such as Ctrl+C; then an error is set. */
static bool is_interrupted(Watch *watch)
{
    Plan *plan = (Plan *)watch;
    PyEval_RestoreThread(plan->thread);
    bool stop = PyErr_CheckSignals() < 0;
    plan->thread = PyEval_SaveThread();
    return stop;
}

/* Play one game. */
static Played play(Plan *plan, const Job *job, Game *game, Groups *found, Result *result)
{
    const Rules *rules = plan->rules;
    int last = -1;
    if (!goes_on(&plan->watch, 1))
        return INTERRUPTED;
    if (plan->box_size) {
        memset(game, 0, sizeof *game);
        game->players = plan->start.players;
        memcpy(game->seed, job->seed, sizeof game->seed);
        if (!game_deal(game, rules, plan->box, plan->box_size))
            return NO_MEMORY;
    } else {
        if (!game_copy(game, &plan->start))
            return NO_MEMORY;
        char text[64];
        int length = snprintf(text, sizeof text, "qwirkle playout %s", job->seed);
        Chance chance = chance_of(text, (size_t)length);
        deal_unseen(game, plan->viewer, &chance);
    }
    bool enough = true;
    result->starter = game->turn;
    while (enough && result->plies < plan->longest) {
        result->ending = game_ending(game, rules);
        if (result->ending != GOES_ON)
            break;
        Move move;
        int seat = game->turn;
        result->turns[seat] += seat != last || game->players == 1;
        enough = choose(game, rules, (Bot)job->bots[seat], found, &move) &&
                 game_apply(game, rules, &move);
        last = seat;
        result->plies++;
    }
    if (result->ending == GOES_ON && enough)
        result->ending = game_ending(game, rules);
    memcpy(result->scores, game->scores, sizeof result->scores);
    game_free(game);
    return enough ? PLAYED : plan->watch.stopped ? INTERRUPTED : NO_MEMORY;
}

/* Play all games while other threads use the interpreter. */
static Played play_all(Plan *plan, const Job *jobs, Result *results, Py_ssize_t count)
{
    plan->thread = PyEval_SaveThread();
    plan->watch = (Watch){is_interrupted, clock(), 0, false};
    Groups found = {NULL, 0, 0, NULL, 0, 0, &plan->watch};
    Game *game = malloc(sizeof *game);
    Played played = game ? PLAYED : NO_MEMORY;
    for (Py_ssize_t i = 0; played == PLAYED && i < count; i++)
        played = play(plan, &jobs[i], game, &found, &results[i]);
    groups_free(&found);
    free(game);
    PyEval_RestoreThread(plan->thread);
    return played;
}

/* Reading the arguments. Whatever is wrong with them sets an error. */

bool wrong(const char *message)
{
    PyErr_SetString(PyExc_ValueError, message);
    return false;
}

static bool read_tiles(Known *known, PyObject *tuple, uint8_t *tiles, int most, int *count)
{
    if (!tuple || !PyTuple_CheckExact(tuple) || PyTuple_GET_SIZE(tuple) > most)
        return wrong("expected a tuple of tiles, not too many");
    *count = (int)PyTuple_GET_SIZE(tuple);
    for (int i = 0; i < *count; i++) {
        int tile = tile_number(known, PyTuple_GET_ITEM(tuple, i));
        if (tile < 0)
            return wrong("expected a tuple of tiles");
        tiles[i] = (uint8_t)tile;
    }
    return true;
}

static bool read_number(PyObject *value, int64_t *number)
{
    int overflow;
    if (!value || !PyLong_CheckExact(value))
        return wrong("expected an integer");
    *number = PyLong_AsLongLongAndOverflow(value, &overflow);
    return overflow ? wrong("an integer is too large") : true;
}

/* Scores and points up to these are no danger to any sum, not even to that of a careful bot. */
#define MOST_SCORE ((int64_t)1 << 48)
#define MOST_POINTS ((int64_t)1 << 32)

static bool is_within(int64_t number, int64_t most) { return -most <= number && number <= most; }

static bool are_summable(const Rules *rules)
{
    bool within = is_within(rules->single, MOST_POINTS) && is_within(rules->bonus, MOST_POINTS);
    for (int i = 0; i <= LONGEST; i++)
        within = within && is_within(rules->worth[i], MOST_POINTS);
    return within;
}

bool read_state(Known *known, PyObject *state, Game *game)
{
    if (!known->state.type || !Py_IS_TYPE(state, known->state.type))
        return wrong("expected the state of a tile game");
    PyObject *board = field_of(&known->state, state, STATE_BOARD);
    PyObject *hands = field_of(&known->state, state, STATE_HANDS);
    PyObject *scores = field_of(&known->state, state, STATE_SCORES);
    PyObject *supply = field_of(&known->state, state, STATE_SUPPLY);
    int64_t turn;
    if (!board || !Py_IS_TYPE(board, known->board.type) || !supply ||
        !Py_IS_TYPE(supply, known->supply.type) || !hands || !PyTuple_CheckExact(hands) ||
        !scores || !PyTuple_CheckExact(scores) ||
        PyTuple_GET_SIZE(hands) != PyTuple_GET_SIZE(scores) || !PyTuple_GET_SIZE(hands) ||
        PyTuple_GET_SIZE(hands) > MOST_PLAYERS)
        return wrong("the fields of a state are not as expected");
    game->players = (int)PyTuple_GET_SIZE(hands);
    if (!read_number(field_of(&known->state, state, STATE_TURN), &turn) ||
        !read_number(field_of(&known->state, state, STATE_PASSES), &game->passes) ||
        !read_number(field_of(&known->state, state, STATE_PLY), &game->ply) ||
        !read_tiles(known, field_of(&known->supply, supply, SUPPLY_TILES), game->supply,
                    MOST_IN_BOX, &game->supply_size))
        return false;
    if (turn < 0 || turn >= game->players || game->passes < 0 ||
        game->passes > INT32_MAX || game->ply < 0 || game->ply > INT32_MAX)
        return wrong("a number of a state is too large");
    game->turn = (int)turn;
    for (int seat = 0; seat < game->players; seat++) {
        int64_t score;
        if (!read_tiles(known, PyTuple_GET_ITEM(hands, seat), game->hands[seat], MOST_IN_HAND,
                        &game->hand_sizes[seat]) ||
            !read_number(PyTuple_GET_ITEM(scores, seat), &score))
            return false;
        if (!is_within(score, MOST_SCORE))
            return wrong("a score is too large");
        game->scores[seat] = score;
    }
    /* Everything else has been read, since this may call Python, which can change the state. */
    Py_INCREF(board);
    GridObject *found = grid_of_board(known, board);
    Py_DECREF(board);
    GridResult result = GRID_REFUSED;
    if (found && found->grid.tile_count) {
        result = grid_copy(&game->grid, &found->grid, 0);
    } else if (found) {
        result = grid_make_empty(&game->grid);
    }
    Py_XDECREF(found);
    if (result == GRID_NO_MEMORY)
        PyErr_NoMemory();
    return result == GRID_OK || (PyErr_Occurred() ? false : wrong("the kernel has no such board"));
}

/* The names of the bots in Python, which may have more: those play there. */
static const char *const bot_names[BOTS] = {
    [RANDOM_BOT] = "random", [GREEDY_BOT] = "greedy", [CAREFUL_BOT] = "careful",
    [STRONG_BOT] = "strong"};

static bool read_job(PyObject *item, int players, Job *job)
{
    PyObject *seed, *bots;
    Py_ssize_t length;
    if (!PyTuple_CheckExact(item) || PyTuple_GET_SIZE(item) != 2)
        return wrong("a job is a seed and the bots");
    seed = PyTuple_GET_ITEM(item, 0);
    bots = PyTuple_GET_ITEM(item, 1);
    const char *text = PyUnicode_CheckExact(seed) ? PyUnicode_AsUTF8AndSize(seed, &length) : NULL;
    if (!text || length >= SEED_TEXT || strlen(text) != (size_t)length)
        return PyErr_Occurred() ? false : wrong("a seed is a short text");
    memset(job, 0, sizeof *job);
    memcpy(job->seed, text, (size_t)length);
    if (!PyTuple_CheckExact(bots) || PyTuple_GET_SIZE(bots) != players)
        return wrong("expected a bot for every seat");
    for (int seat = 0; seat < players; seat++) {
        PyObject *name = PyTuple_GET_ITEM(bots, seat);
        int bot = PyUnicode_CheckExact(name) ? 0 : BOTS;
        while (bot < BOTS && PyUnicode_CompareWithASCIIString(name, bot_names[bot]) != 0)
            bot++;
        if (bot == BOTS)
            return wrong("there is no such bot");
        job->bots[seat] = (uint8_t)bot;
    }
    return true;
}

/* The endings as in Python; a game that was cut off has none. */
static const char *const ending_names[] = {NULL, "went-out", "no-play", "all-passed", "closed"};

/* A result as a tuple: scores, turns, starter, plies, and the ending. */
static PyObject *result_tuple(const Result *result, int players)
{
    PyObject *scores = PyTuple_New(players), *turns = PyTuple_New(players);
    for (int seat = 0; scores && turns && seat < players; seat++) {
        PyObject *score = PyLong_FromLongLong(result->scores[seat]);
        PyObject *turn = PyLong_FromLongLong(result->turns[seat]);
        PyTuple_SET_ITEM(scores, seat, score);
        PyTuple_SET_ITEM(turns, seat, turn);
        if (!score || !turn)
            Py_CLEAR(scores);
    }
    if (!scores || !turns) {
        Py_XDECREF(scores);
        Py_XDECREF(turns);
        return NULL;
    }
    return Py_BuildValue("(NNiLz)", scores, turns, result->starter, (long long)result->plies,
                         ending_names[result->ending]);
}

static PyObject *results_list(const Result *results, Py_ssize_t count, int players)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *item = result_tuple(&results[i], players);
        if (item)
            PyList_SET_ITEM(list, i, item);
        else
            Py_CLEAR(list);
    }
    return list;
}

PyObject *kernel_play(PyObject *module, PyObject *args)
{
    Known *known = PyModule_GetState(module);
    PyObject *start, *rules, *given, *list = NULL;
    long long longest;
    int players, viewer;
    if (!PyArg_ParseTuple(args, "OiiO!O!L", &start, &players, &viewer, known->rules_type, &rules,
                          &PyList_Type, &given, &longest))
        return NULL;
    PyObject *jobs = PyList_AsTuple(given); /* which nobody else can change */
    if (!jobs)
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(jobs);
    Plan *plan = PyMem_Calloc(1, sizeof *plan);
    Job *read = PyMem_Calloc((size_t)count + 1, sizeof *read);
    Result *results = PyMem_Calloc((size_t)count + 1, sizeof *results);
    bool good = plan && read && results;
    if (!good)
        PyErr_NoMemory();
    if (good) {
        plan->rules = &((RulesObject *)rules)->rules;
        plan->longest = longest;
        plan->start.players = players;
        plan->viewer = viewer;
        if (PyTuple_CheckExact(start))
            good = read_tiles(known, start, plan->box, MOST_IN_BOX, &plan->box_size) &&
                   (plan->box_size || wrong("the box is empty"));
        else
            good = read_state(known, start, &plan->start);
        if (good && (players < 1 || players > MOST_PLAYERS || plan->start.players != players))
            good = wrong("there are 1 to 54 players");
        if (good && !are_summable(plan->rules))
            good = wrong("there are too many points to add up");
        if (good && (viewer < 0 || viewer >= players))
            good = wrong("there is no such seat");
    }
    for (Py_ssize_t i = 0; good && i < count; i++)
        good = read_job(PyTuple_GET_ITEM(jobs, i), players, &read[i]);
    if (good) {
        Played played = play_all(plan, read, results, count);
        if (played == PLAYED)
            list = results_list(results, count, players);
        else if (played == NO_MEMORY)
            PyErr_NoMemory();
    }
    Py_DECREF(jobs);
    if (plan)
        game_free(&plan->start);
    PyMem_Free(plan);
    PyMem_Free(read);
    PyMem_Free(results);
    return list;
}

/* Read the placements with some numbers in the order of the list; the list itself must be found. */
static bool read_numbers(PyObject *numbers, const Groups *found, Move *moves)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(numbers); i++) {
        int64_t number;
        if (!read_number(PyTuple_GET_ITEM(numbers, i), &number))
            return false;
        if (number < 0 || (uint64_t)number >= found->way_count)
            return wrong("there is no such placement");
        uint64_t index = (uint64_t)number;
        const Group *group = group_with(found, &index);
        moves[i] = game_placement(found, group, index);
    }
    return true;
}

/* The leads of each move, from those of each world. */
static PyObject *leads_list(const int64_t *leads, Py_ssize_t count, int worlds)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t move = 0; list && move < count; move++) {
        PyObject *tuple = PyTuple_New(worlds);
        for (int world = 0; tuple && world < worlds; world++) {
            PyObject *lead = PyLong_FromLongLong(leads[world * count + move]);
            PyTuple_SET_ITEM(tuple, world, lead);
            if (!lead)
                Py_CLEAR(tuple);
        }
        if (tuple)
            PyList_SET_ITEM(list, move, tuple);
        else
            Py_CLEAR(list);
    }
    return list;
}

PyObject *kernel_leads(PyObject *module, PyObject *args)
{
    enum { MOST = 10000 }; /* moves, worlds and plies, and leads for every move in all worlds */
    Known *known = PyModule_GetState(module);
    PyObject *state, *rules, *numbers, *list = NULL;
    const char *text;
    Py_ssize_t length;
    int worlds, plies;
    if (!PyArg_ParseTuple(args, "OO!O!iis#", &state, known->rules_type, &rules, &PyTuple_Type,
                          &numbers, &worlds, &plies, &text, &length))
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(numbers);
    if (worlds < 1 || plies < 0 || plies > MOST || count > MOST || worlds > MOST ||
        count * worlds > 100 * MOST) {
        wrong("there are too many leads to find");
        return NULL;
    }
    Plan *plan = PyMem_Calloc(1, sizeof *plan);
    Move *moves = PyMem_Calloc((size_t)count + 1, sizeof *moves);
    int64_t *leads = PyMem_Calloc((size_t)(count * worlds) + 1, sizeof *leads);
    bool good = plan && moves && leads;
    if (!good)
        PyErr_NoMemory();
    if (good) {
        plan->rules = &((RulesObject *)rules)->rules;
        plan->watch = (Watch){is_interrupted, clock(), 0, false};
        good = read_state(known, state, &plan->start) &&
               (are_summable(plan->rules) || wrong("there are too many points to add up"));
    }
    if (good) {
        Groups found = {NULL, 0, 0, NULL, 0, 0, NULL};
        bool enough = game_placements(&plan->start, plan->rules, &found);
        good = enough && read_numbers(numbers, &found, moves);
        if (good) {
            found.watch = &plan->watch;
            plan->thread = PyEval_SaveThread();
            Chance chance = chance_of(text, (size_t)length);
            enough = find_leads(&plan->start, plan->rules, moves, (int)count, worlds, plies,
                                &chance, &found, leads);
            PyEval_RestoreThread(plan->thread);
        }
        groups_free(&found);
        if (enough && good)
            list = leads_list(leads, count, worlds);
        else if (!enough && !plan->watch.stopped)
            PyErr_NoMemory();
    }
    if (plan)
        game_free(&plan->start);
    PyMem_Free(plan);
    PyMem_Free(moves);
    PyMem_Free(leads);
    return list;
}
