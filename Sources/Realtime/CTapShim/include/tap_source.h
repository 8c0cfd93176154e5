/* A client that plays a signal which is known everywhere: the sample of channel c at position t is the integer
 * (t + 16384 c) mod 2^24, as the float v / 2^23 - 1. Float and 24-bit integer files hold it exactly, so whoever reads it
 * back can tell channel, order and position of every sample.
 *
 * Positions are JACK's frame times, unwrapped to 64 bits and counted as a recorder counts them: a change of the period
 * is no hole. */
#ifndef TAP_SOURCE_H
#define TAP_SOURCE_H

#include <jack/jack.h>
#include <stdbool.h>
#include <stdint.h>

#include "tap_client.h"
#include "tap_period.h"

#pragma clang assume_nonnull begin

enum {
    TAP_SOURCE_CHANNEL_STEP = 16384,
    TAP_SOURCE_VALUES = 1 << 24,
    TAP_SOURCE_SPANS = 1024, /* spans that a source can remember */
};

/* Frames that the source did not play, or played too late to be sure of: whatever was recorded there is its fault. */
struct tap_source_span {
    uint64_t position;
    uint64_t frames;
};

struct tap_source;

/* Opens the client and its output ports out_1 ... out_N. NULL on failure, with the reason. */
struct tap_source *_Nullable tap_source_open(
    const char *name, const char *_Nullable server, uint32_t channels,
    struct tap_opening *opening);

/* Starts to play. 0 or libjack's error. */
int tap_source_activate(struct tap_source *source);

/* Stops and frees everything. */
void tap_source_close(struct tap_source *source);

/* The libjack client, for control calls. */
jack_client_t *tap_source_jack(struct tap_source *source);

/* The port of one channel. */
jack_port_t *tap_source_port(struct tap_source *source, uint32_t channel);

/* The position behind the last frame played; 0 before the first period. It grows at any time. */
uint64_t tap_source_position(const struct tap_source *source);

/* Copies the skipped span number `index`, if there are so many. They may become more at any time. */
bool tap_source_skipped(const struct tap_source *source, uint32_t index, struct tap_source_span *span);

/* Skipped spans that did not fit. */
uint32_t tap_source_skipped_lost(const struct tap_source *source);

#pragma clang assume_nonnull end
#endif
