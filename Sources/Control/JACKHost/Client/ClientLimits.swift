/// The lengths that JACK keeps whole. They are what was measured: jack2 promises more, and then cuts names without a
/// word.
enum ClientLimits {
    /// Bytes of a client's name.
    static let clientNameBytes = 63
    /// Bytes of `client:short`.
    static let portNameBytes = 255
}
