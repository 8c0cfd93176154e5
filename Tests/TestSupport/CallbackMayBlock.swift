internal import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
    /// For tests with a callback of their own that blocks: RealtimeSanitizer would rightly end the process.
    public static var callbackBlocks: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["JACKTAP_REALTIME_SANITIZER"] == nil,
            "the test's own callback blocks")
    }
}
