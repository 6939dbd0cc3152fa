#include "lines.h"

LineEntry line_table[LINES];

/* Set a number that many threads share, if it is `from`; returns what it was before. */
static long swapped(volatile long *number, long from, long to)
{
#ifdef _MSC_VER
    return _InterlockedCompareExchange(number, to, from);
#else
    return __sync_val_compare_and_swap(number, from, to);
#endif
}

void fill_line_table(void)
{
    /* Every load of the kernel comes here, perhaps while other threads play with the table. */
    enum { EMPTY, FILLING, FILLED };
    static volatile long stage = EMPTY;
    long found = swapped(&stage, EMPTY, FILLING);
    while (found == FILLING)
        found = swapped(&stage, FILLED, FILLED);
    if (found == FILLED)
        return;
    int known = 0;
    for (int tile = 0; tile < TILES; tile++)
        line_table[known++] = (LineEntry){joins_of_tile(tile), 0, 0, (uint8_t)tile, 1};
    for (int line = 0; line < LINES; line++) { /* the table grows during the loop */
        LineEntry *entry = &line_table[line];
        entry->longer = (Line)known;
        for (Mask left = entry->joins; left; left &= left - 1) {
            int tile = first_tile(left);
            Mask joins = entry->joins & joins_of_tile(tile);
            uint8_t length = (uint8_t)(entry->length + 1);
            line_table[known++] = (LineEntry){joins, 0, (Line)line, (uint8_t)tile, length};
        }
    }
    swapped(&stage, FILLING, FILLED);
}

Line line_before(int tile, Line line)
{
    const LineEntry *entry = &line_table[line];
    Line front = entry->length == 1 ? (Line)tile : line_before(tile, entry->shorter);
    return line_onward(front, entry->last);
}

int line_tiles(Line line, int tiles[LONGEST])
{
    int length = line_table[line].length;
    for (int i = length; i-- > 0; line = line_table[line].shorter)
        tiles[i] = line_table[line].last;
    return length;
}
