/* The one door between libjack's threads and the rest: it opens clients, registers every callback, and hands over
 * periods, notices and messages. What runs on a thread of libjack is C and wait-free, but for the one function that the
 * host installs for periods. */
#ifndef TAP_SHIM_H
#define TAP_SHIM_H

#include "tap_client.h"
#include "tap_figures.h"
#include "tap_message.h"
#include "tap_notice.h"
#include "tap_source.h"

#endif
