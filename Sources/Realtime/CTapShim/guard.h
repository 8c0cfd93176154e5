/* The cancellation guard. jack2 ends its threads by asynchronous pthread_cancel, in the middle of any instruction: a
 * callback that is cut there leaves locks held, queues half written and Swift's stack undone. With cancellation
 * disabled the thread finishes the callback first, and jack_deactivate waits for it. */
#ifndef TAP_GUARD_H
#define TAP_GUARD_H

#include "trusted_edge.h"

struct tap_guard {
    int state;
};

static inline struct tap_guard tap_guard_enter(void) TAP_NONBLOCKING {
    struct tap_guard guard;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard.state);
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
    return guard;
}

static inline void tap_guard_leave(struct tap_guard guard) TAP_NONBLOCKING {
    if (__rtsan_realtime_exit) __rtsan_realtime_exit();
    pthread_setcancelstate(guard.state, NULL);
}

static inline uint64_t tap_monotonic_now(void) TAP_NONBLOCKING {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

#endif
