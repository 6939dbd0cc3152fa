#include "lines.h"

#include <stdbool.h>

Mask tile_joins[TILES];
TileSet tile_sets[SETS];

static void fill(void)
{
    for (int tile = 0; tile < TILES; tile++)
        tile_joins[tile] = joins_of_tile(tile);
    for (int number = 0; number < SETS; number++) {
        int kind = number >> LONGEST;
        Mask set = 0;
        for (int i = 0; i < LONGEST; i++)
            if (number >> i & 1)
                set |= bit_of(kind < 6 ? 6 * kind + i : 6 * i + kind - 6);
        TileSet filled = {set, joins_of(set), count_tiles(set)};
        tile_sets[number] = filled;
    }
}

/* Set a number that many threads share, if it is `from`; returns what it was before. */
static long swapped(volatile long *number, long from, long to)
{
#ifdef _MSC_VER
    return _InterlockedCompareExchange(number, to, from);
#else
    return __sync_val_compare_and_swap(number, from, to);
#endif
}

void fill_tables(void)
{
    /* Every load of the kernel comes here, perhaps while other threads play with the tables. */
    enum { EMPTY, FILLING, FILLED };
    static volatile long stage = EMPTY;
    long found = swapped(&stage, EMPTY, FILLING);
    while (found == FILLING)
        found = swapped(&stage, FILLED, FILLED);
    if (found == FILLED)
        return;
    fill();
    swapped(&stage, FILLING, FILLED);
}

int line_number(Laid laid, int count)
{
    /* The single tiles come first, then all lines of two tiles, and so on. */
    static const int starts[] = {0, 0, 36, 396, 1836, 6156, 14796};
    int first = tile_of(laid, 0), used = 0;
    if (count == 1)
        return first;
    bool has_color = first / 6 == tile_of(laid, 1) / 6;
    int number = has_color ? first / 6 : 6 + first % 6;
    for (int i = 0; i < count; i++) {
        int tile = tile_of(laid, i), place = has_color ? tile % 6 : tile / 6;
        /* How many of the tiles that are not used yet come before this one. */
        number = number * (6 - i) + place - tile_sets[used & ((1 << place) - 1)].count;
        used |= 1 << place;
    }
    return starts[count] + number;
}

int set_number(Mask set)
{
    if (!set)
        return 0;
    int first = first_tile(set), color = first / 6, shape = first % 6;
    Mask in_color = set >> 6 * color;
    if (in_color < 1 << LONGEST)
        return color << LONGEST | (int)in_color;
    /* Otherwise every sixth bit counts, and the multiplication brings the six together. */
    return (6 + shape) << LONGEST | (int)((set >> shape) * 0x2108421 >> 25 & 63);
}
