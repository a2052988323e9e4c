// How numbers and literals are written; there is room for them.

extension JSONOutput {
    @inline(__always)
    func writeNull() { writeLiteral("null", 4) }

    @inline(__always)
    func write(_ value: Bool) {
        if value { writeLiteral("true", 4) } else { writeLiteral("false", 5) }
    }

    @inline(__always)
    private func writeLiteral(_ text: StaticString, _ length: Int) {
        reserve(64)
        (bytes + count).update(from: text.utf8Start, count: length)
        count &+= length
    }

    @inline(__always)
    func write<Integer: FixedWidthInteger & SignedInteger>(_ value: Integer) {
        reserve(64)
        if value < 0 { put(UInt8(ascii: "-")) }
        writeDigits(UInt64(truncatingIfNeeded: value.magnitude))
    }

    @inline(__always)
    func write<Integer: FixedWidthInteger & UnsignedInteger>(_ value: Integer) {
        reserve(64)
        writeDigits(UInt64(truncatingIfNeeded: value))
    }

    /// Two digits at a time, from the end.
    private func writeDigits(_ number: UInt64) {
        let pairs: StaticString = """
            0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
            5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
            """
        let length = Self.digitCount(number)
        var number = number
        var end = bytes + count + length
        count &+= length
        while number >= 100 {
            let (rest, pair) = number.quotientAndRemainder(dividingBy: 100)
            end -= 2
            end.update(from: pairs.utf8Start + Int(truncatingIfNeeded: pair) * 2, count: 2)
            number = rest
        }
        if number >= 10 {
            (end - 2).update(from: pairs.utf8Start + Int(truncatingIfNeeded: number) * 2, count: 2)
        } else {
            end[-1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
        }
    }

    private static func digitCount(_ number: UInt64) -> Int {
        var (count, bound) = (1, 10 as UInt64)
        while number >= bound {
            count &+= 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        return count
    }

    /// Appends a finite number: the fewest digits that mean it, with no `.0`.
    @inline(__always)
    func writeFinite(_ value: Double) {
        reserve(64)
        // Below 2^53 each integer is itself, and quicker written as one.
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53, whole != 0 || value.sign == .plus {
            return write(whole)
        }
        writeDescription(value.description)
    }

    func writeFinite(_ value: Float) { writeDescription(value.description) }

    /// Swift's description of a number, which is JSON but for a `.0` that is left out.
    @inline(__always)
    private func writeDescription(_ text: String) {
        writeRaw(text)
        if bytes[count - 1] == UInt8(ascii: "0"), bytes[count - 2] == UInt8(ascii: ".") { count -= 2 }
    }
}
