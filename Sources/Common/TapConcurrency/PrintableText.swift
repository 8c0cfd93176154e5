extension String {
    /// The text as one line that does nothing to a terminal: control characters stand as `\\xNN`.
    package var printable: String {
        var line = ""
        for scalar in unicodeScalars {
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                line += "\\x" + (digits.count == 1 ? "0" : "") + digits
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
