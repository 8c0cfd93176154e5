/* What libjack is to the whole process. */
#ifndef TAP_LIBRARY_H
#define TAP_LIBRARY_H

#include "tap_client.h"

/* Asks for the right to open one more client on a server (NULL: the default one). jack2 keeps one map of shared memory
 * for the process: a client of a second server would silently be shown the ports and the clock of the first, and a
 * client of a restarted server those of the dead one. So both are refused here while a client of the former is open. */
enum tap_open_fault tap_library_claim(const char *server);

/* Opens a client of libjack, silently and without ever starting a server. Between claim and release. */
jack_client_t *tap_library_open(const char *name, const char *server, jack_status_t *status);

/* Gives the right back, when the client has closed. */
void tap_library_release(void);

/* Says that the server is gone under the clients that are open. */
void tap_library_note_loss(void) TAP_NONBLOCKING;

#endif
