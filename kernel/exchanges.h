/* Exchanges, counted and chosen by arithmetic. Mirrors Exchanges in tilegame/legal_moves.py. */

#ifndef QWIRKLE_EXCHANGES_H
#define QWIRKLE_EXCHANGES_H

#include <stdint.h>

enum { MOST_IN_HAND = 54 };

/* The ways to choose tiles of a hand, where copies are interchangeable. */
typedef struct {
    int count;                /* how many kinds of tiles the hand has */
    int first[MOST_IN_HAND];  /* the first place of each kind in the hand */
    int copies[MOST_IN_HAND]; /* how many copies of it there are */
    uint64_t ways[MOST_IN_HAND + 1][MOST_IN_HAND + 1];
    /* ways[kind][number]: the ways to choose a number of tiles of this kind and later ones */
} Choices;

/* Find the ways to choose 1 to `most` tiles of a sorted hand, and return how many there are. */
uint64_t count_choices(Choices *choices, const uint8_t *hand, int size, int most);

/* Write the tiles of the choice at an index, and return how many there are. */
int choice_number(const Choices *choices, const uint8_t *hand, uint64_t index, uint8_t *tiles);

#endif
