/* Everything that libjack announces. On PipeWire some of it arrives on the process thread in the middle of a cycle, so
 * all of it is as strict as the process callback: copy, count, return. */
#include "client.h"
#include "guard.h"
#include "library.h"
#include "tap_shim_testing.h"

#pragma clang diagnostic error "-Wfunction-effects"

static void push(
    struct tap_client *tap, enum tap_notice_kind kind, uint32_t first, uint32_t second, const char *text,
    const char *other) TAP_NONBLOCKING {
    struct tap_notice notice = {.kind = kind, .first = first, .second = second};
    if (tap_notices_push(&tap->notices, notice, text, other))
        atomic_fetch_add_explicit(&tap->figures->notices, 1, memory_order_release); /* whoever sees it finds the notice */
    else
        atomic_fetch_add_explicit(&tap->figures->notices_lost, 1, memory_order_relaxed); /* a figure */
}

void tap_on_thread_init(void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    struct tap_client *tap = client;
    atomic_fetch_add_explicit(&tap->figures->threads_started, 1, memory_order_relaxed); /* a figure */
    tap_guard_leave(guard);
}

int tap_on_buffer_size(jack_nframes_t frames, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    push(client, TAP_NOTICE_PERIOD_CHANGED, frames, 0, NULL, NULL);
    tap_guard_leave(guard);
    return 0;
}

int tap_on_sample_rate(jack_nframes_t rate, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    struct tap_client *tap = client;
    /* Relaxed: no period runs before this returns. */
    uint32_t old = atomic_exchange_explicit(&tap->rate, rate, memory_order_relaxed);
    /* libjack tells the rate once while the callback is being registered: that is no change. */
    if (old != 0 && old != rate) push(tap, TAP_NOTICE_RATE_CHANGED, rate, 0, NULL, NULL);
    tap_guard_leave(guard);
    return 0;
}

int tap_on_xrun(void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    struct tap_client *tap = client;
    atomic_fetch_add_explicit(&tap->figures->xruns, 1, memory_order_relaxed); /* a figure; it may overlap a period */
    push(tap, TAP_NOTICE_XRUN, 0, 0, NULL, NULL);
    tap_guard_leave(guard);
    return 0;
}

int tap_on_graph_order(void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    push(client, TAP_NOTICE_GRAPH_REORDERED, 0, 0, NULL, NULL);
    tap_guard_leave(guard);
    return 0;
}

void tap_on_port_registration(jack_port_id_t port, int registered, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    struct tap_client *tap = client;
    /* jack2 gives a freed id to the next port, so the name is taken before that can happen. PipeWire's ids are never
     * used again, and the name can wait. */
    const char *name = NULL;
    if (registered && tap->names_ports) name = jack_port_name(jack_port_by_id(tap->jack, port));
    push(
        tap, registered ? TAP_NOTICE_PORT_REGISTERED : TAP_NOTICE_PORT_UNREGISTERED, port, 0, name, NULL);
    tap_guard_leave(guard);
}

void tap_on_port_rename(jack_port_id_t port, const char *old_name, const char *new_name, void *client)
    TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    push(client, TAP_NOTICE_PORT_RENAMED, port, 0, old_name, new_name);
    tap_guard_leave(guard);
}

void tap_on_port_connect(jack_port_id_t a, jack_port_id_t b, int connected, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    push(client, connected ? TAP_NOTICE_CONNECTED : TAP_NOTICE_DISCONNECTED, a, b, NULL, NULL);
    tap_guard_leave(guard);
}

void tap_on_client_registration(const char *name, int registered, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    push(
        client, registered ? TAP_NOTICE_CLIENT_REGISTERED : TAP_NOTICE_CLIENT_UNREGISTERED, 0, 0, name, NULL);
    tap_guard_leave(guard);
}

void tap_on_freewheel(int starting, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    struct tap_client *tap = client;
    atomic_store_explicit(&tap->is_freewheeling, starting != 0, memory_order_relaxed); /* one fact by itself */
    push(tap, TAP_NOTICE_FREEWHEEL, starting != 0, 0, NULL, NULL);
    tap_guard_leave(guard);
}

void tap_on_latency(jack_latency_callback_mode_t mode, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    push(client, TAP_NOTICE_LATENCY_CHANGED, mode == JackPlaybackLatency, 0, NULL, NULL);
    tap_guard_leave(guard);
}

void tap_on_property_change(jack_uuid_t subject, const char *key, jack_property_change_t change, void *client)
    TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    (void)subject;
    push(client, TAP_NOTICE_PROPERTY_CHANGED, (uint32_t)change, 0, key, NULL);
    tap_guard_leave(guard);
}

static void server_is_gone(struct tap_client *tap, uint32_t status, const char *reason) TAP_NONBLOCKING {
    push(tap, TAP_NOTICE_SERVER_LOST, status, 0, reason, NULL);
    /* Release: whoever sees the flag finds the notice in the queue, unless the queue was full. */
    atomic_store_explicit(&tap->figures->is_server_lost, true, memory_order_release);
    tap_library_note_loss();
}

void tap_on_shutdown(void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    server_is_gone(client, 0, "the server has shut down");
    tap_guard_leave(guard);
}

void tap_on_info_shutdown(jack_status_t code, const char *reason, void *client) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    server_is_gone(client, (uint32_t)code, reason);
    tap_guard_leave(guard);
}
