import TapRing
import Testing

@Suite("The limit of a ring's memory")
struct MemoryLimitTests {
    @Test("a ring that takes three quarters of what is available is allowed, a larger one is not")
    func quarters() throws {
        try MemoryLimit.check(750, available: 1000)
        #expect(throws: RingError.self) { try MemoryLimit.check(751, available: 1000) }
        try MemoryLimit.check(.max, available: nil)
    }

    @Test("a ring larger than this machine's memory is refused, and takes none of it")
    func wholeMachine() throws {
        let available = try #require(MemoryLimit.available)
        #expect(available > 0)
        let error = #expect(throws: RingError.self) {
            // Larger than any address space, so that this fails without harm should the limit be gone.
            try MemoryLimit.check(1 << 60, available: available)
        }
        #expect(error?.description.contains("shorten --ring") == true)
    }

    @Test("the figure is found in the text of the kernel")
    func text() {
        let text = "MemTotal:       24683128 kB\nMemFree:  1 kB\nMemAvailable:   14953612 kB\nBuffers: 2 kB\n"
        #expect(MemoryLimit.bytes(in: text) == 14_953_612 * 1024)
        #expect(MemoryLimit.bytes(in: "MemTotal: 1 kB\n") == nil)
        #expect(MemoryLimit.bytes(in: "MemAvailable: x kB\n") == nil)
    }
}
