/* A tile game at one moment, which changes with every move, for whole games without Python.
 *
 * Mirrors TileGame in qwirkle/tilegame/game.py for variants that override nothing but what
 * ASKED and DESCRIBING in _engine.py allow. Tiles are numbers. Nothing here uses the Python API, so
 * many threads can play at once.
 */

#ifndef QWIRKLE_GAME_H
#define QWIRKLE_GAME_H

#include "chance.h"
#include "exchanges.h"
#include "generator.h"
#include "rules.h"

enum {
    MOST_PLAYERS = 54,
    SEED_TEXT = 24 /* the digits of a seed of 64 bits, a sign, and the end */
};

typedef struct {
    Grid grid;
    int players, turn;
    int64_t passes, ply;
    int64_t scores[MOST_PLAYERS];
    int hand_sizes[MOST_PLAYERS];
    uint8_t hands[MOST_PLAYERS][MOST_IN_HAND]; /* each sorted */
    int supply_size;
    uint8_t supply[MOST_IN_BOX]; /* the first is drawn first */
    char seed[SEED_TEXT];
} Game;

typedef enum { GOES_ON, WENT_OUT, NO_PLAY, ALL_PASSED, CLOSED } Ending;

typedef enum { PLACE, EXCHANGE, PASS } MoveKind;

typedef struct {
    MoveKind kind;
    int count;                   /* how many tiles are placed or exchanged */
    uint8_t tiles[MOST_IN_HAND]; /* those tiles */
    uint16_t squares[LONGEST];   /* where they are placed */
    int64_t points;
} Move;

/* All functions that return a bool return false if memory runs out, or if they were stopped. */

/* Copy a game with its grid. */
bool game_copy(Game *copy, const Game *game);

void game_free(Game *game);

/* Mix the pieces of a box, deal them, and determine who starts. The seed is set already. */
bool game_deal(Game *game, const Rules *rules, const uint8_t *box, int box_size);

/* Mix the supply by the seed and the number of moves so far, or a number given. */
void game_mix(Game *game, int64_t ply);

/* Why the game is over, if it is. */
Ending game_ending(const Game *game, const Rules *rules);

/* The legal placements of the player to move. */
bool game_placements(const Game *game, const Rules *rules, Groups *found);

/* One of these placements as a move. */
Move game_placement(const Groups *found, const Group *group, uint64_t index);

/* The most tiles that can be exchanged now. */
int game_most_exchanged(const Game *game, const Rules *rules);

/* Make a legal move. */
bool game_apply(Game *game, const Rules *rules, const Move *move);

#endif
