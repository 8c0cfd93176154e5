#include "bench.h"

#include <string.h>
#include <time.h>

#include "tap_period.h"

/* The entry that a host is given: a Swift function with C linkage. */
extern void tap_run_period(void *callback, const struct tap_period *period);

uint64_t bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The shim's clock, but for libjack's own call, which is not JackTap's to pay. */
static struct tap_moment moment_of(void *host) {
    const uint32_t *frame_time = host;
    return (struct tap_moment){*frame_time, bench_now()};
}

uint64_t bench_run_callback(void *context, struct bench_source source, unsigned count) {
    static uint32_t frame_time;
    uint64_t start = bench_now();
    for (unsigned i = 0; i < count; i++) {
        frame_time += source.frames;
        struct tap_period period = {
            .frames = source.frames,
            .channels = source.channels,
            .rate = 48000,
            .before = moment_of(&frame_time),
            .planes = source.planes,
            .clock = moment_of,
            .host = &frame_time,
        };
        tap_run_period(context, &period);
    }
    return bench_now() - start;
}

/* Where the next `bytes` go, so that every copy writes memory as cold as the ring's. */
static char *next_place(struct bench_target *target, size_t bytes) {
    if (target->next + bytes > target->size) target->next = 0;
    char *place = target->memory + target->next;
    target->next += bytes;
    return place;
}

/* The compiler must believe that the copy is looked at. */
static void keep(void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

uint64_t bench_copy_planes(struct bench_target *target, struct bench_source source, unsigned count) {
    size_t bytes = source.frames * sizeof(float);
    uint64_t start = bench_now();
    for (unsigned i = 0; i < count; i++) {
        char *place = next_place(target, bytes * source.channels);
        for (uint32_t channel = 0; channel < source.channels; channel++)
            memcpy(place + channel * bytes, source.planes[channel], bytes);
        keep(place);
    }
    return bench_now() - start;
}

uint64_t bench_copy_whole(struct bench_target *target, struct bench_source source, unsigned count) {
    size_t bytes = (size_t)source.frames * source.channels * sizeof(float);
    uint64_t start = bench_now();
    for (unsigned i = 0; i < count; i++) {
        char *place = next_place(target, bytes);
        memcpy(place, source.planes[0], bytes);
        keep(place);
    }
    return bench_now() - start;
}
