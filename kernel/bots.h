/* The built-in bots. Mirrors qwirkle/bots.py and qwirkle/lookahead.py, and the chance of qwirkle/supply.py. */

#ifndef QWIRKLE_BOTS_H
#define QWIRKLE_BOTS_H

#include "chance.h"
#include "game.h"

typedef enum { RANDOM_BOT, GREEDY_BOT, CAREFUL_BOT, STRONG_BOT, BOTS } Bot;

/* Deal the tiles that a player does not see again; mirrors TileView.sample_state. */
void deal_unseen(Game *world, int viewer, Chance *chance);

/* For each world in turn, the leads of the player to move after each of some placements and then
 * some greedy moves. Each lead is the sum of those over all the others.
 *
 * False if memory runs out or if it was stopped. */
bool find_leads(const Game *game, const Rules *rules, const Move *moves, int count, int worlds,
                int plies, Chance *chance, Groups *found, int64_t *leads);

/* Choose a move for the player to move, from what that player may know.
 *
 * False if memory runs out or if it was stopped. */
bool choose(const Game *game, const Rules *rules, Bot bot, Groups *found, Move *move);

#endif
