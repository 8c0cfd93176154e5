internal import Glibc

/// A folder for files that nobody wants afterwards.
package struct TemporaryFolder: Sendable {
    package let path: String

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

    /// Removes the folder and the files in it; takes leave no folders in it. Idempotent.
    package func remove() {
        for name in names { _ = unsafe unlink("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    private var names: [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            // SAFETY: the name is ended by a zero within the entry.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
