/* Chance that depends only on a text. Mirrors qwirkle/supply.py. */

#ifndef QWIRKLE_CHANCE_H
#define QWIRKLE_CHANCE_H

#include <stddef.h>
#include <stdint.h>

enum { MOST_IN_BOX = 1000 }; /* more pieces are left to Python */

/* Write the order of mixed things: their places, sorted by the words of a text's digest.
 *
 * Equal words keep their order. `keys` is scratch memory for `count` numbers. */
void mixed_order(const char *text, size_t length, int *order, uint64_t *keys, int count);

/* Write a space and a number at the end of a text, in 21 characters at most; returns its end. */
char *put_number(char *end, int64_t number);

/* A stream of random numbers, from the generator SplitMix64. */
typedef struct {
    uint64_t state;
} Chance;

/* The stream that a text determines. */
Chance chance_of(const char *text, size_t length);

/* A random number below `count`. */
uint64_t pick(Chance *chance, uint64_t count);

/* Shuffle tiles. */
void shuffle(uint8_t *tiles, int count, Chance *chance);

#endif
