internal import CLinux
internal import Glibc
internal import TapConcurrency

/// The thread of one child process, from before its start to behind its end.
actor ServerKeeper {
    private let thread = DedicatedThread(named: "jacktap-server")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Starts the program, and returns when it has ended and is reaped. It blocks the thread all that time.
    func keep(_ child: Child, running arguments: [String], holding slot: ServerSlot) {
        var ends: (read: Int32, write: Int32) = (-1, -1)
        let error = Self.makePipe(&ends)
        guard error == 0 else {
            child.started.resolve(error)
            return
        }
        defer { close(ends.read) }
        var processID: pid_t = 0
        let spawnError = ChildSpawn(arguments: arguments, output: ends.write, lock: slot.descriptor)
            .run(&processID)
        close(ends.write)
        guard spawnError == 0 else {
            child.started.resolve(spawnError)
            return
        }
        child.begin(processID)
        Self.readUntilEnd(of: processID, from: ends.read, into: child.output)
        let status = child.reap()
        slot.release()  // so that whoever hears of the end may use the name again
        child.ended.resolve(status)
    }

    private static func makePipe(_ ends: inout (read: Int32, write: Int32)) -> Int32 {
        var both: [Int32] = [-1, -1]
        guard unsafe pipe(&both) == 0 else { return errno }
        ends = (both[0], both[1])
        for end in both { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends.read, F_SETFL, O_NONBLOCK)
        return 0
    }

    /// Reads what the process writes, until it ends. Its own children may hold the pipe longer: they are not waited for.
    private static func readUntilEnd(of processID: pid_t, from pipe: Int32, into output: OutputTail) {
        let end = linux_pidfd_open(processID)
        defer { if end >= 0 { close(end) } }
        var watched = [
            pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = unsafe poll(&watched, 2, -1)
            guard count > 0 || errno == EINTR else { return }
            let hasEnded = watched[1].revents != 0
            if watched[0].revents != 0 || hasEnded {
                let isOpen = readAll(pipe, into: output)
                if !isOpen { watched[0].fd = -1 }
                // Without a kernel that tells the end of a process, the end of its output has to do.
                if hasEnded || (!isOpen && end < 0) { return }
            }
        }
    }

    /// Reads what there is.
    /// - Returns: whether there may be more some time.
    private static func readAll(_ pipe: Int32, into output: OutputTail) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(pipe, &buffer, buffer.count)
            if count > 0 {
                output.append(buffer.prefix(count))
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                return false
            } else if errno == EAGAIN {
                return true
            }
        }
    }
}
