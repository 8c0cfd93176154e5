internal import Glibc

/// A folder that is gone again, with all that is in it, when the work is done.
package struct TemporaryFolder: ~Copyable {
    package let path: String
    private var isKept = false

    /// Makes a folder under `$TMPDIR`, or else where large temporary files belong.
    package init() throws(UsageError) {
        let places = [Terminal.Environment.variable("TMPDIR"), "/var/tmp", "/tmp"].compactMap { $0 }
        for place in places {
            var template = Array("\(place)/jacktap-selftest-XXXXXX".utf8CString)
            // SAFETY: the template is ended by a zero and may be written.
            if unsafe mkdtemp(&template) != nil {
                path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                return
            }
        }
        let reason = unsafe String(cString: strerror(errno))
        throw UsageError("cannot make a folder in \(places[0]): \(reason); set TMPDIR to a place with room")
    }

    deinit { if !isKept { Self.remove(path) } }

    /// Leaves the folder where it is.
    package mutating func keep() { isKept = true }

    /// Removes the files in the folder, and then the folder; takes leave no folders in it.
    private static func remove(_ path: String) {
        if let folder = unsafe opendir(path) {
            while let entry = unsafe readdir(folder) {
                // SAFETY: the name is ended by a zero within the entry.
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                    unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
                }
                if name != ".", name != ".." { _ = unsafe unlink("\(path)/\(name)") }
            }
            unsafe closedir(folder)
        }
        _ = unsafe rmdir(path)
    }
}
