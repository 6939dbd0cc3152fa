/* The points of a placement, or that it does not fit. Mirrors qwirkle/tilegame/legality.py. */

#ifndef QWIRKLE_JUDGE_H
#define QWIRKLE_JUDGE_H

#include "grid.h"

/* The points for a line of each length; one tile is not a line, so 0 for lengths 0 and 1. */
typedef int64_t Points[LONGEST + 1];

/* Whether tiles can be placed on squares, which are sorted and at least one; if so, their points.
 *
 * A square of -1 is outside the grid, where no tile can be placed. */
bool fitting_points(const Grid *grid, int count, const int *squares, const int *tiles,
                    const Points worth, int64_t *points);

#endif
