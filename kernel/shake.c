#include "shake.h"

#include <stdbool.h>
#include <string.h>

enum { RATE = 168 }; /* the bytes of the state that a text fills or a digest is read from */

static uint64_t rotated(uint64_t word, int by) { return by ? word << by | word >> (64 - by) : word; }

/* The permutation Keccak-f[1600], as in FIPS 202. */
static void permute(uint64_t state[25])
{
    static const uint64_t constants[24] = {
        0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000,
        0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
        0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
        0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003,
        0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
        0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
    };
    static const int rotations[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                      25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
    for (int round = 0; round < 24; round++) {
        uint64_t parity[5], moved[25];
        for (int x = 0; x < 5; x++)
            parity[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
        for (int x = 0; x < 5; x++) {
            uint64_t flip = parity[(x + 4) % 5] ^ rotated(parity[(x + 1) % 5], 1);
            for (int y = 0; y < 5; y++) {
                int at = x + 5 * y;
                moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotated(state[at] ^ flip, rotations[at]);
            }
        }
        for (int y = 0; y < 25; y += 5)
            for (int x = 0; x < 5; x++)
                state[x + y] = moved[x + y] ^ (~moved[(x + 1) % 5 + y] & moved[(x + 2) % 5 + y]);
        state[0] ^= constants[round];
    }
}

/* Eight bytes as a word, which is little-endian on every machine. */
static uint64_t word_of(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

void shake_words(const char *text, size_t length, uint64_t *words, size_t count)
{
    uint64_t state[25] = {0};
    for (bool whole = true; whole; text += RATE, length -= RATE) {
        unsigned char block[RATE] = {0};
        whole = length >= RATE;
        memcpy(block, text, whole ? RATE : length);
        if (!whole) {
            block[length] = 0x1F; /* marks the end of the text, and the kind of digest */
            block[RATE - 1] |= 0x80;
        }
        for (int i = 0; i < RATE / 8; i++)
            state[i] ^= word_of(&block[8 * i]);
        if (whole)
            permute(state);
    }
    while (count) {
        size_t more = count < RATE / 8 ? count : RATE / 8;
        permute(state);
        memcpy(words, state, more * sizeof *words);
        words += more;
        count -= more;
    }
}
