/* Which libjack this program runs with, and which server it is bound to: the API is one, the implementations are
 * several. */
#include "library.h"

#include <jack/jack.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tap_message.h"

#pragma clang diagnostic error "-Wfunction-effects"

enum { SERVER_NAME_BYTES = 256 };

static pthread_mutex_t claims = PTHREAD_MUTEX_INITIALIZER; /* control threads only, and never across a call */
static uint32_t open_clients;                              /* under the mutex */
static char server_in_use[SERVER_NAME_BYTES];              /* under the mutex; means something while clients are open */
static _Atomic bool server_is_lost;                        /* set by any thread, cleared under the mutex */

/* Weak: libraries of old do not have it. */
extern const char *jack_get_version_string(void) __attribute__((weak));

const char *tap_library_version(void) {
    if (!jack_get_version_string) return "";
    const char *version = jack_get_version_string();
    return version ? version : "";
}

bool tap_library_is_pipewire(void) { return strstr(tap_library_version(), "PipeWire") != NULL; }

const char *tap_library_server_name(const char *server) {
    if (server) return server;
    const char *named = getenv("JACK_DEFAULT_SERVER");
    return named && *named ? named : "default";
}

enum tap_open_fault tap_library_claim(const char *server) {
    const char *name = tap_library_server_name(server);
    enum tap_open_fault fault = TAP_OPEN_GOOD;
    pthread_mutex_lock(&claims);
    if (open_clients == 0) {
        atomic_store_explicit(&server_is_lost, false, memory_order_relaxed); /* no client is left that could set it */
        strncpy(server_in_use, name, SERVER_NAME_BYTES - 1);
    } else if (!tap_library_is_pipewire()) {
        if (strncmp(server_in_use, name, SERVER_NAME_BYTES - 1) != 0) fault = TAP_OPEN_OTHER_SERVER;
        else if (atomic_load_explicit(&server_is_lost, memory_order_relaxed)) fault = TAP_OPEN_LOST_SERVER; /* a flag */
    }
    if (fault == TAP_OPEN_GOOD) open_clients++;
    pthread_mutex_unlock(&claims);
    return fault;
}

jack_client_t *tap_library_open(const char *name, const char *server, jack_status_t *status) {
    tap_messages_install();
    *status = 0;
    return server ? jack_client_open(name, JackNoStartServer | JackServerName, status, server)
                  : jack_client_open(name, JackNoStartServer, status);
}

void tap_library_release(void) {
    pthread_mutex_lock(&claims);
    open_clients--;
    pthread_mutex_unlock(&claims);
}

enum tap_open_fault tap_library_try_server(const char *client, const char *server) {
    enum tap_open_fault fault = tap_library_claim(server);
    if (fault != TAP_OPEN_GOOD) return fault;
    jack_status_t status;
    jack_client_t *jack = tap_library_open(client, server, &status);
    if (jack) jack_client_close(jack);
    tap_library_release();
    return jack ? TAP_OPEN_GOOD : TAP_OPEN_REFUSED;
}

void tap_library_note_loss(void) TAP_NONBLOCKING {
    atomic_store_explicit(&server_is_lost, true, memory_order_relaxed); /* one fact by itself */
}
