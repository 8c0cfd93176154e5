/* What the process thread runs for every period. */
#include "client.h"
#include "guard.h"
#include "tap_shim_testing.h"

#pragma clang diagnostic error "-Wfunction-effects"

_Static_assert(sizeof(pthread_t) <= sizeof(uint64_t), "a thread's handle fits into the atomic");

/* JACK's clock and the machine's, as close together as they can be read. */
static struct tap_moment moment_of(void *client) TAP_NONBLOCKING {
    const struct tap_client *tap = client;
    struct tap_moment moment = {jack_last_frame_time(tap->jack), tap_monotonic_now()};
    return moment;
}

static void run_period(struct tap_client *tap, jack_nframes_t frames) TAP_NONBLOCKING {
    /* First of all: what follows may already read samples of the period after. */
    struct tap_moment before = moment_of(tap);
    /* Acquire: pairs with tap_client_install, although starting the thread would do. */
    struct tap_installation *installed = atomic_load_explicit(&tap->installation, memory_order_acquire);
    if (!installed) return;
    for (uint32_t channel = 0; channel < installed->channels; channel++)
        installed->planes[channel] = jack_port_get_buffer(installed->ports[channel], frames);
    /* Relaxed: each is one fact by itself, as new as the notice that brought it. */
    struct tap_period period = {
        .frames = frames,
        .channels = installed->channels,
        .rate = atomic_load_explicit(&tap->rate, memory_order_relaxed),
        .xruns = atomic_load_explicit(&tap->figures->xruns, memory_order_relaxed),
        .flags = atomic_load_explicit(&tap->is_freewheeling, memory_order_relaxed) ? TAP_PERIOD_FREEWHEELING : 0,
        .before = before,
        .planes = installed->planes,
        .clock = moment_of,
        .host = tap,
    };
    installed->entry(installed->callback, &period);
}

int tap_on_process(jack_nframes_t frames, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    struct tap_client *tap = client;
    run_period(tap, frames);
    atomic_store_explicit(&tap->thread, (uint64_t)pthread_self(), memory_order_relaxed); /* published by the count */
    uint64_t periods = atomic_load_explicit(&tap->figures->periods, memory_order_relaxed); /* only this thread stores it */
    atomic_store_explicit(&tap->figures->periods, periods + 1, memory_order_release);      /* publishes the thread */
    tap_guard_leave(guard);
    return 0; /* anything else ends the client without a word */
}
