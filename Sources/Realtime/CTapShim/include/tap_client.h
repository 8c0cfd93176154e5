/* A client of a JACK server with every callback registered. Control calls: none of these functions may be called from a
 * thread of libjack. */
#ifndef TAP_CLIENT_H
#define TAP_CLIENT_H

#include <jack/jack.h>
#include <stdbool.h>
#include <stdint.h>

#include "tap_figures.h"
#include "tap_notice.h"
#include "tap_period.h"

#pragma clang assume_nonnull begin

struct tap_client;

/* Why a client did not open. */
enum tap_open_fault {
    TAP_OPEN_GOOD = 0,
    TAP_OPEN_NO_MEMORY,
    TAP_OPEN_OTHER_SERVER,     /* this process has a client on another server, and libjack serves one at a time */
    TAP_OPEN_LOST_SERVER,      /* this process has a client of a server that died; it has to be closed first */
    TAP_OPEN_REFUSED,          /* libjack refused: see the status */
    TAP_OPEN_CALLBACK_REFUSED, /* libjack refused a callback: see its name */
    TAP_OPEN_PORT_REFUSED,     /* libjack refused a port */
};

struct tap_opening {
    enum tap_open_fault fault;
    jack_status_t status;           /* what libjack said */
    const char *_Nullable callback; /* the registration that it refused */
};

/* Opens a client and registers every callback. Never starts a server; may block for ever on a hung one.
 * `server` NULL means the default server. The figures have to outlive the client. NULL on failure, with the reason in
 * `opening`. */
struct tap_client *_Nullable tap_client_open(
    const char *name, const char *_Nullable server, struct tap_figures *figures, struct tap_opening *opening);

/* Closes the client; when it returns, no callback runs any more and the memory is gone. May block for ever on a hung
 * server, and then keeps everything that a callback may reach. Returns what libjack returned: not 0 after the server
 * died, and closed nevertheless. */
int tap_client_close(struct tap_client *client);

/* The libjack client, for control calls. */
jack_client_t *tap_client_jack(struct tap_client *client);

/* Says what the process thread shall run from the next activation on: `entry` with `callback`, and the buffers of
 * `ports`, one a channel, as planes (NULL for no channel). Call it while the client is not active. False when memory ran out. */
bool tap_client_install(
    struct tap_client *client, jack_port_t *_Nullable const *_Nullable ports, uint32_t channels, tap_entry entry,
    void *callback);

/* Copies the oldest notice, if there is one. `text` takes TAP_NOTICE_TEXT_BYTES. One thread at a time. */
bool tap_client_next_notice(struct tap_client *client, struct tap_notice *notice, char *text);

/* The scheduling of the process thread, asked for from outside, so that the process thread makes no system call. Only
 * while the client is active. False before the first period. */
bool tap_client_scheduling(struct tap_client *client, int *policy, int *priority);

/* libjack's version string; empty when the library is too old to tell. */
const char *tap_library_version(void);

/* Whether libjack is PipeWire's. */
bool tap_library_is_pipewire(void);

/* The name of the server that libjack would use: the argument, or what stands for NULL. */
const char *tap_library_server_name(const char *_Nullable server);

/* Whether a server of that name takes clients: opens one and closes it. May block for ever on a hung server. */
enum tap_open_fault tap_library_try_server(const char *client, const char *_Nullable server);

#pragma clang assume_nonnull end
#endif
