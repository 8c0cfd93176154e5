public import JACKHost

/// Runs `body` with a private server of its own, and stops it on every path. A server that does not start fails the
/// test: nothing is skipped.
public func withPrivateServer<Value>(
    _ settings: PrivateServer.Settings = .testing, _ body: (PrivateServer) async throws -> Value
) async throws -> Value {
    let server = try await PrivateServer.start(settings)
    let result: Result<Value, any Error>
    do {
        result = .success(try await body(server))
    } catch {
        result = .failure(error)
    }
    await server.stop()
    return try result.get()
}

extension PrivateServer.Settings {
    /// A quiet dummy server that needs no permission: 48 kHz, 256 frames a period, two ports each way.
    public static var testing: PrivateServer.Settings {
        PrivateServer.Settings(portMaximum: 64, isRealtime: false)
    }

    /// `testing`, changed.
    public static func testing(_ change: (inout PrivateServer.Settings) -> Void) -> PrivateServer.Settings {
        var settings = testing
        change(&settings)
        return settings
    }
}
