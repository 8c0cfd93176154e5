/* What a client counts. The figures belong to whoever opens the client, and may be read from any thread at any time:
 * before, while and after the client is open. */
#ifndef TAP_FIGURES_H
#define TAP_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

struct tap_figures;

/* All zero. NULL when memory ran out. */
struct tap_figures *_Nullable tap_figures_make(void);

/* The client has to be closed: its threads count here. */
void tap_figures_free(struct tap_figures *figures);

/* Periods that the process thread has run. */
uint64_t tap_figures_periods(const struct tap_figures *figures);

/* Xrun notices; none of them is ever lost. */
uint32_t tap_figures_xruns(const struct tap_figures *figures);

/* Notices that went into the queue; those before this many can be read. */
uint64_t tap_figures_notices(const struct tap_figures *figures);

/* Notices that found the queue full. */
uint64_t tap_figures_notices_lost(const struct tap_figures *figures);

/* Threads that libjack has announced. */
uint32_t tap_figures_threads_started(const struct tap_figures *figures);

/* Whether the server is gone for this client. It never comes back. */
bool tap_figures_is_server_lost(const struct tap_figures *figures);

#pragma clang assume_nonnull end
#endif
