import Testing

/// Everything that uses what libjack has only once in a process: one server at a time, and one log of messages. So these
/// suites run one after the other. A suite that opens a client extends this type, and no other does.
@Suite("on libjack", .serialized)
struct OnServer {}
