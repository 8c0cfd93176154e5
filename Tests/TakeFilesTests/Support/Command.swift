import Glibc

/// Runs other programs.
enum Command {
    /// Whether a program of that name is on the path.
    static func exists(_ name: String) -> Bool {
        guard let path = unsafe getenv("PATH") else { return false }
        return unsafe String(cString: path).split(separator: ":").contains { directory in
            unsafe access("\(directory)/\(name)", X_OK) == 0
        }
    }

    /// Runs a program with standard input closed.
    /// - Returns: its standard output.
    /// - Throws: when it does not end with 0.
    static func run(_ arguments: [String], in folder: Folder) throws -> [UInt8] {
        let output = folder.path("output-\(arguments[0])")
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let status = unsafe posix_spawnp(&child, arguments[0], &actions, nil, words, environ)
        guard status == 0 else {
            throw Problem("\(arguments[0]): \(unsafe String(cString: strerror(status)))")
        }
        var end: Int32 = 0
        while unsafe waitpid(child, &end, 0) < 0 && errno == EINTR {}
        guard end == 0 else { throw Problem("\(arguments.joined(separator: " ")): status \(end)") }
        let bytes = try Folder.read(output)
        unsafe unlink(output)
        return bytes
    }
}
