/* What a server announced: facts, copied on libjack's thread and read later on ours. */
#ifndef TAP_NOTICE_H
#define TAP_NOTICE_H

#include <stdint.h>

#pragma clang assume_nonnull begin

enum tap_notice_kind {
    TAP_NOTICE_XRUN = 1,
    TAP_NOTICE_PORT_REGISTERED,     /* first: port id; text: its name, where it can be had without a lock */
    TAP_NOTICE_PORT_UNREGISTERED,   /* first: port id */
    TAP_NOTICE_PORT_RENAMED,        /* first: port id; text: old name; other text: new name */
    TAP_NOTICE_CONNECTED,           /* first, second: port ids */
    TAP_NOTICE_DISCONNECTED,        /* first, second: port ids */
    TAP_NOTICE_CLIENT_REGISTERED,   /* text: client */
    TAP_NOTICE_CLIENT_UNREGISTERED, /* text: client */
    TAP_NOTICE_PERIOD_CHANGED,      /* first: frames */
    TAP_NOTICE_RATE_CHANGED,        /* first: frames per second */
    TAP_NOTICE_FREEWHEEL,           /* first: 1 when it starts, 0 when it ends */
    TAP_NOTICE_GRAPH_REORDERED,
    TAP_NOTICE_LATENCY_CHANGED,     /* first: 0 capture, 1 playback */
    TAP_NOTICE_PROPERTY_CHANGED,    /* first: created, changed or deleted, as jack_property_change_t */
    TAP_NOTICE_SERVER_LOST,         /* first: jack_status_t; text: the reason */
};

enum {
    /* Bytes of the longest text; what is longer is cut. jack2's longest port name has 320. */
    TAP_NOTICE_TEXT_BYTES = 640,
};

struct tap_notice {
    uint32_t kind;         /* tap_notice_kind */
    uint32_t first;        /* depends on the kind */
    uint32_t second;       /* depends on the kind */
    uint16_t text_length;  /* bytes of the first text */
    uint16_t other_length; /* bytes of the second text, which follows the first */
    uint64_t time;         /* nanoseconds of the monotonic clock */
};

#pragma clang assume_nonnull end
#endif
