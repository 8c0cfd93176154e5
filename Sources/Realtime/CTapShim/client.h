/* What a client consists of. The callbacks see it, and nobody else. */
#ifndef TAP_CLIENT_INTERNAL_H
#define TAP_CLIENT_INTERNAL_H

#include <jack/jack.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "figures.h"
#include "notice_queue.h"
#include "tap_client.h"

/* What the process thread works with, one per activation. It is written before the activation and never after; it is
 * freed when the client has closed. */
struct tap_installation {
    struct tap_installation *before; /* the previous activation's */
    tap_entry entry;
    void *callback;
    uint32_t channels;
    jack_port_t **ports;
    const float **planes; /* refilled by the process thread */
};

struct tap_client {
    jack_client_t *jack; /* NULL only in tests */
    bool names_ports;    /* whether a notice thread may ask for a port's name: not where that takes a lock */

    _Atomic(struct tap_installation *) installation;
    _Atomic uint64_t thread; /* pthread_t of the process thread; 0 before its first period. Stored only there */
    _Atomic uint32_t rate;
    _Atomic bool is_freewheeling;
    struct tap_figures *figures; /* the opener's */

    struct tap_notice_queue notices;
};

/* Registers every callback. Returns NULL, or the name of the registration that libjack refused. */
const char *tap_client_listen(struct tap_client *client);

/* A client's memory, all but the libjack client. NULL when memory ran out. */
struct tap_client *tap_client_make(struct tap_figures *figures);

#endif
