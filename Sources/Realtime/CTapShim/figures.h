/* The figures as the callbacks see them. */
#ifndef TAP_FIGURES_INTERNAL_H
#define TAP_FIGURES_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "tap_figures.h"

struct tap_figures {
    _Alignas(128) _Atomic uint64_t periods; /* stored only by the process thread */
    _Alignas(128) _Atomic uint64_t notices; /* counted by any thread of libjack, as are those below */
    _Atomic uint64_t notices_lost;
    _Atomic uint32_t xruns;
    _Atomic uint32_t threads_started;
    _Atomic bool is_server_lost;
};

#endif
