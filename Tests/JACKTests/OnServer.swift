import Testing

/// Everything that opens a client: libjack serves one server at a time in a process, so these suites run one after the
/// other. Each extends this type.
@Suite("on a real server", .serialized)
struct OnServer {}
