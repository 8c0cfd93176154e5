/* Registers every callback that libjack has, in one place, and believes no registration before libjack confirms it. */
#include <jack/metadata.h>

#include "client.h"
#include "tap_shim_testing.h"

#define LISTEN(register_callback, callback)                       \
    do {                                                          \
        if (register_callback(client->jack, callback, client) != 0) \
            return #register_callback;                            \
    } while (0)

const char *tap_client_listen(struct tap_client *client) {
    /* Both: jack2 calls only the second when both are there, older PipeWire only the first. They confirm nothing. */
    jack_on_shutdown(client->jack, tap_on_shutdown, client);
    jack_on_info_shutdown(client->jack, tap_on_info_shutdown, client);
    LISTEN(jack_set_thread_init_callback, tap_on_thread_init);
    LISTEN(jack_set_process_callback, tap_on_process);
    LISTEN(jack_set_buffer_size_callback, tap_on_buffer_size);
    LISTEN(jack_set_sample_rate_callback, tap_on_sample_rate);
    LISTEN(jack_set_xrun_callback, tap_on_xrun);
    LISTEN(jack_set_graph_order_callback, tap_on_graph_order);
    LISTEN(jack_set_port_registration_callback, tap_on_port_registration);
    LISTEN(jack_set_port_rename_callback, tap_on_port_rename);
    LISTEN(jack_set_port_connect_callback, tap_on_port_connect);
    LISTEN(jack_set_client_registration_callback, tap_on_client_registration);
    LISTEN(jack_set_freewheel_callback, tap_on_freewheel);
    LISTEN(jack_set_latency_callback, tap_on_latency);
    LISTEN(jack_set_property_change_callback, tap_on_property_change);
    return NULL;
}
