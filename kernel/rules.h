/* The rules of a variant as far as the kernel needs them. Mirrors qwirkle/tilegame/rules.py. */

#ifndef QWIRKLE_RULES_H
#define QWIRKLE_RULES_H

#include "judge.h"

typedef struct {
    Points worth;       /* the points for lines of 0 to 6 tiles on the board */
    int64_t single;     /* the points for an opening with one tile */
    int64_t bonus;      /* the points for placing the last tile of a hand at the end */
    int hand_size;
    int exchange_limit;
    bool stacks;        /* exchanged tiles go under the stacks, unmixed */
    bool must_exchange; /* a player who cannot place must exchange while the supply lasts */
    bool at_once;       /* with an empty supply, the game ends as soon as nobody can place */
} Rules;

#endif
