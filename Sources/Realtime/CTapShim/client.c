/* Opening, closing and asking a client. All of it runs on control threads. */
#include "client.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "tap_shim_testing.h"

struct tap_client *tap_client_make(struct tap_figures *figures) {
    struct tap_client *client = NULL;
    if (posix_memalign((void **)&client, 128, sizeof *client) != 0) return NULL;
    memset(client, 0, sizeof *client);
    client->figures = figures;
    tap_notices_init(&client->notices);
    return client;
}

static void free_client(struct tap_client *client) {
    struct tap_installation *installed = atomic_load_explicit(&client->installation, memory_order_relaxed); /* alone */
    while (installed) {
        struct tap_installation *before = installed->before;
        free(installed->ports);
        free(installed->planes);
        free(installed);
        installed = before;
    }
    free(client);
}

/* Opens the client in libjack, which this process has claimed. */
static enum tap_open_fault open_claimed(
    struct tap_client *client, const char *name, const char *server, struct tap_opening *opening) {
    client->jack = tap_library_open(name, server, &opening->status);
    if (!client->jack) return TAP_OPEN_REFUSED;
    client->names_ports = !tap_library_is_pipewire();
    opening->callback = tap_client_listen(client);
    if (opening->callback) {
        jack_client_close(client->jack);
        return TAP_OPEN_CALLBACK_REFUSED;
    }
    uint32_t unknown = 0; /* unless the callback has told the rate already */
    atomic_compare_exchange_strong(&client->rate, &unknown, jack_get_sample_rate(client->jack));
    return TAP_OPEN_GOOD;
}

struct tap_client *tap_client_open(
    const char *name, const char *server, struct tap_figures *figures, struct tap_opening *opening) {
    *opening = (struct tap_opening){TAP_OPEN_NO_MEMORY, 0, NULL};
    struct tap_client *client = tap_client_make(figures);
    if (!client) return NULL;
    opening->fault = tap_library_claim(server);
    if (opening->fault == TAP_OPEN_GOOD) {
        opening->fault = open_claimed(client, name, server, opening);
        if (opening->fault == TAP_OPEN_GOOD) return client;
        tap_library_release();
    }
    free_client(client);
    return NULL;
}

int tap_client_close(struct tap_client *client) {
    int status = 0;
    if (client->jack) {
        status = jack_client_close(client->jack);
        tap_library_release();
    }
    free_client(client); /* libjack has returned: none of its threads is left that could reach it */
    return status;
}

jack_client_t *tap_client_jack(struct tap_client *client) { return client->jack; }

bool tap_client_install(
    struct tap_client *client, jack_port_t *const *ports, uint32_t channels, tap_entry entry, void *callback) {
    struct tap_installation *new = calloc(1, sizeof *new);
    if (!new) return false;
    new->ports = calloc(channels + 1, sizeof *new->ports); /* + 1: asking for nothing may yield NULL */
    new->planes = calloc(channels + 1, sizeof *new->planes);
    if (!new->ports || !new->planes) {
        free(new->ports);
        free(new->planes);
        free(new);
        return false;
    }
    for (uint32_t channel = 0; channel < channels; channel++) new->ports[channel] = ports[channel];
    new->channels = channels;
    new->entry = entry;
    new->callback = callback;
    new->before = atomic_load_explicit(&client->installation, memory_order_relaxed); /* only control threads store it */
    atomic_store_explicit(&client->installation, new, memory_order_release);         /* publishes what it points to */
    return true;
}

bool tap_client_next_notice(struct tap_client *client, struct tap_notice *notice, char *text) {
    return tap_notices_pop(&client->notices, notice, text);
}

bool tap_client_scheduling(struct tap_client *client, int *policy, int *priority) {
    if (tap_figures_periods(client->figures) == 0) return false; /* the thread stands before the count */
    pthread_t thread = (pthread_t)atomic_load_explicit(&client->thread, memory_order_relaxed);
    struct sched_param parameters;
    if (pthread_getschedparam(thread, policy, &parameters) != 0) return false;
    *priority = parameters.sched_priority;
    return true;
}

struct tap_client *tap_testing_make_client(
    uint32_t channels, tap_entry entry, void *callback, struct tap_figures *figures) {
    jack_port_t **ports = calloc(channels + 1, sizeof *ports);
    struct tap_client *client = ports ? tap_client_make(figures) : NULL;
    if (client && !tap_client_install(client, ports, channels, entry, callback)) {
        free_client(client);
        client = NULL;
    }
    free(ports);
    return client;
}

uint32_t tap_testing_notice_capacity(void) { return TAP_NOTICE_CELLS; }
