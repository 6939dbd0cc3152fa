/* SHAKE-128, as hashlib has it. */

#ifndef QWIRKLE_SHAKE_H
#define QWIRKLE_SHAKE_H

#include <stddef.h>
#include <stdint.h>

/* The first 64-bit words of the SHAKE-128 digest of a short text, in little-endian order. */
void shake_words(const char *text, size_t length, uint64_t *words, size_t count);

#endif
