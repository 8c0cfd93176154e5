/* What the benchmarks do in C: they run a period as the shim does, and the rivals that it is measured against. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Nanoseconds of the monotonic clock. */
uint64_t bench_now(void);

/* Where a rival copies to: as much memory as the ring has, gone through in the same steps. */
struct bench_target {
    char *memory;
    size_t size;
    size_t next; /* offset of the next copy */
};

/* The planes of a period. */
struct bench_source {
    const float *_Nullable const *_Nonnull planes;
    uint32_t channels;
    uint32_t frames;
};

/* Runs `count` periods through C's entry into the callback behind `context`, reading the clocks before each as the shim
 * does. Returns nanoseconds. */
uint64_t bench_run_callback(void *context, struct bench_source source, unsigned count);

/* Copies the same bytes plane by plane. Returns nanoseconds. */
uint64_t bench_copy_planes(struct bench_target *target, struct bench_source source, unsigned count);

/* Copies the same bytes with one memcpy a period; the planes must lie in one piece. Returns nanoseconds. */
uint64_t bench_copy_whole(struct bench_target *target, struct bench_source source, unsigned count);

/* Calls of malloc and its like that this thread has made. */
uint64_t bench_allocations(void);

#pragma clang assume_nonnull end
#endif
