/* For tests only: the functions that libjack's threads call, and a client without a server to call them with. Any
 * thread may call them, as libjack's do. */
#ifndef TAP_SHIM_TESTING_H
#define TAP_SHIM_TESTING_H

#include <jack/jack.h>
#include <jack/metadata.h>

#include "tap_client.h"
#include "tap_message.h"

#pragma clang assume_nonnull begin

/* A client that no server knows: `channels` planes that are all missing, and the callback. tap_client_close frees it. */
struct tap_client *_Nullable tap_testing_make_client(
    uint32_t channels, tap_entry entry, void *callback, struct tap_figures *figures);

/* Notices without a text that the queue holds at most. */
uint32_t tap_testing_notice_capacity(void);

/* Messages that the log holds at most. */
uint32_t tap_testing_message_capacity(void);

int tap_on_process(jack_nframes_t frames, void *client) TAP_NONBLOCKING;
void tap_on_thread_init(void *client) TAP_NONBLOCKING;
int tap_on_buffer_size(jack_nframes_t frames, void *client) TAP_NONBLOCKING;
int tap_on_sample_rate(jack_nframes_t rate, void *client) TAP_NONBLOCKING;
int tap_on_xrun(void *client) TAP_NONBLOCKING;
int tap_on_graph_order(void *client) TAP_NONBLOCKING;
void tap_on_port_registration(jack_port_id_t port, int registered, void *client) TAP_NONBLOCKING;
void tap_on_port_rename(
    jack_port_id_t port, const char *_Nullable old_name, const char *_Nullable new_name,
    void *client) TAP_NONBLOCKING;
void tap_on_port_connect(jack_port_id_t a, jack_port_id_t b, int connected, void *client) TAP_NONBLOCKING;
void tap_on_client_registration(const char *_Nullable name, int registered, void *client) TAP_NONBLOCKING;
void tap_on_freewheel(int starting, void *client) TAP_NONBLOCKING;
void tap_on_latency(jack_latency_callback_mode_t mode, void *client) TAP_NONBLOCKING;
void tap_on_property_change(
    jack_uuid_t subject, const char *_Nullable key, jack_property_change_t change, void *client) TAP_NONBLOCKING;
void tap_on_shutdown(void *client) TAP_NONBLOCKING;
void tap_on_info_shutdown(jack_status_t code, const char *_Nullable reason, void *client) TAP_NONBLOCKING;
void tap_on_error_message(const char *_Nullable text) TAP_NONBLOCKING;
void tap_on_info_message(const char *_Nullable text) TAP_NONBLOCKING;

#pragma clang assume_nonnull end
#endif
