/* One period as JACK's process thread hands it over: facts, planes and a clock. No JACK type stands in it, so that
 * a simulator can make one as well. */
#ifndef TAP_PERIOD_H
#define TAP_PERIOD_H

#include <stdint.h>

#if defined(__has_attribute) && __has_attribute(nonblocking)
#define TAP_NONBLOCKING __attribute__((nonblocking))
#else
#define TAP_NONBLOCKING
#endif

/* Tells Swift's compiler to accept a C function inside `@_noLocks @_noAllocation` code. Only for functions that are
 * TAP_NONBLOCKING themselves: the C compiler checks that side with -Wfunction-effects. */
#define TAP_REALTIME TAP_NONBLOCKING \
    __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

#pragma clang assume_nonnull begin

/* JACK's frame clock and the monotonic clock, read together. */
struct tap_moment {
    uint32_t frame_time;  /* frames; wraps */
    uint64_t monotonic;   /* nanoseconds */
};

typedef struct tap_moment (*tap_clock)(void *_Nullable host) TAP_NONBLOCKING;

enum tap_period_flags {
    TAP_PERIOD_FREEWHEELING = 1u << 0,  /* the server runs faster than realtime */
    TAP_PERIOD_PLANE_MISSING = 1u << 1, /* JACK gave no buffer for a port; silence was stored */
};

struct tap_period {
    uint32_t frames;
    uint32_t channels;
    uint32_t rate;            /* frames per second, as the server last announced it */
    uint32_t xruns;           /* xrun notices received so far */
    uint32_t flags;           /* tap_period_flags */
    struct tap_moment before; /* read just before the callback body runs */
    const float *_Nullable const *_Nonnull planes;
    tap_clock clock;
    void *_Nullable host;     /* handed to clock */
};

/* Reads the host's clocks again, after the copy. */
static inline struct tap_moment tap_period_now(const struct tap_period *period) TAP_REALTIME {
    return period->clock(period->host);
}

/* What a host calls for every period: a Swift function with C linkage, and the callback it belongs to. */
typedef void (*tap_entry)(void *callback, const struct tap_period *period) TAP_NONBLOCKING;

/* RealtimeSanitizer's marks, there only in a program that is linked with it. */
extern void __rtsan_realtime_enter(void) __attribute__((weak)) TAP_NONBLOCKING;
extern void __rtsan_realtime_exit(void) __attribute__((weak)) TAP_NONBLOCKING;

/* Runs a callback as a realtime thread does: under RealtimeSanitizer whatever may block in it ends the program. */
static inline void tap_period_run(tap_entry entry, void *callback, const struct tap_period *period) TAP_NONBLOCKING {
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
    entry(callback, period);
    if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

#pragma clang assume_nonnull end
#endif
