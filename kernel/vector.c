/* Many games at once, made in small steps, with what players see in arrays of the caller.
 *
 * Mirrors Played in qwirkle/adapters/games.py, with turns.py and arrays.py there. What a game needs
 * is not read from the arrays, which others can change. Clearing an array takes longer than a step,
 * so what was set is remembered, and only that is cleared.
 */

#include "objects.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLANES = 13,      /* one for each colour and each shape, and one for what is placed now */
    MOST_TILES = 108, /* in a game: then no grid is refused */
    MOST_SET = 4096,  /* actions that are possible at a time, far more than there can be */
    MOST_GAMES = 1 << 20,
    LARGEST_WINDOW = 127,
    FIRST_PLACE = 1 + TILES /* the first action that places a tile */
};

/* No game can reach cells or scores beyond 32 bits from there. */
#define FAR_OUT ((int64_t)1 << 30)
#define MOST_WORTH ((int64_t)1 << 20)

typedef struct {
    int64_t x, y;
    int tile;
} Placed;

/* A game and the turn under way. */
typedef struct {
    Game game;
    bool is_cut;
    Ending ending;
    int64_t idle;                /* the moves since the last placement */
    int64_t action;              /* the step that is taken now */
    Placed board[MOST_TILES];    /* the tiles on the board and, after them, those of this turn */
    int placed;                  /* how many tiles were placed this turn */
    uint8_t marks[MOST_IN_HAND]; /* the tiles marked this turn */
    int marked;
    int64_t left, top; /* the first cell of the window */
    Groups found;      /* the placements, if they are known */
    bool is_found;
    const Group *whole; /* where the placement with exactly the tiles placed so far is found */
    uint64_t whole_index;
    int64_t left_out; /* how many placements are not inside the window */
    uint32_t set[MOST_SET], drawn[3 * MOST_TILES]; /* what is set in the mask and in the planes */
    int set_count, drawn_count;
} Match;

typedef enum { FOR_POINTS, FOR_MARGIN, FOR_WIN } Reward;

/* The arrays, in the order in which they are given. */
enum { BOARD, NUMBERS, MASK, REWARDS, ENDED, SCORES, LEFT_OUT, ARRAYS };

typedef struct {
    PyObject_HEAD
    Known *known;
    Rules rules;
    int count, players, window;
    int64_t most_idle;
    Reward reward;
    Py_buffer arrays[ARRAYS];
    Match *matches;
} GamesObject;

static int area(const GamesObject *self) { return self->window * self->window; }
static int columns(const GamesObject *self) { return 3 * TILES + 2 * self->players + 8; }
static int actions(const GamesObject *self) { return FIRST_PLACE + TILES * area(self); }

/* The part of an array that belongs to a game. */
#define PART(self, array, type, each, i) ((type *)(self)->arrays[array].buf + (size_t)(each) * (size_t)(i))

/* The tiles of the player to move that are not chosen yet, and how many there are of each. */
static Mask hand_left(const Match *match, int copies[TILES])
{
    const Game *game = &match->game;
    Mask mask = 0;
    memset(copies, 0, TILES * sizeof *copies);
    for (int i = 0; i < game->hand_sizes[game->turn]; i++)
        copies[game->hands[game->turn][i]]++;
    for (int i = 0; i < match->marked; i++)
        copies[match->marks[i]]--;
    for (int i = 0; i < match->placed; i++)
        copies[match->board[game->grid.tile_count + i].tile]--;
    for (int tile = 0; tile < TILES; tile++)
        mask |= copies[tile] ? bit_of(tile) : 0;
    return mask;
}

/* The number of a cell in the window, or -1 if it is outside. */
static int place_of(const GamesObject *self, const Match *match, int64_t x, int64_t y)
{
    x -= match->left;
    y -= match->top;
    bool inside = x >= 0 && x < self->window && y >= 0 && y < self->window;
    return inside ? (int)(y * self->window + x) : -1;
}

static int place_at(const GamesObject *self, const Match *match, int square)
{
    const Grid *grid = &match->game.grid;
    return place_of(self, match, x_of(grid, square), y_of(grid, square));
}

/* Whether a whole group is in the window, since its ends are. */
static bool is_inside(const GamesObject *self, const Match *match, const Group *group)
{
    return place_at(self, match, group->squares[0]) >= 0 &&
           place_at(self, match, group->squares[group->size - 1]) >= 0;
}

/* Find the placements, unless they are known. */
static bool find_all(GamesObject *self, Match *match)
{
    if (!match->is_found)
        match->is_found = game_placements(&match->game, &self->rules, &match->found);
    return match->is_found;
}

/* Half a sum, rounded down. */
static int64_t half(int64_t sum) { return (sum - (sum & 1)) / 2; }

/* Begin a turn: centre the window, and count what is not inside. */
static bool begin_turn(GamesObject *self, Match *match)
{
    int64_t left = 0, right = 0, top = 0, bottom = 0;
    const Placed *tile = match->board;
    for (int i = 0; i < match->game.grid.tile_count; i++, tile++) {
        left = !i || tile->x < left ? tile->x : left;
        right = !i || tile->x > right ? tile->x : right;
        top = !i || tile->y < top ? tile->y : top;
        bottom = !i || tile->y > bottom ? tile->y : bottom;
    }
    match->left = half(left + right) - self->window / 2;
    match->top = half(top + bottom) - self->window / 2;
    match->placed = match->marked = 0;
    match->is_found = false;
    match->left_out = 0;
    if (match->ending || (place_of(self, match, left - LONGEST, top - LONGEST) >= 0 &&
                          place_of(self, match, right + LONGEST, bottom + LONGEST) >= 0))
        return true;
    if (!find_all(self, match))
        return false;
    for (uint32_t i = 0; i < match->found.group_count; i++)
        if (!is_inside(self, match, &match->found.groups[i]))
            match->left_out += match->found.groups[i].count;
    return true;
}

static void allow(Match *match, int8_t *mask, uint32_t action)
{
    if (!mask[action] && match->set_count < MOST_SET) { /* several placements can contain it */
        mask[action] = 1;
        match->set[match->set_count++] = action;
    }
}

static void allow_places(GamesObject *self, Match *match, int8_t *mask, int square, Mask tiles)
{
    int place = place_at(self, match, square);
    for (; place >= 0 && tiles; tiles &= tiles - 1)
        allow(match, mask, (uint32_t)(FIRST_PLACE + first_tile(tiles) * area(self) + place));
}

/* Whether a square touches the board or a tile placed this turn, or is the first of all. */
static bool touches(const Match *match, const int *squares, int square)
{
    const Grid *grid = &match->game.grid;
    if (grid->tile_count ? open_at(grid, square) != NULL
                         : !match->placed && square == square_of(grid, 0, 0))
        return true;
    for (int i = 0; i < match->placed; i++) {
        int far = abs(square - squares[i]);
        if (far == 1 || far == grid->height)
            return true;
    }
    return false;
}

/* Allow every tile of the placements in a group that contain the tiles placed so far. */
static void allow_group(GamesObject *self, Match *match, int8_t *mask, const Group *group,
                        const int *squares)
{
    const Placed *placed = &match->board[match->game.grid.tile_count];
    int at[LONGEST];
    Mask tiles[LONGEST] = {0};
    bool taken[LONGEST] = {false};
    for (int k = 0; k < match->placed; k++) {
        for (at[k] = 0; at[k] < group->size && group->squares[at[k]] != squares[k];)
            at[k]++;
        if (at[k] == group->size)
            return;
        taken[at[k]] = true;
    }
    if (!is_inside(self, match, group))
        return;
    for (uint32_t i = 0; i < group->count; i++) {
        Laid way = match->found.ways[group->first + i];
        int k = 0;
        while (k < match->placed && tile_of(way, at[k]) == placed[k].tile)
            k++;
        if (k < match->placed)
            continue;
        if (group->size == match->placed) {
            match->whole = group;
            match->whole_index = i;
            allow(match, mask, 0);
        }
        for (int p = 0; p < group->size; p++)
            tiles[p] |= bit_of(tile_of(way, p));
    }
    for (int p = 0; p < group->size; p++)
        if (!taken[p] && tiles[p] && touches(match, squares, group->squares[p]))
            allow_places(self, match, mask, group->squares[p], tiles[p]);
}

static bool allow_placements(GamesObject *self, Match *match, int8_t *mask, Mask hand)
{
    const Grid *grid = &match->game.grid;
    int squares[LONGEST];
    if (grid->tile_count && !match->placed) { /* every tile that fits can be placed alone */
        for (int square = next_open(grid, 0); square >= 0; square = next_open(grid, square + 1))
            allow_places(self, match, mask, square, open_at(grid, square)->fits & hand);
        return true;
    }
    if (!find_all(self, match))
        return false;
    for (int k = 0; k < match->placed; k++) {
        const Placed *placed = &match->board[grid->tile_count + k];
        squares[k] = square_of(grid, placed->x, placed->y);
    }
    for (uint32_t i = 0; i < match->found.group_count; i++)
        allow_group(self, match, mask, &match->found.groups[i], squares);
    return true;
}

/* Write the mask of the possible actions; in the eyes of other players there are none. */
static bool write_mask(GamesObject *self, int i)
{
    Match *match = &self->matches[i];
    const Game *game = &match->game;
    int8_t *mask = PART(self, MASK, int8_t, actions(self), i);
    int copies[TILES];
    for (int k = 0; k < match->set_count; k++)
        mask[match->set[k]] = 0;
    match->set_count = 0;
    if (match->ending || match->is_cut)
        return true;
    Mask hand = hand_left(match, copies);
    if (!match->marked && !allow_placements(self, match, mask, hand))
        return false;
    if (match->placed)
        return true;
    int most = game_most_exchanged(game, &self->rules);
    int last = match->marked ? match->marks[match->marked - 1] : 0;
    for (int tile = last; match->marked < most && tile < TILES; tile++)
        if (copies[tile])
            allow(match, mask, (uint32_t)(1 + tile));
    bool can_place = game->grid.tile_count ? grid_takes_any(&game->grid, hand) : hand != 0;
    if (match->marked || !(can_place || (most && self->rules.must_exchange)))
        allow(match, mask, 0);
    return true;
}

static void draw_tile(GamesObject *self, Match *match, int8_t *planes, const Placed *tile, bool is_new)
{
    int place = place_of(self, match, tile->x, tile->y);
    const int levels[] = {tile->tile / 6, 6 + tile->tile % 6, PLANES - 1};
    for (int k = 0; place >= 0 && k < 2 + is_new; k++) {
        uint32_t at = (uint32_t)(levels[k] * area(self) + place);
        planes[at] = 1;
        match->drawn[match->drawn_count++] = at;
    }
}

static void write_board(GamesObject *self, int i)
{
    Match *match = &self->matches[i];
    int8_t *planes = PART(self, BOARD, int8_t, PLANES * area(self), i);
    for (int k = 0; k < match->drawn_count; k++)
        planes[match->drawn[k]] = 0;
    match->drawn_count = 0;
    int tiles = match->game.grid.tile_count;
    for (int k = 0; k < tiles + match->placed; k++)
        draw_tile(self, match, planes, &match->board[k], k >= tiles);
}

/* Write the numbers as a player sees them, in the order of Layout.bounds in arrays.py. */
static void write_numbers(GamesObject *self, int i, int seat)
{
    const Match *match = &self->matches[i];
    const Game *game = &match->game;
    int players = self->players, copies[TILES];
    bool is_own = seat == game->turn;
    int32_t *next = PART(self, NUMBERS, int32_t, columns(self), i);
    memset(next, 0, (size_t)columns(self) * sizeof *next);
    *next++ = (int32_t)(match->left + self->window / 2);
    *next++ = (int32_t)(match->top + self->window / 2);
    for (int k = 0; is_own && k < match->marked; k++)
        next[match->marks[k]]++;
    next += TILES;
    for (int k = 0; k < players; k++)
        *next++ = (int32_t)game->scores[(seat + k) % players];
    *next++ = (game->turn - seat + players) % players;
    *next++ = (int32_t)game->passes;
    *next++ = seat;
    hand_left(match, copies);
    for (int tile = 0; is_own && tile < TILES; tile++)
        next[tile] = copies[tile];
    for (int k = 0; !is_own && k < game->hand_sizes[seat]; k++)
        next[game->hands[seat][k]]++;
    next += TILES;
    for (int k = 0; k < players; k++)
        *next++ = game->hand_sizes[(seat + k) % players];
    *next++ = game->supply_size;
    for (int k = 0; k < game->supply_size; k++)
        next[game->supply[k]]++;
    for (int other = 0; other < players; other++)
        for (int k = 0; other != seat && k < game->hand_sizes[other]; k++)
            next[game->hands[other][k]]++;
    next += TILES;
    *next++ = (int32_t)game->ply;
    *next++ = (int32_t)match->ending;
}

/* Write everything about a game but the rewards, as the player to move sees it. */
static bool write_all(GamesObject *self, int i)
{
    Match *match = &self->matches[i];
    bool enough = write_mask(self, i);
    if (enough && !match->set_count && !match->ending)
        match->is_cut = true; /* nothing that the player may do is inside the window */
    write_board(self, i);
    write_numbers(self, i, match->game.turn);
    *PART(self, ENDED, bool, 1, i) = match->ending != GOES_ON;
    *PART(self, ENDED, bool, 1, self->count + i) = match->is_cut;
    *PART(self, LEFT_OUT, int64_t, 1, i) = match->left_out;
    memcpy(PART(self, SCORES, int64_t, self->players, i), match->game.scores,
           (size_t)self->players * sizeof(int64_t));
    return enough;
}

/* Begin the next turn, or end the game. */
static bool go_on(GamesObject *self, Match *match)
{
    match->ending = game_ending(&match->game, &self->rules);
    match->is_cut = !match->ending && match->idle >= self->most_idle;
    return begin_turn(self, match);
}

/* Make the move that the steps of a turn have led to. */
static bool end_turn(GamesObject *self, Match *match)
{
    Game *game = &match->game;
    int tiles = game->grid.tile_count;
    Move move = {PASS, match->marked, {0}, {0}, 0};
    if (match->placed) {
        move = game_placement(&match->found, match->whole, match->whole_index);
    } else if (match->marked) {
        move.kind = EXCHANGE;
        memcpy(move.tiles, match->marks, (size_t)match->marked);
    }
    match->idle = match->placed ? 0 : match->idle + 1;
    bool enough = game_apply(game, &self->rules, &move);
    return enough && game->grid.tile_count == tiles + match->placed && go_on(self, match);
}

static void write_rewards(GamesObject *self, int i, const int64_t *before)
{
    const Match *match = &self->matches[i];
    const int64_t *scores = match->game.scores;
    float *rewards = PART(self, REWARDS, float, self->players, i);
    int64_t total = 0, best = scores[0];
    int winners = 0;
    for (int seat = 0; seat < self->players; seat++) {
        total += scores[seat] - before[seat];
        best = scores[seat] > best ? scores[seat] : best;
    }
    for (int seat = 0; seat < self->players; seat++)
        winners += scores[seat] == best;
    for (int seat = 0; seat < self->players; seat++) {
        double gained = (double)(scores[seat] - before[seat]);
        if (self->reward == FOR_WIN)
            gained = match->ending && scores[seat] == best ? 1.0 / winners : 0;
        else if (self->reward == FOR_MARGIN && self->players > 1)
            gained -= ((double)total - gained) / (self->players - 1);
        rewards[seat] = (float)gained;
    }
}

/* Take the step that was found possible in a game. */
static bool take_step(GamesObject *self, int i)
{
    Match *match = &self->matches[i];
    int64_t before[MOST_PLAYERS], action = match->action;
    bool enough = true;
    memcpy(before, match->game.scores, sizeof before);
    if (!action) {
        enough = end_turn(self, match);
    } else if (action < FIRST_PLACE) {
        match->marks[match->marked++] = (uint8_t)(action - 1);
    } else {
        int64_t place = (action - FIRST_PLACE) % area(self);
        Placed *placed = &match->board[match->game.grid.tile_count + match->placed++];
        placed->x = match->left + place % self->window;
        placed->y = match->top + place / self->window;
        placed->tile = (int)((action - FIRST_PLACE) / area(self));
    }
    if (enough) {
        write_rewards(self, i, before);
        enough = write_all(self, i);
    }
    match->set_count = enough ? match->set_count : 0; /* after a failure, nothing is possible */
    return enough;
}

/* Take a step in every game, or in none: then the result is the first game whose action is not
 * possible. */
static PyObject *games_step(GamesObject *self, PyObject *given)
{
    Py_buffer buffer;
    if (PyObject_GetBuffer(given, &buffer, PyBUF_C_CONTIGUOUS) < 0)
        return NULL;
    const char *chosen = buffer.buf;
    int i = 0;
    bool good = buffer.len == self->count * (Py_ssize_t)sizeof(int64_t) ||
                wrong("expected an action for every game");
    for (; good && i < self->count; i++) {
        Match *match = &self->matches[i];
        int possible = 0;
        /* Read once, since the actions may be in an array that the steps overwrite. */
        memcpy(&match->action, chosen + (size_t)i * sizeof match->action, sizeof match->action);
        while (possible < match->set_count && (int64_t)match->set[possible] != match->action)
            possible++;
        if (possible == match->set_count)
            break;
    }
    bool all = i == self->count, enough = true;
    for (int k = 0; good && all && enough && k < self->count; k++)
        enough = take_step(self, k);
    PyBuffer_Release(&buffer);
    if (!good)
        return NULL;
    if (!enough)
        return PyErr_NoMemory();
    return all ? Py_NewRef(Py_None) : PyLong_FromLong(i);
}

/* Note the tiles on the board of a game that was read, and whether all its numbers fit. */
static bool note_board(const GamesObject *self, const Game *game, Placed *board)
{
    const Grid *grid = &game->grid;
    int tiles = grid->tile_count + game->supply_size, next = 0;
    bool good = game->players == self->players;
    for (int seat = 0; seat < game->players; seat++) {
        good = good && llabs(game->scores[seat]) < FAR_OUT;
        tiles += game->hand_sizes[seat];
    }
    good = good && tiles <= MOST_TILES && llabs(grid->left) < FAR_OUT && llabs(grid->top) < FAR_OUT;
    for (int square = 0; good && square < grid->width * grid->height; square++)
        if (has_tile(grid, square))
            board[next++] = (Placed){x_of(grid, square), y_of(grid, square), grid->squares[square] - 1};
    return good || wrong("the state does not fit the arrays");
}

static PyObject *games_load(GamesObject *self, PyObject *args)
{
    int i;
    PyObject *state;
    const char *seed;
    Py_ssize_t length;
    long long idle;
    Game game = {0}; /* read before anything changes */
    if (!PyArg_ParseTuple(args, "iOs#L", &i, &state, &seed, &length, &idle))
        return NULL;
    bool good = (i >= 0 && i < self->count && length < SEED_TEXT && strlen(seed) == (size_t)length) ||
                wrong("there is no such game, or the seed is too long");
    good = good && read_state(self->known, state, &game);
    if (!good || !note_board(self, &game, self->matches[i].board)) {
        game_free(&game);
        return NULL;
    }
    Match *match = &self->matches[i];
    game_free(&match->game);
    match->game = game;
    memcpy(match->game.seed, seed, (size_t)length + 1);
    match->idle = idle;
    memset(PART(self, REWARDS, float, self->players, i), 0, (size_t)self->players * sizeof(float));
    if (go_on(self, match) && write_all(self, i))
        Py_RETURN_NONE;
    match->set_count = 0;
    return PyErr_NoMemory();
}

/* Show the numbers of a game as a player sees them. */
static PyObject *games_observe(GamesObject *self, PyObject *args)
{
    int i, seat;
    if (!PyArg_ParseTuple(args, "ii", &i, &seat))
        return NULL;
    if (i < 0 || i >= self->count || seat < 0 || seat >= self->matches[i].game.players)
        return wrong("there is no such game or seat"), NULL;
    write_numbers(self, i, seat);
    Py_RETURN_NONE;
}

static void games_dealloc(PyObject *object)
{
    GamesObject *self = (GamesObject *)object;
    PyTypeObject *type = Py_TYPE(object);
    for (int i = 0; self->matches && i < self->count; i++) {
        game_free(&self->matches[i].game);
        groups_free(&self->matches[i].found);
    }
    PyMem_Free(self->matches);
    for (int k = 0; k < ARRAYS; k++)
        PyBuffer_Release(&self->arrays[k]);
    type->tp_free(object);
    Py_DECREF(type);
}

/* Take an array that has exactly the bytes that are expected. */
static bool take_array(GamesObject *self, int array, PyObject *given, int bytes)
{
    Py_buffer *buffer = &self->arrays[array];
    if (PyObject_GetBuffer(given, buffer, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
        return false;
    bool fits = buffer->len == (Py_ssize_t)bytes * self->count && !((uintptr_t)buffer->buf % 8);
    return fits || wrong("an array has the wrong size or place");
}

static bool is_worth_little(const Rules *rules)
{
    bool good = rules->single <= MOST_WORTH && rules->bonus <= MOST_WORTH;
    for (int i = 0; i <= LONGEST; i++)
        good = good && rules->worth[i] <= MOST_WORTH && rules->worth[i] >= 0;
    return good && rules->single >= 0 && rules->bonus >= 0;
}

static PyObject *games_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    Known *known = known_of_type(type);
    PyObject *rules, *given[ARRAYS];
    int count, players, window, reward;
    long long most_idle;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O!iiiLiOOOOOOO", known->rules_type, &rules, &count, &players,
                          &window, &most_idle, &reward, &given[0], &given[1], &given[2], &given[3],
                          &given[4], &given[5], &given[6]))
        return NULL;
    GamesObject *self = (GamesObject *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->known = known;
    self->rules = ((RulesObject *)rules)->rules;
    self->players = players;
    self->window = window;
    self->most_idle = most_idle;
    self->reward = (Reward)reward;
    bool good = (count > 0 && count <= MOST_GAMES && players > 0 && players <= MOST_PLAYERS &&
                 window > 2 * LONGEST && window <= LARGEST_WINDOW && reward >= FOR_POINTS &&
                 reward <= FOR_WIN && is_worth_little(&self->rules)) ||
                wrong("a number is too large or too small");
    if (good) {
        const int sizes[ARRAYS] = {PLANES * area(self), columns(self) * 4, actions(self),
                                   4 * players, 2, 8 * players, 8}; /* bytes for each game */
        self->count = count;
        for (int k = 0; good && k < ARRAYS; k++)
            good = take_array(self, k, given[k], sizes[k]);
    }
    if (good) {
        self->matches = PyMem_Calloc((size_t)count, sizeof *self->matches);
        good = self->matches != NULL;
        if (!good)
            PyErr_NoMemory();
    }
    if (!good)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static PyMethodDef games_methods[] = {
    {"load", (PyCFunction)games_load, METH_VARARGS, "Go on from a state."},
    {"observe", (PyCFunction)games_observe, METH_VARARGS, "Show a game as a player sees it."},
    {"step", (PyCFunction)games_step, METH_O, "Take a step in every game, or in none."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot games_slots[] = {
    {Py_tp_doc, "Many games at once, made in small steps, in arrays of the caller."},
    {Py_tp_new, games_new},
    {Py_tp_dealloc, games_dealloc},
    {Py_tp_methods, games_methods},
    {0, NULL},
};

PyType_Spec games_spec = {
    .name = "qwirkle._kernel.Games",
    .basicsize = sizeof(GamesObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = games_slots,
};
