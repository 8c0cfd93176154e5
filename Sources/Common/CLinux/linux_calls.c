#define _GNU_SOURCE
#include "linux_calls.h"

#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <unistd.h>

int linux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int linux_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int linux_thread_id(void) { return gettid(); }

int linux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

int linux_pidfd_open(int process) { return pidfd_open(process, 0); }

int linux_spawn_close_from(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

char **linux_environment(void) { return environ; }
