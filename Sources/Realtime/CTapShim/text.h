/* The length of a text that another program chose: bounded, and 0 for NULL. */
#ifndef TAP_TEXT_H
#define TAP_TEXT_H

#include <stdint.h>

#include "tap_period.h"

static inline uint16_t tap_text_length(const char *text, uint16_t limit) TAP_NONBLOCKING {
    uint16_t length = 0;
    if (!text) return 0;
    while (length < limit && text[length] != 0) length++;
    return length;
}

#endif
