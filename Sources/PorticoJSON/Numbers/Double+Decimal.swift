extension Double {
    /// The nearest double, ties to even; nil where this cannot tell, which is rare: with an exponent beyond ±55, or with more
    /// digits than nineteen of which the last decide.
    ///
    /// The algorithm is that of Daniel Lemire, Number parsing at a gigabyte per second (2021), section 5.
    @inline(__always)
    init?(nearest decimal: DecimalDigits) {
        guard decimal.digits != 0 else {
            self = decimal.isNegative ? -0.0 : 0.0
            return
        }
        guard PowersOfFive.exponents.contains(decimal.exponent),
            let bits = Self.bits(decimal.digits, decimal.exponent)
        else { return nil }
        if decimal.isTruncated {
            guard decimal.digits < UInt64.max, Self.bits(decimal.digits + 1, decimal.exponent) == bits else {
                return nil
            }
        }
        self.init(bitPattern: bits | (decimal.isNegative ? 1 << 63 : 0))
    }

    @inline(__always)
    private static func bits(_ digits: UInt64, _ exponent: Int) -> UInt64? {
        let zeros = digits.leadingZeroBitCount
        let significand = digits << UInt64(zeros)
        let power = PowersOfFive.power(exponent)
        var product = significand.multipliedFullWidth(by: power.high)
        // Only where the bits that are kept could still change is the lower half of the power looked at.
        if product.high & 0x1FF == 0x1FF {
            let rest = significand.multipliedFullWidth(by: power.low)
            let (low, carries) = product.low.addingReportingOverflow(rest.high)
            product = (product.high &+ (carries ? 1 : 0), low)
            if low == .max, exponent < -27 { return nil }
        }
        let upperBit = Int(truncatingIfNeeded: product.high >> 63)
        var mantissa = product.high >> UInt64(truncatingIfNeeded: upperBit + 9)
        var binaryExponent = (217_706 &* exponent) >> 16 &+ 63 &+ upperBit &- zeros &+ 1023
        // Exactly between two doubles the even one is taken.
        let isTie =
            product.low <= 1 && exponent >= -4 && exponent <= 23 && mantissa & 3 == 1
            && mantissa << UInt64(truncatingIfNeeded: upperBit + 9) == product.high
        if isTie { mantissa &= ~1 }
        mantissa = (mantissa &+ (mantissa & 1)) >> 1
        if mantissa >= 1 << 53 {
            mantissa = 1 << 52
            binaryExponent &+= 1
        }
        return UInt64(truncatingIfNeeded: binaryExponent) << 52 | mantissa & (1 << 52 - 1)
    }
}
