/* The 23,436 ways to place up to six tiles in a line, each with a number.
 *
 * Mirrors Laid in qwirkle/tilegame/_generator.py. The table is filled once in a process, when
 * the kernel is first imported, and only read afterwards, so that threads can share it.
 */

#ifndef QWIRKLE_LINES_H
#define QWIRKLE_LINES_H

#include "masks.h"

enum { LINES = 23436 };

typedef uint16_t Line; /* the number of a line; lines 0 to 35 are the single tiles */

typedef struct {
    Mask joins;     /* the tiles that may join the line */
    Line longer;    /* the first of the lines with one more tile at the end, in tile order */
    Line shorter;   /* the line without its last tile */
    uint8_t last;   /* its last tile */
    uint8_t length; /* how many tiles it has */
} LineEntry;

extern LineEntry line_table[LINES];

void fill_line_table(void);

/* The line with one more tile, which must be one that may join it, at the end. */
static inline Line line_onward(Line line, int tile)
{
    const LineEntry *entry = &line_table[line];
    return (Line)(entry->longer + count_tiles(entry->joins & (bit_of(tile) - 1)));
}

/* The line with one more tile, which must be one that may join it, at the front. */
Line line_before(int tile, Line line);

/* Write the tiles of a line, and return how many there are. */
int line_tiles(Line line, int tiles[LONGEST]);

#endif
