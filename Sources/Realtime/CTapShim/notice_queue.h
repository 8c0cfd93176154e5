/* A bounded queue of notices from several threads of libjack to one of ours. A producer never waits: it claims its cells
 * with one compare-and-swap (again when another producer was faster), or finds the queue full and counts.
 *
 * A record takes one cell, or as many in a row as its text needs. Each cell has a sequence number: equal to its position
 * it is free; the first cell's sequence is stored as position + 1 when the whole record is written, and the consumer sets
 * each cell to its position one lap later when it has read the record. */
#ifndef TAP_NOTICE_QUEUE_H
#define TAP_NOTICE_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "tap_notice.h"
#include "tap_period.h"

enum {
    TAP_NOTICE_CELLS = 4096, /* a power of two */
    TAP_NOTICE_CELL_BYTES = 56,
};

struct tap_notice_cell {
    _Atomic uint64_t sequence;
    unsigned char bytes[TAP_NOTICE_CELL_BYTES];
};

struct tap_notice_queue {
    _Alignas(128) _Atomic uint64_t tail; /* the next position to claim; moved by producers */
    _Alignas(128) uint64_t head;         /* the next position to read; the consumer's own */
    _Alignas(128) struct tap_notice_cell cells[TAP_NOTICE_CELLS];
};

void tap_notices_init(struct tap_notice_queue *queue);

/* Stores a notice with up to two texts (NULL is empty) and the present time. False when there is no room. Any thread. */
bool tap_notices_push(
    struct tap_notice_queue *queue, struct tap_notice notice, const char *text, const char *other) TAP_NONBLOCKING;

/* Takes the oldest notice. One thread at a time. */
bool tap_notices_pop(struct tap_notice_queue *queue, struct tap_notice *notice, char *text);

#endif
