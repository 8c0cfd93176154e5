/* The trusted edge: every function outside the shim that code on a thread of libjack calls. The compiler believes what
 * stands here, and checks the rest, so this is the list to review. Nothing else may be redeclared as nonblocking. */
#ifndef TAP_TRUSTED_EDGE_H
#define TAP_TRUSTED_EDGE_H

#include <jack/jack.h>
#include <pthread.h>
#include <time.h>

#include "tap_period.h"

/* An address: jack2 and PipeWire look it up in shared memory. libjack offers it for the process thread. */
void *jack_port_get_buffer(jack_port_t *port, jack_nframes_t frames) TAP_NONBLOCKING;

/* Reads the frame timer of shared memory: both libraries repeat the read while the server is writing, once a period.
 * libjack offers it for the process thread. */
jack_nframes_t jack_last_frame_time(const jack_client_t *client) TAP_NONBLOCKING;

/* jack2 only: a cast. PipeWire's takes a lock, and is never called from its threads; see client_names_port. */
jack_port_t *jack_port_by_id(jack_client_t *client, jack_port_id_t id) TAP_NONBLOCKING;

/* jack2 only, as above: the address of a name in shared memory. */
const char *jack_port_name(const jack_port_t *port) TAP_NONBLOCKING;

/* CLOCK_MONOTONIC comes from the vDSO: no system call. */
int clock_gettime(clockid_t clock, struct timespec *time) TAP_NONBLOCKING;

/* One compare-and-swap on a word of the thread itself. Restoring the state ends the thread when it was cancelled
 * meanwhile, and that is what it is for. */
int pthread_setcancelstate(int state, int *old) TAP_NONBLOCKING;

/* Reads a register. */
pthread_t pthread_self(void) TAP_NONBLOCKING;

#endif
