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
    if (body->client) {
        tap_on_process(64, body->client);
        pthread_testcancel();
    } else {
        run_body(body, NULL);
    }
    return NULL;
}

static struct shim_cancelled cancel(struct slow_body *body) {
    pthread_t thread;
    void *end = NULL;
    pthread_create(&thread, NULL, run_thread, body);
    while (!atomic_load(&body->has_entered)) sched_yield();
    pthread_cancel(thread);
    if (body->client) atomic_store(&body->may_finish, true); /* the control never may: it has to be cut */
    pthread_join(thread, &end);
    struct shim_cancelled result = {true, atomic_load(&body->has_finished), end == PTHREAD_CANCELED};
    return result;
}

struct shim_cancelled shim_cancel_inside_period(void) {
    struct slow_body body = {0};
    body.client = tap_testing_make_client(0, run_body, &body);
    struct shim_cancelled result = cancel(&body);
    tap_client_close(body.client);
    return result;
}

struct shim_cancelled shim_cancel_without_shim(void) {
    struct slow_body body = {0};
    return cancel(&body);
}

/* A text whose every byte tells whether the others are whole: one letter, repeated. */
enum { TEXT_BYTES = 200 };

struct notifier {
    struct tap_client *client;
    char text[TEXT_BYTES + 1];
    _Atomic uint32_t sent;
};

static void *notify(void *argument) {
    struct notifier *notifier = argument;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) {
        if (notifier->client) tap_on_port_rename(1, notifier->text, notifier->text, notifier->client);
        else tap_on_error_message(notifier->text);
        atomic_fetch_add(&notifier->sent, 1);
    }
    return NULL;
}

static void cancel_notifier(struct notifier *notifier, uint32_t number) {
    pthread_t thread;
    memset(notifier->text, 'a' + number % 26, TEXT_BYTES);
    atomic_store(&notifier->sent, 0);
    pthread_create(&thread, NULL, notify, notifier);
    while (atomic_load(&notifier->sent) < 1 + number % 5) {
    }
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}

static bool is_whole(const char *text, uint32_t length, uint32_t wanted) {
    if (length != wanted) return false;
    for (uint32_t byte = 1; byte < length; byte++)
        if (text[byte] != text[0]) return false;
    return true;
}

int64_t shim_cancel_notifiers(uint32_t threads) {
    struct notifier notifier = {0};
    struct tap_notice notice;
    char text[TAP_NOTICE_TEXT_BYTES];
    int64_t count = 0;
    notifier.client = tap_testing_make_client(0, run_body, &notifier);
    for (uint32_t number = 0; number < threads && count >= 0; number++) {
        cancel_notifier(&notifier, number);
        while (count >= 0 && tap_client_next_notice(notifier.client, &notice, text)) {
            bool is_good = notice.kind == TAP_NOTICE_PORT_RENAMED && notice.text_length == TEXT_BYTES &&
                           is_whole(text, notice.text_length + notice.other_length, 2 * TEXT_BYTES);
            count = is_good ? count + 1 : -1;
        }
    }
    tap_client_close(notifier.client);
    return count;
}

int64_t shim_cancel_messengers(uint32_t threads) {
    struct notifier notifier = {0};
    struct tap_message message;
    char text[TAP_MESSAGE_BYTES];
    int64_t count = 0;
    struct tap_message_reader reader = tap_messages_from_now();
    for (uint32_t number = 0; number < threads && count >= 0; number++) {
        cancel_notifier(&notifier, number);
        uint64_t before = count;
        while (count >= 0 && tap_messages_next(&reader, &message, text))
            count = is_whole(text, message.length, TEXT_BYTES) ? count + 1 : -1;
        if (count >= 0 && (uint64_t)count == before) return -1; /* a thread that died has stopped the log */
    }
    return count;
}
