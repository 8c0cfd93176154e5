internal import CLinux
internal import Glibc

/// Starts a program that has nothing of ours but its output and a lock: no signal mask, no ignored signals, no
/// terminal's interrupts, no other descriptors.
struct ChildSpawn {
    let arguments: [String]
    let output: Int32
    let lock: Int32

    /// - Returns: 0, or the error.
    func run(_ processID: inout pid_t) -> Int32 {
        // Copies far above the standard streams, so that moving one into its place overwrites no other.
        let output = fcntl(self.output, F_DUPFD_CLOEXEC, 10)
        let lock = fcntl(self.lock, F_DUPFD_CLOEXEC, 10)
        defer {
            close(output)
            close(lock)
        }
        guard output >= 0, lock >= 0 else { return errno }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        unsafe posix_spawn_file_actions_adddup2(&actions, lock, 3)
        unsafe linux_spawn_close_from(&actions, 4)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Self.cleanSignals(&attributes)
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        return unsafe posix_spawn(
            &processID, arguments[0], &actions, &attributes, &words, linux_environment())
    }

    private static func cleanSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe sigdelset(&all, SIGKILL)
        unsafe sigdelset(&all, SIGSTOP)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        // A group of its own: an interrupt from the terminal is for us, who then end the server in good order.
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    }
}
