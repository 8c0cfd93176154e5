/* Drives the shim's callbacks as libjack does, in the ways that no Swift code may: on threads that are cancelled
 * asynchronously in the middle of an instruction. */
#ifndef SHIM_DRIVER_H
#define SHIM_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

struct shim_cancelled {
    bool has_entered;  /* the callback's body began */
    bool has_finished; /* and ran to its end */
    bool was_cancelled; /* the thread ended by cancellation, and not by itself */
};

/* Runs a period on a thread, and cancels the thread in the middle of the callback's body. */
struct shim_cancelled shim_cancel_inside_period(void);

/* The same body without the shim around it: the control. */
struct shim_cancelled shim_cancel_without_shim(void);

/* Threads that send notices of all kinds to a client are cancelled at random, so many one after the other.
 * Returns how many notices could be read, or -1 when one was damaged, or none came through after a thread's death. */
int64_t shim_cancel_notifiers(uint32_t threads);

/* The same for messages of libjack. */
int64_t shim_cancel_messengers(uint32_t threads);

#pragma clang assume_nonnull end
#endif
