/// A distribution of times: how it usually is, and how bad it gets.
struct Percentiles {
    private let sorted: [Double]

    /// Of at least one sample.
    init(_ samples: [Double]) {
        precondition(!samples.isEmpty, "no samples")
        sorted = samples.sorted()
    }

    /// The value that a share of the samples does not exceed.
    func at(_ share: Double) -> Double { sorted[Int((share * Double(sorted.count - 1)).rounded())] }

    static let header = row("ns a period", ["p0", "p50", "p90", "p99", "p99.9", "p100"])

    /// One line under ``header``.
    func row(_ name: String) -> String {
        Self.row(name, [0, 0.5, 0.9, 0.99, 0.999, 1].map { String(Int(at($0).rounded())) })
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        padded(name, to: 34, trailing: true) + cells.map { padded($0, to: 10) }.joined()
    }
}

/// Text in a column.
func padded(_ text: String, to width: Int, trailing: Bool = false) -> String {
    let room = String(repeating: " ", count: max(0, width - text.count))
    return trailing ? text + room : room + text
}

/// A number with two decimals.
func twoDecimals(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = String(hundredths % 100)
    return "\(hundredths / 100).\(padded(fraction, to: 2).replacing(" ", with: "0"))"
}
