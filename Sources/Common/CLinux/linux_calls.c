#define _GNU_SOURCE
#include "linux_calls.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int linux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int linux_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int linux_thread_id(void) { return gettid(); }

int linux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }
