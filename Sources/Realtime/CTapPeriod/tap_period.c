#include "tap_period.h"

/* The layout is part of the contract between C and Swift. */
_Static_assert(sizeof(struct tap_moment) == 16, "a moment is two clocks");
