#include "figures.h"

#include <stdlib.h>
#include <string.h>

struct tap_figures *tap_figures_make(void) {
    struct tap_figures *figures = NULL;
    if (posix_memalign((void **)&figures, 128, sizeof *figures) != 0) return NULL;
    memset(figures, 0, sizeof *figures);
    return figures;
}

void tap_figures_free(struct tap_figures *figures) { free(figures); }

uint64_t tap_figures_periods(const struct tap_figures *figures) {
    return atomic_load_explicit(&figures->periods, memory_order_acquire); /* pairs with the process thread */
}

uint32_t tap_figures_xruns(const struct tap_figures *figures) {
    return atomic_load_explicit(&figures->xruns, memory_order_relaxed); /* a figure */
}

uint64_t tap_figures_notices(const struct tap_figures *figures) {
    return atomic_load_explicit(&figures->notices, memory_order_acquire); /* pairs with push: they are in the queue */
}

uint64_t tap_figures_notices_lost(const struct tap_figures *figures) {
    return atomic_load_explicit(&figures->notices_lost, memory_order_relaxed); /* a figure */
}

uint32_t tap_figures_threads_started(const struct tap_figures *figures) {
    return atomic_load_explicit(&figures->threads_started, memory_order_relaxed); /* a figure */
}

bool tap_figures_is_server_lost(const struct tap_figures *figures) {
    return atomic_load_explicit(&figures->is_server_lost, memory_order_acquire); /* pairs with server_is_gone */
}
