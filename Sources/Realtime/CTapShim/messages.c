/* The log of libjack's messages: a ring of the newest, written by any thread and read by any number of readers.
 *
 * Each slot's sequence tells what it holds: 2 t + 1 while message number t is being written, 2 t + 2 when it stands. A
 * writer takes a slot by exchanging that number, so a slot has one writer at a time; a reader copies, and looks at the
 * number again. Writers overwrite the oldest messages: a reader that is too slow counts what it missed. */
#include <jack/jack.h>
#include <stdatomic.h>
#include <string.h>

#include "guard.h"
#include "tap_message.h"
#include "tap_shim_testing.h"
#include "text.h"

#pragma clang diagnostic error "-Wfunction-effects"

enum {
    SLOTS = 256, /* a power of two */
    TEXT_WORDS = TAP_MESSAGE_BYTES / 8,
};

_Static_assert((SLOTS & (SLOTS - 1)) == 0, "a number is masked, not divided");
_Static_assert(TAP_MESSAGE_BYTES % 8 == 0, "a text is whole words");

struct slot {
    _Atomic uint64_t sequence;
    _Atomic uint64_t time;
    _Atomic uint64_t facts; /* is_error << 32 | length */
    _Atomic uint64_t words[TEXT_WORDS];
};

/* One log for the process, as libjack has one pair of functions for it. */
static struct slot slots[SLOTS];
static _Atomic uint64_t next_number;

static inline uint64_t settled(uint64_t number) TAP_NONBLOCKING { return 2 * number + 2; }

/* What the slot of a message holds before that message: the one a lap earlier, or nothing. */
static inline uint64_t settled_before(uint64_t number) TAP_NONBLOCKING {
    return number < SLOTS ? 0 : settled(number - SLOTS);
}

/* Takes the slot of the next message. NULL when its last writer, a whole lap behind, is still at it: then this message
 * is dropped rather than waited for. */
static struct slot *take_slot(uint64_t *number) TAP_NONBLOCKING {
    for (;;) {
        uint64_t next = atomic_load_explicit(&next_number, memory_order_acquire); /* pairs with the exchange below */
        struct slot *slot = &slots[next & (SLOTS - 1)];
        uint64_t before = settled_before(next);
        uint64_t found = before;
        /* Acquire and release: takes over the slot from the writer a lap earlier, and its new number comes before the
         * stores of the text. */
        bool taken = atomic_compare_exchange_strong_explicit(
            &slot->sequence, &found, settled(next) - 1, memory_order_acq_rel, memory_order_acquire);
        if (!taken && found < before) return NULL;
        /* Whoever sees the number taken moves on to the next one; so nobody waits for the thread that took it. */
        uint64_t expected = next;
        atomic_compare_exchange_strong_explicit(
            &next_number, &expected, next + 1, memory_order_release, memory_order_relaxed);
        if (taken) {
            *number = next;
            return slot;
        }
    }
}

static void append(const char *text, uint32_t is_error) TAP_NONBLOCKING {
    uint64_t words[TEXT_WORDS] = {0};
    uint64_t length = tap_text_length(text, TAP_MESSAGE_BYTES);
    uint64_t number;
    struct slot *slot = take_slot(&number);
    if (!slot) return;
    if (text) memcpy(words, text, length);
    /* Release, each: a reader that sees one of these words also sees that the slot is being written. */
    atomic_store_explicit(&slot->time, tap_monotonic_now(), memory_order_release);
    atomic_store_explicit(&slot->facts, (uint64_t)is_error << 32 | length, memory_order_release);
    for (uint32_t word = 0; word < (length + 7) / 8; word++)
        atomic_store_explicit(&slot->words[word], words[word], memory_order_release);
    atomic_store_explicit(&slot->sequence, settled(number), memory_order_release); /* publishes the message */
}

void tap_on_error_message(const char *text) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    append(text, 1);
    tap_guard_leave(guard);
}

void tap_on_info_message(const char *text) TAP_NONBLOCKING {
    struct tap_guard guard = tap_guard_enter();
    append(text, 0);
    tap_guard_leave(guard);
}

void tap_messages_install(void) {
    jack_set_error_function(tap_on_error_message);
    jack_set_info_function(tap_on_info_message);
}

uint64_t tap_messages_count(void) { return atomic_load_explicit(&next_number, memory_order_acquire); /* as a reader */ }

struct tap_message_reader tap_messages_from_now(void) {
    struct tap_message_reader reader = {tap_messages_count(), 0};
    return reader;
}

uint32_t tap_testing_message_capacity(void) { return SLOTS; }

/* Copies message number `number` if the slot holds it from the first to the last word. */
static bool copy(uint64_t number, struct tap_message *message, uint64_t *words) {
    struct slot *slot = &slots[number & (SLOTS - 1)];
    /* Acquire: pairs with the writer's last store. */
    if (atomic_load_explicit(&slot->sequence, memory_order_acquire) != settled(number)) return false;
    /* Acquire, each: the look at the sequence below comes after them, and sees the writer whose word was read. */
    message->time = atomic_load_explicit(&slot->time, memory_order_acquire);
    uint64_t facts = atomic_load_explicit(&slot->facts, memory_order_acquire);
    for (uint32_t word = 0; word < TEXT_WORDS; word++)
        words[word] = atomic_load_explicit(&slot->words[word], memory_order_acquire);
    message->is_error = (uint32_t)(facts >> 32);
    message->length = (uint32_t)facts;
    return atomic_load_explicit(&slot->sequence, memory_order_relaxed) == settled(number); /* ordered by the above */
}

bool tap_messages_next(struct tap_message_reader *reader, struct tap_message *message, char *text) {
    uint64_t words[TEXT_WORDS];
    for (;;) {
        uint64_t end = atomic_load_explicit(&next_number, memory_order_acquire); /* numbers before it are taken */
        if (reader->next >= end) return false;
        if (end - reader->next > SLOTS) {
            reader->lost += end - reader->next - SLOTS;
            reader->next = end - SLOTS;
        }
        struct slot *slot = &slots[reader->next & (SLOTS - 1)];
        if (copy(reader->next, message, words)) {
            memcpy(text, words, message->length);
            reader->next++;
            return true;
        }
        if (atomic_load_explicit(&slot->sequence, memory_order_acquire) < settled(reader->next))
            return false; /* it is being written: next time */
        reader->lost++; /* it was overwritten under our eyes */
        reader->next++;
    }
}
