/// The powers of five from -55 to 55, each as the highest 128 bits of it.
///
/// Those of positive exponents are exact; of the others the bits are cut off, or, down to -27, rounded up, as the
/// algorithm that uses them needs it.
struct PowersOfFive: Sendable {
    /// For each power its high and its low half.
    private let halves: [UInt64]

    static let exponents = -55...55
    static let all = PowersOfFive()

    private init() {
        var halves: [UInt64] = []
        for exponent in Self.exponents {
            let power = (0..<abs(exponent)).reduce(UInt128(1)) { value, _ in value * 5 }
            let zeros = power.leadingZeroBitCount
            let value: UInt128
            if exponent >= 0 {
                value = power << UInt128(zeros)
            } else {
                // 2 to the power of 127, more by as many bits as the power has, divided by it.
                let bits = 128 - zeros
                let numerator =
                    bits == 128 ? (UInt128(1) << 127, UInt128(0)) : (UInt128(1) << UInt128(bits - 1), UInt128(0))
                let quotient = power.dividingFullWidth((high: numerator.0, low: numerator.1)).quotient
                value = exponent >= -27 ? quotient + 1 : quotient
            }
            halves.append(UInt64(truncatingIfNeeded: value >> 64))
            halves.append(UInt64(truncatingIfNeeded: value))
        }
        self.halves = halves
    }

    /// The exponent must be one of `exponents`.
    @inline(__always)
    subscript(exponent: Int) -> (high: UInt64, low: UInt64) {
        let index = (exponent - Self.exponents.lowerBound) * 2
        return (halves[index], halves[index + 1])
    }
}
