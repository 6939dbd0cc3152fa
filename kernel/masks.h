/* Sets of tiles as 36-bit masks, used to decide rule P3. Mirrors qwirkle/_masks.py. */

#ifndef QWIRKLE_MASKS_H
#define QWIRKLE_MASKS_H

#include <stdint.h>

#ifdef _MSC_VER
#include <intrin.h>
#endif

enum { TILES = 36, LONGEST = 6 };

typedef uint64_t Mask; /* bit n stands for tile number n */

#define ALL_TILES (((Mask)1 << TILES) - 1)

static inline Mask bit_of(int tile) { return (Mask)1 << tile; }

/* The number of the first tile in a mask that is not empty. */
static inline int first_tile(Mask mask)
{
#ifdef _MSC_VER
    unsigned long index;
    _BitScanForward64(&index, mask);
    return (int)index;
#else
    return __builtin_ctzll(mask);
#endif
}

/* How many tiles are in a mask. Compilers that may not assume a newer processor would call a
 * function for it, which is slower than this. */
static inline int count_tiles(Mask mask)
{
    mask -= mask >> 1 & 0x5555555555555555;
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return (int)(mask * 0x0101010101010101 >> 56);
}

/* The tiles that can share a line with a tile: those with exactly one attribute in common. */
static inline Mask joins_of_tile(int tile)
{
    const Mask one_color = 0x3F, one_shape = 0x41041041;
    return (one_color << (tile / 6 * 6)) ^ (one_shape << (tile % 6));
}

/* The tiles that can share a line with all tiles of a mask. */
static inline Mask joins_of(Mask mask)
{
    Mask joins = ALL_TILES;
    for (; mask; mask &= mask - 1)
        joins &= joins_of_tile(first_tile(mask));
    return joins;
}

#endif
