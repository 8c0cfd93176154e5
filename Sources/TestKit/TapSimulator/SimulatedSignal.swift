/// What the ports of a simulated server play: for every source port and every position, one sample.
public struct SimulatedSignal: Sendable {
    /// Fills one plane: the source's index, the position of the first sample, the samples.
    public typealias Fill =
        @Sendable (_ source: Int, _ position: UInt32, _ plane: inout MutableSpan<Float>) -> Void

    let fill: Fill

    /// A signal that fills whole planes.
    public init(filling fill: @escaping Fill) { self.fill = fill }

    /// A signal that is computed sample by sample.
    public init(_ sample: @escaping @Sendable (_ source: Int, _ position: UInt32) -> Float) {
        fill = { source, position, plane in
            for index in plane.indices { plane[index] = sample(source, position &+ UInt32(index)) }
        }
    }

    /// Each sample encodes source and position: `(position + 16384 × source) mod 2²⁴`, scaled to -1…1. It is exact in
    /// a `Float` and repeats after 2²⁴ frames (5.8 minutes at 48 kHz); sources are told apart up to index 1023.
    public static let pattern = SimulatedSignal(filling: { source, position, plane in
        fillPattern(source: source, position: position, plane: &plane)
    })

    /// Silence on every port.
    public static let silence = SimulatedSignal { _, _ in 0 }

    /// The sample of ``pattern`` for a source at a position.
    public static func patternSample(source: Int, position: UInt32) -> Float {
        Float(patternCode(source: source, position: position)) / 8_388_608 - 1
    }

    /// The position, modulo 2²⁴, that a sample of ``pattern`` encodes for a source; nil when it is none of the
    /// pattern's samples.
    public static func patternPosition(of sample: Float, source: Int) -> UInt32? {
        let code = (Double(sample) + 1) * 8_388_608
        guard code >= 0, code < 16_777_216, code == code.rounded() else { return nil }
        return (UInt32(code) &- UInt32(truncatingIfNeeded: source &* 16_384)) & 0xFF_FFFF
    }
}

private func patternCode(source: Int, position: UInt32) -> UInt32 {
    (position &+ UInt32(truncatingIfNeeded: source &* 16_384)) & 0xFF_FFFF
}

/// Through a pointer, which keeps a debug build fast, and in stretches without a wrap, which the compiler vectorizes.
private func fillPattern(source: Int, position: UInt32, plane: inout MutableSpan<Float>) {
    var code = Int32(bitPattern: patternCode(source: source, position: position))
    unsafe plane.withUnsafeMutableBufferPointer { samples in
        guard let start = samples.baseAddress else { return }
        let count = samples.count
        var index = 0
        while index < count {
            let end = min(count, index &+ Int(0x100_0000 &- code))
            while index < end {
                unsafe start[index] = Float(code) * 0x1p-23 - 1
                code = code &+ 1
                index = index &+ 1
            }
            code = 0
        }
    }
}
