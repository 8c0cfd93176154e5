/* The lines that libjack would have printed. They belong to the process, not to a client: libjack has one error
 * function and one info function, and says of no line which client it is about. So there is one log, and every reader
 * goes through it at its own pace. */
#ifndef TAP_MESSAGE_H
#define TAP_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum { TAP_MESSAGE_BYTES = 256 };

struct tap_message {
    uint64_t time;     /* nanoseconds of the monotonic clock */
    uint32_t is_error; /* 1 for an error, 0 for information */
    uint32_t length;   /* bytes of the text; what was longer is cut */
};

/* One reader's place in the log. Only its owner touches it. */
struct tap_message_reader {
    uint64_t next;
    uint64_t lost; /* messages that were overwritten before this reader came to them */
};

/* Takes libjack's messages from now on, instead of letting it print them. Idempotent, from any thread; libjack never
 * prints again in this process. Has to come before the first client opens. */
void tap_messages_install(void);

/* How many messages there have been. It may grow at any time; a reader sees one soon after it is counted. */
uint64_t tap_messages_count(void);

/* A reader of the messages that come from now on. */
struct tap_message_reader tap_messages_from_now(void);

/* Copies the next message, if there is one. `text` takes TAP_MESSAGE_BYTES. */
bool tap_messages_next(struct tap_message_reader *reader, struct tap_message *message, char *text);

#pragma clang assume_nonnull end
#endif
