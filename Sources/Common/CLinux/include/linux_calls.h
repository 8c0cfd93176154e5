/* Linux calls that glibc declares only under _GNU_SOURCE, which Swift's Glibc module does not set. Each is the call
 * itself: same arguments, same result, same errno. */
#ifndef LINUX_CALLS_H
#define LINUX_CALLS_H

#pragma clang assume_nonnull begin

/* memfd_create(2) with MFD_CLOEXEC. */
int linux_memfd_create(const char *name);

/* renameat2(2) with RENAME_NOREPLACE, relative to the working directory: EEXIST when `to` exists. */
int linux_rename_new(const char *from, const char *to);

/* gettid(2). */
int linux_thread_id(void);

/* pthread_setname_np(3) on the calling thread; at most 15 bytes. */
int linux_name_thread(const char *name);

/* pidfd_open(2) without flags: a descriptor that turns readable when the process ends. */
int linux_pidfd_open(int process);

/* posix_spawn_file_actions_addclosefrom_np(3). The type is void, so that this header declares no type of glibc's. */
int linux_spawn_close_from(void *actions, int first);

/* environ(7). */
char *_Nullable *_Nullable linux_environment(void);

#pragma clang assume_nonnull end
#endif
