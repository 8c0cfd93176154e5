#include "notice_queue.h"

#include <string.h>

#include "guard.h"
#include "text.h"

#pragma clang diagnostic error "-Wfunction-effects"

_Static_assert((TAP_NOTICE_CELLS & (TAP_NOTICE_CELLS - 1)) == 0, "a position is masked, not divided");
_Static_assert(sizeof(struct tap_notice_cell) == 64, "a cell is one cache line");
_Static_assert(sizeof(struct tap_notice) <= TAP_NOTICE_CELL_BYTES, "the facts fit into the first cell");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "an atomic that takes a lock may not stand here");

enum {
    RECORD_BYTES = sizeof(struct tap_notice) + TAP_NOTICE_TEXT_BYTES,
};

static inline struct tap_notice_cell *cell_at(struct tap_notice_queue *queue, uint64_t position) TAP_NONBLOCKING {
    return &queue->cells[position & (TAP_NOTICE_CELLS - 1)];
}

static inline uint64_t cells_of(const struct tap_notice *notice) TAP_NONBLOCKING {
    uint64_t bytes = sizeof *notice + notice->text_length + notice->other_length;
    return (bytes + TAP_NOTICE_CELL_BYTES - 1) / TAP_NOTICE_CELL_BYTES;
}

void tap_notices_init(struct tap_notice_queue *queue) {
    atomic_init(&queue->tail, 0);
    queue->head = 0;
    for (uint64_t position = 0; position < TAP_NOTICE_CELLS; position++) {
        struct tap_notice_cell *cell = cell_at(queue, position);
        atomic_init(&cell->sequence, position);
        memset(cell->bytes, 0, sizeof cell->bytes); /* touches the page now, not on a thread of libjack */
    }
}

/* Claims `count` cells in a row and returns the first one's position, or UINT64_MAX when there is no room. */
static uint64_t claim(struct tap_notice_queue *queue, uint64_t count) TAP_NONBLOCKING {
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed); /* a guess; the exchange verifies it */
    for (;;) {
        uint64_t last = tail + count - 1;
        /* Acquire: pairs with the consumer's release, which frees cells in order. When the last one is free, so are those
         * before it, and everything that the consumer read from them is read. */
        uint64_t sequence = atomic_load_explicit(&cell_at(queue, last)->sequence, memory_order_acquire);
        int64_t distance = (int64_t)(sequence - last); /* positions do not wrap in the life of a machine */
        if (distance < 0) return UINT64_MAX;           /* still in use, one lap behind */
        if (distance > 0) {
            tail = atomic_load_explicit(&queue->tail, memory_order_relaxed); /* another producer was here */
            continue;
        }
        /* Relaxed: it only claims. What the cells hold is published by the first one's sequence. */
        if (atomic_compare_exchange_weak_explicit(
                &queue->tail, &tail, tail + count, memory_order_relaxed, memory_order_relaxed))
            return tail;
    }
}

/* Copies bytes to or from the cells of a record, from an offset on. */
static void write_bytes(
    struct tap_notice_queue *queue, uint64_t position, uint64_t offset, const void *bytes, uint64_t count)
    TAP_NONBLOCKING {
    const unsigned char *from = bytes;
    while (count > 0) {
        uint64_t within = offset % TAP_NOTICE_CELL_BYTES;
        uint64_t part = TAP_NOTICE_CELL_BYTES - within < count ? TAP_NOTICE_CELL_BYTES - within : count;
        memcpy(cell_at(queue, position + offset / TAP_NOTICE_CELL_BYTES)->bytes + within, from, part);
        from += part;
        offset += part;
        count -= part;
    }
}

bool tap_notices_push(
    struct tap_notice_queue *queue, struct tap_notice notice, const char *text, const char *other) TAP_NONBLOCKING {
    notice.text_length = tap_text_length(text, TAP_NOTICE_TEXT_BYTES / 2);
    notice.other_length = tap_text_length(other, TAP_NOTICE_TEXT_BYTES / 2);
    notice.time = tap_monotonic_now();
    uint64_t position = claim(queue, cells_of(&notice));
    if (position == UINT64_MAX) return false;
    write_bytes(queue, position, 0, &notice, sizeof notice);
    if (text) write_bytes(queue, position, sizeof notice, text, notice.text_length);
    if (other) write_bytes(queue, position, sizeof notice + notice.text_length, other, notice.other_length);
    /* Release: publishes all cells of the record. */
    atomic_store_explicit(&cell_at(queue, position)->sequence, position + 1, memory_order_release);
    return true;
}

bool tap_notices_pop(struct tap_notice_queue *queue, struct tap_notice *notice, char *text) {
    uint64_t head = queue->head;
    struct tap_notice_cell *first = cell_at(queue, head);
    /* Acquire: pairs with the producer's release; the whole record can be read. */
    if (atomic_load_explicit(&first->sequence, memory_order_acquire) != head + 1) return false;
    memcpy(notice, first->bytes, sizeof *notice);
    uint64_t bytes = sizeof *notice + notice->text_length + notice->other_length;
    for (uint64_t offset = sizeof *notice; offset < bytes; offset++) {
        text[offset - sizeof *notice] =
            (char)cell_at(queue, head + offset / TAP_NOTICE_CELL_BYTES)->bytes[offset % TAP_NOTICE_CELL_BYTES];
    }
    uint64_t count = cells_of(notice);
    for (uint64_t position = head; position < head + count; position++) {
        /* Release: the producer that finds the cell free may overwrite what was read above. In order, see claim. */
        atomic_store_explicit(
            &cell_at(queue, position)->sequence, position + TAP_NOTICE_CELLS, memory_order_release);
    }
    queue->head = head + count;
    return true;
}
