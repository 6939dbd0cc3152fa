#include "lines.h"

Mask tile_joins[TILES];
TileSet tile_sets[SETS];

/* For each line, the first of those with one more tile at the end, which are in tile order. */
static uint16_t longer[LINES];

static void fill_lines(void)
{
    static Mask joins[LINES];
    int known = 0;
    for (int tile = 0; tile < TILES; tile++)
        joins[known++] = tile_joins[tile] = joins_of_tile(tile);
    for (int line = 0; line < LINES; line++) { /* there are more and more known ones */
        longer[line] = (uint16_t)known;
        for (Mask left = joins[line]; left; left &= left - 1)
            joins[known++] = joins[line] & tile_joins[first_tile(left)];
    }
}

static void fill_sets(void)
{
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
    fill_lines();
    fill_sets();
    swapped(&stage, FILLING, FILLED);
}

int line_number(Laid laid, int count)
{
    int number = tile_of(laid, 0); /* the first lines are the single tiles */
    Mask joins = tile_joins[number];
    for (int i = 1; i < count; i++) {
        int tile = tile_of(laid, i);
        number = longer[number] + count_tiles(joins & (bit_of(tile) - 1));
        joins &= tile_joins[tile];
    }
    return number;
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
