#include "watch.h"

bool goes_on(Watch *watch, uint32_t work)
{
    enum { PATIENCE = 16, LOOKS_PER_SECOND = 50 };
    watch->work += work;
    if (watch->work < PATIENCE || watch->stopped)
        return !watch->stopped;
    watch->work = 0;
    clock_t now = clock(); /* -1 if it is not known */
    if (now == (clock_t)-1 || now < watch->last ||
        now - watch->last >= CLOCKS_PER_SEC / LOOKS_PER_SECOND) {
        watch->last = now;
        watch->stopped = watch->is_stopped(watch);
    }
    return !watch->stopped;
}
