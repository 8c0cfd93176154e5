/* The known signal's player. Its process callback is as strict as the tap's. */
#include <jack/jack.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "guard.h"
#include "library.h"
#include "tap_source.h"

#pragma clang diagnostic error "-Wfunction-effects"

struct tap_source {
    jack_client_t *jack;
    bool counts_new_period; /* jack2: the frame time has advanced by the new period at its start */
    uint32_t channels;

    uint32_t last_time;         /* the process thread's own: frame time of the last period */
    uint32_t last_frames;       /* the process thread's own: its frames; 0 before the first */
    _Atomic uint64_t position;  /* stored only by the process thread */
    _Atomic uint32_t skips;     /* stored only by the process thread */
    _Atomic uint32_t skips_lost;
    struct tap_source_span spans[TAP_SOURCE_SPANS]; /* those before `skips` are written, and never change */

    jack_port_t *ports[];
};

static void note_skip(struct tap_source *source, uint64_t position, uint64_t frames) TAP_NONBLOCKING {
    uint32_t count = atomic_load_explicit(&source->skips, memory_order_relaxed); /* only this thread stores it */
    if (count == TAP_SOURCE_SPANS) {
        atomic_fetch_add_explicit(&source->skips_lost, 1, memory_order_relaxed); /* a figure */
        return;
    }
    source->spans[count].position = position;
    source->spans[count].frames = frames;
    atomic_store_explicit(&source->skips, count + 1, memory_order_release); /* publishes the span */
}

/* The position of a period that starts at `time`, and a note of the frames between it and the one before. */
static uint64_t advance(struct tap_source *source, uint32_t time, uint32_t frames) TAP_NONBLOCKING {
    uint64_t position = atomic_load_explicit(&source->position, memory_order_relaxed); /* only this thread stores it */
    if (source->last_frames == 0) {
        position = time;
    } else {
        /* Modulo 2^32, as the frame time itself: right for distances below 2^31 frames. */
        int32_t gap = (int32_t)(time - source->last_time -
                                (source->counts_new_period ? frames : source->last_frames));
        if (gap > 0) {
            note_skip(source, position, (uint64_t)gap);
            position += (uint64_t)gap;
        }
    }
    source->last_time = time;
    source->last_frames = frames;
    return position;
}

static void play(float *plane, uint64_t position, uint32_t frames, uint32_t channel) TAP_NONBLOCKING {
    uint32_t first = (uint32_t)position + channel * TAP_SOURCE_CHANNEL_STEP;
    for (uint32_t frame = 0; frame < frames; frame++) {
        int32_t value = (int32_t)((first + frame) & (TAP_SOURCE_VALUES - 1)); /* 2^24 divides 2^32: wrapping is right */
        plane[frame] = (float)(value - (1 << 23)) * 0x1p-23f;
    }
}

static int on_source_process(jack_nframes_t frames, void *argument) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    struct tap_source *source = argument;
    uint32_t time = jack_last_frame_time(source->jack);
    uint64_t position = advance(source, time, frames);
    for (uint32_t channel = 0; channel < source->channels; channel++) {
        float *plane = jack_port_get_buffer(source->ports[channel], frames);
        if (plane) play(plane, position, frames, channel);
    }
    uint32_t late = jack_last_frame_time(source->jack) - time;
    /* The server was in a later cycle before we were done: whoever reads these buffers may have read half of them. */
    if (late != 0) note_skip(source, position, (uint64_t)frames + late);
    atomic_store_explicit(&source->position, position + frames, memory_order_release); /* orders it behind the skips */
    tap_guard_leave(guard);
    return 0;
}

static void on_source_shutdown(jack_status_t code, const char *reason, void *argument) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    (void)code, (void)reason, (void)argument;
    tap_library_note_loss();
    tap_guard_leave(guard);
}

static enum tap_open_fault register_ports(struct tap_source *source, uint32_t channels) {
    while (source->channels < channels) {
        char name[32];
        snprintf(name, sizeof name, "out_%u", source->channels + 1);
        jack_port_t *port = jack_port_register(
            source->jack, name, JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput | JackPortIsTerminal, 0);
        if (!port) return TAP_OPEN_PORT_REFUSED;
        source->ports[source->channels++] = port;
    }
    return TAP_OPEN_GOOD;
}

/* Opens the client in libjack, which this process has claimed. */
static enum tap_open_fault open_claimed(
    struct tap_source *source, const char *name, const char *server, uint32_t channels,
    struct tap_opening *opening) {
    source->jack = tap_library_open(name, server, &opening->status);
    if (!source->jack) return TAP_OPEN_REFUSED;
    source->counts_new_period = !tap_library_is_pipewire();
    jack_on_info_shutdown(source->jack, on_source_shutdown, source);
    enum tap_open_fault fault = TAP_OPEN_CALLBACK_REFUSED;
    opening->callback = "jack_set_process_callback";
    if (jack_set_process_callback(source->jack, on_source_process, source) == 0)
        fault = register_ports(source, channels);
    if (fault != TAP_OPEN_GOOD) jack_client_close(source->jack);
    return fault;
}

struct tap_source *tap_source_open(
    const char *name, const char *server, uint32_t channels, struct tap_opening *opening) {
    *opening = (struct tap_opening){TAP_OPEN_NO_MEMORY, 0, NULL};
    struct tap_source *source = calloc(1, sizeof *source + channels * sizeof source->ports[0]);
    if (!source) return NULL;
    opening->fault = tap_library_claim(server);
    if (opening->fault == TAP_OPEN_GOOD) {
        opening->fault = open_claimed(source, name, server, channels, opening);
        if (opening->fault == TAP_OPEN_GOOD) return source;
        tap_library_release();
    }
    free(source);
    return NULL;
}

int tap_source_activate(struct tap_source *source) { return jack_activate(source->jack); }

void tap_source_close(struct tap_source *source) {
    jack_client_close(source->jack);
    tap_library_release();
    free(source); /* libjack has returned: its threads are gone */
}

jack_client_t *tap_source_jack(struct tap_source *source) { return source->jack; }

jack_port_t *tap_source_port(struct tap_source *source, uint32_t channel) { return source->ports[channel]; }

uint64_t tap_source_position(const struct tap_source *source) {
    return atomic_load_explicit(&source->position, memory_order_acquire); /* the skips before it are noted */
}

bool tap_source_skipped(const struct tap_source *source, uint32_t index, struct tap_source_span *span) {
    if (index >= atomic_load_explicit(&source->skips, memory_order_acquire)) return false; /* pairs with note_skip */
    *span = source->spans[index];
    return true;
}

uint32_t tap_source_skipped_lost(const struct tap_source *source) {
    return atomic_load_explicit(&source->skips_lost, memory_order_relaxed); /* a figure */
}
