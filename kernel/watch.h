/* Whether long work must stop, asked often, but checked only now and then. */

#ifndef QWIRKLE_WATCH_H
#define QWIRKLE_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct Watch Watch;

struct Watch {
    bool (*is_stopped)(Watch *watch); /* finds out, which may take a while */
    clock_t last;                     /* the processor time when it was last called */
    uint32_t work;                    /* the work since the last look at the clock */
    bool stopped;                     /* what it said */
};

/* Whether to continue after some work; one unit takes up to a tenth of a millisecond. */
bool goes_on(Watch *watch, uint32_t work);

#endif
