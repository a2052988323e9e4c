#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Tape {
    /// An integer of any width, exactly; nil where the word is no number, or no integer (`1.0` and `1e3` are), or does
    /// not fit.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ word: TapeWord, as type: Integer.Type) -> Integer? {
        let contents = contents(of: word)
        guard word.kind == .integer, contents.count <= 19, let start = contents.baseAddress else {
            return word.kind.isNumber ? Self.wideInteger(contents) : nil
        }
        let isNegative = start.pointee == UInt8(ascii: "-")
        let end = start + contents.count
        var (place, value) = (isNegative ? start + 1 : start, UInt64(0))
        while end - place >= 8 {
            value = value &* 100_000_000 &+ ByteWord(place).digits
            place += 8
        }
        while place < end {
            value = value &* 10 &+ UInt64(place.pointee &- UInt8(ascii: "0"))
            place += 1
        }
        // Nineteen digits fit without a sign, and eighteen with one.
        return isNegative ? Integer(exactly: 0 &- Int64(truncatingIfNeeded: value)) : Integer(exactly: value)
    }

    /// The same for any number, by 128 bits.
    @inline(never)
    private static func wideInteger<Integer: FixedWidthInteger>(_ contents: UnsafeBufferPointer<UInt8>) -> Integer? {
        guard let (magnitude, isNegative) = wholeNumber(contents) else { return nil }
        guard isNegative, magnitude > 0 else { return Integer(exactly: magnitude) }
        // The least integer has no positive counterpart.
        guard magnitude <= UInt128(1) << 127 else { return nil }
        return Integer(exactly: Int128(truncatingIfNeeded: 0 &- magnitude))
    }

    /// The digits as one number of 128 bits; nil where it is larger, or no integer.
    private static func wholeNumber(_ contents: UnsafeBufferPointer<UInt8>) -> (magnitude: UInt128, isNegative: Bool)? {
        let isNegative = contents.first == UInt8(ascii: "-")
        var (magnitude, exponent, zeros) = (UInt128(0), 0, 0)
        var (index, isFraction) = (isNegative ? 1 : 0, false)
        digits: while index < contents.count {
            let byte = contents[index]
            index += 1
            switch byte {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): break digits
            case UInt8(ascii: "0"):
                // Zeros count only once another digit follows.
                zeros += 1
                if isFraction { exponent -= 1 }
            default:
                guard let value = magnitude.timesTen(zeros + 1, plus: byte - UInt8(ascii: "0")) else { return nil }
                (magnitude, zeros) = (value, 0)
                if isFraction { exponent -= 1 }
            }
        }
        guard magnitude > 0 else { return (0, isNegative) }
        guard let written = contents.exponent(from: index) else { return nil }
        exponent += zeros + written
        guard exponent >= 0, let whole = magnitude.timesTen(exponent, plus: 0) else { return nil }
        return (whole, isNegative)
    }

    /// The nearest double; nil where the word is no number, or beyond the largest double, or not zero and yet nearest to
    /// it.
    @inline(__always)
    func double(_ word: TapeWord) -> Double? {
        guard word.kind.isNumber else { return nil }
        let contents = contents(of: word)
        let decimal = DecimalDigits(contents)
        return Double(nearest: decimal) ?? Self.nearest(contents)
    }

    /// The nearest float, by the same rule.
    func float(_ word: TapeWord) -> Float? {
        guard let double = double(word) else { return nil }
        let float = Float(double)
        // Halfway between two floats the digits decide, and not the double, which may have been rounded to there.
        let isDoubtful = double.bitPattern & 0x1FFF_FFFF == 0x1000_0000 || !float.isNormal
        return isDoubtful ? Self.nearest(contents(of: word)) : float
    }

    /// By the standard library, which reads any number of digits.
    @inline(never)
    private static func nearest<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ contents: UnsafeBufferPointer<UInt8>
    ) -> Value? {
        guard let value = Value(String(validated: contents, isASCII: true)), value.isFinite else { return nil }
        let isZero = contents.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(49...57).contains($0) }
        return value != 0 || isZero ? value : nil
    }

    /// The number with its digits; nil where the word is no number, or has more of them, or a larger exponent, than a
    /// `Decimal`.
    func decimal(_ word: TapeWord) -> Decimal? {
        guard word.kind.isNumber else { return nil }
        return Decimal(string: String(validated: contents(of: word), isASCII: true))
    }
}

extension UInt128 {
    /// This with so many zeros behind it, and a digit; nil where that does not fit.
    fileprivate func timesTen(_ times: Int, plus digit: UInt8) -> UInt128? {
        guard times <= 39 || self == 0 else { return nil }
        var value = self
        for _ in 0..<(self == 0 ? 0 : times) {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            value = product
        }
        let (sum, overflows) = value.addingReportingOverflow(UInt128(digit))
        return overflows ? nil : sum
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// What is written behind `e`; nil where it is beyond every integer. 0 where nothing is.
    fileprivate func exponent(from index: Int) -> Int? {
        guard index < count else { return 0 }
        let isNegative = self[index] == UInt8(ascii: "-")
        let hasSign = isNegative || self[index] == UInt8(ascii: "+")
        var value = 0
        for byte in self[(hasSign ? index + 1 : index)...] {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            guard value < 1 << 40 else { return nil }
        }
        return isNegative ? -value : value
    }
}
