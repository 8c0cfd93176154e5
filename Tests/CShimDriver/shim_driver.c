#include "shim_driver.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "tap_shim_testing.h"

/* What a body that takes its time tells of itself. */
struct slow_body {
    struct tap_client *client; /* NULL: no shim around the body */
    _Atomic bool has_entered;
    _Atomic bool may_finish;
    _Atomic bool has_finished;
    _Atomic bool has_survived; /* the thread went on behind the callback */
};

/* Spins, without a cancellation point: only asynchronous cancellation can end it here. */
static void run_body(void *callback, const struct tap_period *period) {
    struct slow_body *body = callback;
    (void)period;
    atomic_store(&body->has_entered, true);
    while (!atomic_load(&body->may_finish)) {
    }
    atomic_store(&body->has_finished, true);
}

static void *run_thread(void *argument) {
    struct slow_body *body = argument;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL); /* as jack2's threads */
    if (body->client) tap_on_process(64, body->client);
    else run_body(body, NULL);
    atomic_store(&body->has_survived, true);
    return NULL;
}

static struct shim_cancelled cancel(struct slow_body *body) {
    pthread_t thread;
    pthread_create(&thread, NULL, run_thread, body);
    while (!atomic_load(&body->has_entered)) sched_yield();
    pthread_cancel(thread);
    if (body->client) atomic_store(&body->may_finish, true); /* the control never may: it has to be cut */
    pthread_join(thread, NULL);
    /* Not by the thread's result: glibc leaves it empty when a thread dies as it enables cancellation. */
    struct shim_cancelled result = {true, atomic_load(&body->has_finished), !atomic_load(&body->has_survived)};
    return result;
}

struct shim_cancelled shim_cancel_inside_period(void) {
    struct slow_body body = {0};
    struct tap_figures *figures = tap_figures_make();
    body.client = tap_testing_make_client(0, run_body, &body, figures);
    struct shim_cancelled result = cancel(&body);
    tap_client_close(body.client);
    tap_figures_free(figures);
    return result;
}

struct shim_cancelled shim_cancel_without_shim(void) {
    struct slow_body body = {0};
    return cancel(&body);
}

/* A text whose every byte tells whether the others are whole: one letter, repeated. */
enum { TEXT_BYTES = 200 };

struct notifier {
    struct tap_client *client; /* NULL: it sends messages */
    struct tap_message_reader reader;
    char text[TEXT_BYTES + 1];
    pthread_t thread;
    _Atomic bool has_ended;
};

static void *notify(void *argument) {
    struct notifier *notifier = argument;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) {
        if (notifier->client) tap_on_port_rename(1, notifier->text, notifier->text, notifier->client);
        else tap_on_error_message(notifier->text);
    }
    return NULL;
}

static bool is_whole(const char *text, uint32_t length, uint32_t wanted) {
    if (length != wanted) return false;
    for (uint32_t byte = 1; byte < length; byte++)
        if (text[byte] != text[0]) return false;
    return true;
}

/* Reads one thing. 1, or 0 when there is none, or -1 when it is damaged. */
static int read_notice(struct notifier *notifier) {
    struct tap_notice notice;
    char text[TAP_NOTICE_TEXT_BYTES];
    if (!tap_client_next_notice(notifier->client, &notice, text)) return 0;
    bool is_good = notice.kind == TAP_NOTICE_PORT_RENAMED && notice.text_length == TEXT_BYTES &&
                   is_whole(text, notice.text_length + notice.other_length, 2 * TEXT_BYTES);
    return is_good ? 1 : -1;
}

static int read_message(struct notifier *notifier) {
    struct tap_message message;
    char text[TAP_MESSAGE_BYTES];
    if (!tap_messages_next(&notifier->reader, &message, text)) return 0;
    return is_whole(text, message.length, TEXT_BYTES) ? 1 : -1;
}

static void *cancel_notifier(void *argument) {
    struct notifier *notifier = argument;
    pthread_cancel(notifier->thread);
    pthread_join(notifier->thread, NULL);
    atomic_store(&notifier->has_ended, true);
    return NULL;
}

/* Lets one thread send until it is cancelled, and reads all the while, so that there is always room for the next one.
 * Returns how much was read, or -1. */
static int64_t cancel_one(struct notifier *notifier, int (*read_one)(struct notifier *notifier)) {
    pthread_t canceller;
    int64_t count = 0;
    int got = 0;
    atomic_store(&notifier->has_ended, false);
    pthread_create(&notifier->thread, NULL, notify, notifier);
    for (uint32_t tries = 0; count < 3 && tries < 1000000 && got >= 0; tries++) {
        got = read_one(notifier);
        if (got > 0) count++;
        else sched_yield();
    }
    pthread_create(&canceller, NULL, cancel_notifier, notifier);
    bool has_ended = false;
    while (got >= 0 && (!has_ended || got > 0)) {
        has_ended = atomic_load(&notifier->has_ended);
        got = read_one(notifier);
        if (got > 0) count++;
    }
    pthread_join(canceller, NULL);
    return got < 0 || count < 3 ? -1 : count; /* fewer: the thread that died before this one has stopped it all */
}

static int64_t cancel_many(
    struct notifier *notifier, uint32_t threads, int (*read_one)(struct notifier *notifier)) {
    int64_t total = 0;
    for (uint32_t number = 0; number < threads && total >= 0; number++) {
        memset(notifier->text, 'a' + number % 26, TEXT_BYTES);
        int64_t count = cancel_one(notifier, read_one);
        total = count < 0 ? -1 : total + count;
    }
    return total;
}

int64_t shim_cancel_notifiers(uint32_t threads) {
    struct notifier notifier = {0};
    struct tap_figures *figures = tap_figures_make();
    notifier.client = tap_testing_make_client(0, run_body, &notifier, figures);
    int64_t total = cancel_many(&notifier, threads, read_notice);
    tap_client_close(notifier.client);
    tap_figures_free(figures);
    return total;
}

int64_t shim_cancel_messengers(uint32_t threads) {
    struct notifier notifier = {0};
    notifier.reader = tap_messages_from_now();
    return cancel_many(&notifier, threads, read_message);
}
