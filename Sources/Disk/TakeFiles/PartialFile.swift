internal import CLinux
internal import Glibc

/// A file that is being made. Until it is published it is called `NAME.part`, it is locked, and nothing else is
/// touched.
///
/// It never takes the place of another file unless that is allowed, and never that of another partial file. Dropped without ``publish()`` or ``discard()``,
/// it stays on disk as it is.
struct PartialFile: ~Copyable {
    /// What it will be called.
    let path: String
    let descriptor: Int32
    /// What it is called until it is published.
    let partialPath: String
    private let mayOverwrite: Bool

    static func partialPath(of path: String) -> String { path + ".part" }

    /// Makes the file, and locks it.
    /// - Throws: `fileExists` when it exists, or when what it will be called exists and may not be overwritten.
    init(_ path: String, mayOverwrite: Bool) throws(TakeError) {
        try Self.refuseExisting(path, mayOverwrite: mayOverwrite)
        try self.init(
            path, partialPath: Self.partialPath(of: path), mayOverwrite: mayOverwrite)
    }

    /// Makes what replaces the partial file of `path` at once: a short file, written in one go under a name that
    /// nobody else uses.
    init(replacing path: String, mayOverwrite: Bool) throws(TakeError) {
        try self.init(
            path, partialPath: "\(Self.partialPath(of: path)).\(getpid())", mayOverwrite: mayOverwrite)
    }

    private init(_ path: String, partialPath name: String, mayOverwrite: Bool) throws(TakeError) {
        // Whatever has that name already may be all that is left of an interrupted take.
        let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw TakeError.cannotCreate(name, errno) }
        // Tells others that it is being written. Some file systems know no locks; there the name alone protects.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        self.path = path
        partialPath = name
        self.descriptor = descriptor
        self.mayOverwrite = mayOverwrite
    }

    deinit { Glibc.close(descriptor) }

    /// Throws when `path` exists and may not be overwritten, or its partial file exists. It makes nothing.
    static func refuseExisting(_ path: String, mayOverwrite: Bool) throws(TakeError) {
        for name in [path, partialPath(of: path)] {
            var facts = stat()
            guard unsafe lstat(name, &facts) == 0 else { continue }
            guard facts.st_mode & S_IFMT == S_IFREG else {
                throw TakeError(
                    .badName, path: name, "\"\(name)\" exists and is no file; choose another name")
            }
            guard !mayOverwrite || name != path else { continue }
            let advice =
                name == path
                ? "choose another name, or allow it with --overwrite"
                : "an earlier take was interrupted or is still running; move it away, or choose another name"
            throw TakeError(.fileExists, path: name, "\"\(name)\" exists; \(advice)", status: EEXIST)
        }
    }

    // MARK: State

    /// Bytes in the file; nil when the system does not say.
    var byteCount: Int64? {
        var facts = stat()
        return unsafe fstat(descriptor, &facts) == 0 ? Int64(facts.st_size) : nil
    }

    /// Bytes that an ordinary user may still write to this disk; another program may take them at any time.
    var freeBytes: Int64? {
        var facts = statvfs()
        guard unsafe fstatvfs(descriptor, &facts) == 0 else { return nil }
        return Int64(clamping: UInt64(facts.f_bavail) &* UInt64(facts.f_frsize))
    }

    /// Appends text.
    func append(_ text: String) throws(TakeError) {
        var text = text
        let status: Int32 = text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while unsafe !rest.isEmpty {
                let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                guard count >= 0 || errno == EINTR else { return errno }
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
            }
            return 0
        }
        guard status == 0 else {
            throw TakeError.system(
                .writeFailed, partialPath, "cannot write to \"\(partialPath)\"", status,
                "make room, or check the disk")
        }
    }

    func truncate(to bytes: Int64) -> Bool { ftruncate(descriptor, off_t(bytes)) == 0 }

    /// Waits until the device has everything. An error is final: what it was about may be lost, and a second call
    /// would not tell.
    func sync(withTimes: Bool = true) throws(TakeError) {
        let status = withTimes ? fsync(descriptor) : fdatasync(descriptor)
        guard status == 0 else {
            throw TakeError.system(
                .syncFailed, partialPath, "cannot store \"\(partialPath)\" safely", errno, "check the disk")
        }
    }

    // MARK: End

    /// Gives the file its final name, and stores the name safely.
    /// - Throws: `renameFailed`, and the partial file stays as it is; or `syncFailed`, when the file has its name but
    ///   the device may not know it yet.
    borrowing func publish() throws(TakeError) {
        let status = mayOverwrite ? renameOver() : renameNew()
        guard status == 0 else {
            let name = partialPath
            throw TakeError.system(
                .renameFailed, name, "cannot rename \"\(name)\" to \"\(path)\"", status,
                "the recording stays under the first name")
        }
        guard Self.syncDirectory(of: path) else {
            throw TakeError.system(
                .syncFailed, path, "cannot store the name \"\(path)\" safely", errno, "check the disk")
        }
    }

    /// Removes the file, unless it is published.
    borrowing func discard() { unsafe unlink(partialPath) }

    private borrowing func renameOver() -> Int32 {
        unsafe rename(partialPath, path) == 0 ? 0 : errno
    }

    /// Some file systems know no rename that spares an existing target; there a second link does the same.
    private borrowing func renameNew() -> Int32 {
        if unsafe linux_rename_new(partialPath, path) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        if unsafe link(partialPath, path) == 0 {
            unsafe unlink(partialPath)
            return 0
        }
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return errno }
        return unsafe access(path, F_OK) == 0 ? EEXIST : renameOver()
    }

    /// Waits until the device has the names in the directory of `path`.
    static func syncDirectory(of path: String) -> Bool {
        let directory = unsafe open(TakePath.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A directory that may be written but not read is synced when the system likes.
        guard directory >= 0 else { return true }
        defer { Glibc.close(directory) }
        return fsync(directory) == 0 || errno == EINVAL
    }
}

/// Paths as text.
enum TakePath {
    /// The directory that holds `path`.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last component of `path`.
    static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }
}

extension TakeError {
    /// An error of the system: what was tried, why it failed, and what to do.
    static func system(
        _ code: Code, _ path: String, _ what: String, _ status: Int32, _ advice: String
    ) -> TakeError {
        let reason = unsafe String(cString: strerror(status))
        return TakeError(code, path: path, "\(what): \(reason); \(advice)", status: status)
    }

    /// Why a file could not be made.
    static func cannotCreate(_ path: String, _ status: Int32) -> TakeError {
        let directory = TakePath.directory(of: path)
        switch status {
        case EEXIST:
            return TakeError(
                .fileExists, path: path, "\"\(path)\" exists; choose another name", status: status)
        case ENOENT, ENOTDIR:
            return TakeError(
                .noSuchDirectory, path: path,
                "cannot create \"\(path)\": there is no directory \"\(directory)\"; make it, or choose another name",
                status: status)
        case EACCES, EPERM, EROFS:
            return system(
                .notWritable, path, "cannot create \"\(path)\"", status,
                "choose a directory that you may write to")
        case ENAMETOOLONG, EILSEQ, EINVAL, ELOOP:
            return system(.badName, path, "cannot create \"\(path)\"", status, "choose another name")
        case EMFILE, ENFILE:
            return system(
                .other, path, "cannot create \"\(path)\"", status,
                "raise the limit with ulimit -n, or record into one file")
        case ENOSPC, EDQUOT:
            return system(.noRoom, path, "cannot create \"\(path)\"", status, "make room on the disk")
        default:
            return system(.other, path, "cannot create \"\(path)\"", status, "choose another name")
        }
    }
}
