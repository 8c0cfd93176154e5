import CSndfile
import TapRing
import Testing

@testable import TakeFiles

@Suite("Encoded samples")
struct SampleEncoderTests {
    private static let edges: [Float] = [
        0, -0.0, 1, -1, 1.5, -1.5, 0.5, -0.5, .nan, -.nan, .signalingNaN, .infinity, -.infinity,
        .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, Float(1).nextDown, Float(-1).nextUp, 1 / 32_768, 0.5 / 32_768,
        1.5 / 32_768, -0.5 / 32_768, -1.5 / 32_768, 0.49 / 32_768, 0.51 / 32_768, 0.5 / 8_388_608,
        0.5 / 2_147_483_648, 1.5 / 2_147_483_648, 0.1, -0.7,
    ]

    /// The bytes of `channels` planes.
    private func encode(_ encoding: SampleEncoding, _ planes: [[Float]]) -> [UInt8] {
        var block = FrameBlock(
            encoding: encoding, files: 1, channelsPerFile: planes.count, rate: SampleRate(48_000))
        let samples = planes.flatMap { $0 }
        block.append(samples.span, framesPerPlane: planes[0].count, from: 0, frames: planes[0].count)
        var bytes: [UInt8] = []
        block.withBytes(ofFile: 0) { span in
            for index in 0..<span.byteCount {
                bytes.append(unsafe span.unsafeLoad(fromByteOffset: index, as: UInt8.self))
            }
        }
        return bytes
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        var value: Int64 = 0
        for (index, byte) in bytes.enumerated() { value |= Int64(byte) << (8 * index) }
        let unused = 64 - 8 * bytes.count
        return (value << unused) >> unused
    }

    /// The nearest integer, half to even; computed in another way than the encoder does.
    private static func wanted(_ sample: Float, bits: Int) -> Int64 {
        guard sample.isFinite else { return 0 }
        let full = Double(1 << (bits - 1))
        return Int64(min(max((Double(sample) * full).rounded(.toNearestOrEven), -full), full - 1))
    }

    @Test("keep every bit as float32")
    func keepBits() {
        let bytes = encode(.float32, [Self.edges])
        let bits = stride(from: 0, to: bytes.count, by: 4).map {
            UInt32(truncatingIfNeeded: Self.integer(bytes[$0..<$0 + 4]))
        }
        #expect(bits == Self.edges.map(\.bitPattern))
    }

    @Test("are exact as float64")
    func areExact() {
        let bytes = encode(.float64, [Self.edges])
        let values = stride(from: 0, to: bytes.count, by: 8).map {
            Double(bitPattern: UInt64(bitPattern: Self.integer(bytes[$0..<$0 + 8])))
        }
        for (value, sample) in zip(values, Self.edges) {
            if sample.isNaN { #expect(value.isNaN) } else { #expect(value == Double(sample)) }
        }
    }

    @Test(
        "are rounded to the nearest, clamped, and silent for what is no number, as integers",
        arguments: [(SampleEncoding.pcm16, 16), (.pcm24, 24), (.pcm32, 32)])
    func areRounded(encoding: SampleEncoding, bits: Int) {
        var samples = Self.edges
        var random = Jitter(seed: UInt64(bits))
        for _ in 0..<20_000 {
            samples.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next() << 1 ^ random.next())))
            samples.append(Float(Double(random.next()) / Double(1 << 30) - 1))
        }
        let size = encoding.sampleBytes
        let chunk = 64
        for start in stride(from: 0, to: samples.count, by: chunk) {
            let part = Array(samples[start..<min(start + chunk, samples.count)])
            let bytes = encode(encoding, [part])
            let values = stride(from: 0, to: bytes.count, by: size).map {
                Self.integer(bytes[$0..<$0 + size])
            }
            #expect(values == part.map { Self.wanted($0, bits: bits) })
        }
    }

    @Test(
        "of many channels stand in their frames, whatever the numbers",
        arguments: [1, 2, 3, 5, 16, 17, 33, 100], [1, 3, 64, 65, 200])
    func stayInFrames(channels: Int, frames: Int) {
        let planes = (0..<channels).map { channel in (0..<frames).map { patternSample(channel, $0) } }
        for encoding in SampleEncoding.allCases {
            let size = encoding.sampleBytes
            let bytes = encode(encoding, planes)
            var wanted: [UInt8] = []
            for frame in 0..<frames {
                for channel in 0..<channels { wanted += encode(encoding, [[planes[channel][frame]]]) }
            }
            #expect(bytes.count == frames * channels * size)
            #expect(bytes == wanted, "\(encoding)")
        }
    }
}

@Suite("Encoded files")
struct EncodedFileTests {
    /// What stands in a file after a round through the writer's own path.
    private func file(_ encoding: SampleEncoding, _ samples: [Float], in folder: Folder) throws -> String {
        let order = TakeFileOrder(
            path: folder.path("x.wav"), container: .wav, encoding: encoding, channels: 1,
            rate: SampleRate(48_000), mayOverwrite: false)
        let part = try TakePart(
            start: .zero, orders: [order], rate: SampleRate(48_000), maker: SoundFileMaker())
        try part.append(samples.span, framesPerPlane: samples.count, frames: samples.count)
        try part.flush()
        let outcome = part.finish()
        #expect(outcome.errors == [])
        return order.path
    }

    private static let samples: [Float] = [
        0, 1, -1, 1.5, -1.5, 0.5, -0.25, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 0.1,
    ]

    @Test("are read by libsndfile as they were meant", arguments: SampleEncoding.allCases)
    func libsndfileReads(encoding: SampleEncoding) throws {
        let folder = try Folder()
        let reading = try SoundReading(try file(encoding, Self.samples, in: folder))
        #expect(reading.frames == Self.samples.count)
        for (got, sample) in zip(reading.samples, Self.samples) {
            if encoding.isInteger {
                let full = Float(1 << (min(encoding.sampleBytes * 8, 25) - 1))
                let wanted = sample.isFinite ? min(max(sample, -1), 1) : 0
                #expect(abs(got - wanted) <= 1 / full)
            } else if sample.isNaN {
                #expect(got.isNaN)
            } else {
                #expect(got == sample)
            }
        }
    }

    @Test(
        "are read alike by sox", .enabled(if: Command.exists("sox"), "sox is not installed"),
        arguments: SampleEncoding.allCases)
    func soxReads(encoding: SampleEncoding) throws {
        try compare(encoding, ["sox", "x.wav", "-t", "f32", "-"])
    }

    @Test(
        "are read alike by ffmpeg", .enabled(if: Command.exists("ffmpeg"), "ffmpeg is not installed"),
        arguments: SampleEncoding.allCases)
    func ffmpegReads(encoding: SampleEncoding) throws {
        try compare(encoding, ["ffmpeg", "-v", "error", "-i", "x.wav", "-f", "f32le", "-"])
    }

    private func compare(_ encoding: SampleEncoding, _ command: [String]) throws {
        let folder = try Folder()
        // sox holds samples as 32-bit integers: no more than full scale comes through it.
        let samples: [Float] = [0, 0.5, -0.5, 0.25, -1, 0.125, 0.999]
        let path = try file(encoding, samples, in: folder)
        let arguments = command.map { $0 == "x.wav" ? path : $0 }
        let bytes = try Command.run(arguments, in: folder)
        let read = stride(from: 0, to: bytes.count, by: 4).map { start in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) })
        }
        #expect(read.count == samples.count)
        for (got, sample) in zip(read, samples) { #expect(abs(got - sample) <= 1 / 16_384) }
    }
}
