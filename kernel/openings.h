/* The opening lines. Mirrors opening_sets of state.py, and openings of tilegame/_generator.py. */

#ifndef QWIRKLE_OPENINGS_H
#define QWIRKLE_OPENINGS_H

#include "generator.h"

/* The size of the largest set that shares a colour or a shape, copies counted once (B1). */
int largest_set(Mask hand);

/* Add the openings, each largest set in every order of its tiles (B2), as one group of rows.
 *
 * They run to the right from 0,0, for which the grid has room; false if memory runs out. */
bool find_openings(Groups *found, const Grid *grid, const Quest *quest);

#endif
