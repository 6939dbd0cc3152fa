/* The built-in bots. Mirrors qwirkle/bots.py, and the chance of qwirkle/supply.py. */

#ifndef QWIRKLE_BOTS_H
#define QWIRKLE_BOTS_H

#include "chance.h"
#include "game.h"

typedef enum { RANDOM_BOT, GREEDY_BOT, CAREFUL_BOT, BOTS } Bot;

/* Deal the tiles that a player does not see again; mirrors TileView.sample_state. */
void deal_unseen(Game *world, int viewer, Chance *chance);

/* Choose a move for the player to move, from what that player may know.
 *
 * False if memory runs out or if it was stopped. */
bool choose(const Game *game, const Rules *rules, Bot bot, Groups *found, Move *move);

#endif
