import Glibc
import TapCallback
import Testing

/// `make check` links the release tests with RealtimeSanitizer and says so here: then every test that runs a callback
/// through C's entry ends its process when something in the callback may block. These are the controls.
@Suite(
    "RealtimeSanitizer", .enabled(if: unsafe getenv("JACKTAP_REALTIME_SANITIZER") != nil, "it is not linked"))
struct RealtimeSanitizerTests {
    @Test("control: a callback that allocates ends its process")
    func allocation() async {
        await #expect(processExitsWith: .failure) {
            let entry = CallbackEntry { period in keep([UInt32](repeating: 0, count: Int(period.frames))) }
            HandMadePeriod().run(through: entry)
        }
    }

    @Test("control: a callback that makes a system call ends its process")
    func systemCall() async {
        await #expect(processExitsWith: .failure) {
            let entry = CallbackEntry { _ in _ = unsafe write(2, "x", 1) }
            HandMadePeriod().run(through: entry)
        }
    }

    @Test("the callback of a tap runs on, whether it stores, refuses or is closed")
    func tap() async {
        await #expect(processExitsWith: .success) {
            let tap = try TapUnderTest(ringBytes: 4096, isArmed: false)
            let entry = CallbackEntry(tap.callback)
            HandMadePeriod().run(through: entry)
            tap.tap.arm()
            for _ in 0..<100 { HandMadePeriod().run(through: entry) }
            HandMadePeriod(planes: [nil]).run(through: entry)
            tap.tap.remove()
            HandMadePeriod().run(through: entry)
            try #require(tap.tap.isAcknowledged)
        }
    }
}

/// Holds a value, so that the optimizer cannot leave it out.
@inline(never)
private func keep(_ value: [UInt32]) { withExtendedLifetime(value) {} }
