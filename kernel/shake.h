/* SHAKE-128, for reproducible mixing. Mirrors qwirkle/chance.py. */

#ifndef QWIRKLE_SHAKE_H
#define QWIRKLE_SHAKE_H

#include <stddef.h>
#include <stdint.h>

/* The first 64-bit words of the SHAKE-128 digest of a short text, in little-endian order. */
void shake_words(const char *text, size_t length, uint64_t *words, size_t count);

/* Write the order of mixed things: their places, sorted by the words of a text's digest.
 *
 * `spare` and `keys` are scratch memory for `count` numbers. */
void mixed_order(const char *text, size_t length, int *order, int *spare, uint64_t *keys, int count);

#endif
