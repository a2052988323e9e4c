/// A number of JSON as digits and an exponent of ten: ±digits·10^exponent.
struct DecimalDigits {
    /// The first nineteen digits that count.
    private(set) var digits: UInt64 = 0
    private(set) var exponent = 0
    private(set) var isNegative = false
    /// Whether digits other than zeros follow those that are here.
    private(set) var isTruncated = false

    /// - Parameter bytes: a number as the parser lets it pass.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        let end = start + bytes.count
        var place = start
        if place < end, place.pointee == UInt8(ascii: "-") {
            isNegative = true
            place += 1
        }
        let first = place
        Self.add(&digits, &place, end)
        var count = place - first
        if place < end, place.pointee == UInt8(ascii: ".") {
            place += 1
            let fraction = place
            Self.add(&digits, &place, end)
            exponent = fraction - place
            count &-= exponent
        }
        // More digits than nineteen do not fit; zeros at the front count here too.
        if count > 19 { readCarefully(first, end) }
        if place < end { readExponent(place + 1, end) }
    }

    @inline(__always)
    private static func add(_ digits: inout UInt64, _ place: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        while end - place >= 8 {
            let word = ByteWord(place)
            guard word.nonDigits == 0 else { break }
            digits = digits &* 100_000_000 &+ word.digits
            place += 8
        }
        while place < end, place.pointee &- UInt8(ascii: "0") <= 9 {
            digits = digits &* 10 &+ UInt64(place.pointee &- UInt8(ascii: "0"))
            place += 1
        }
    }

    @inline(never)
    private mutating func readCarefully(_ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        (digits, exponent) = (0, 0)
        var (place, count, isFraction) = (first, 0, false)
        while place < end {
            let byte = place.pointee
            place += 1
            if byte == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            guard byte &- UInt8(ascii: "0") <= 9 else { return }
            if count == 19 {
                if byte != UInt8(ascii: "0") { isTruncated = true }
                if !isFraction { exponent += 1 }
                continue
            }
            digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
            if digits > 0 { count += 1 }
            if isFraction { exponent -= 1 }
        }
    }

    /// One that is beyond every number is as good as any larger.
    private mutating func readExponent(_ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        var (place, value) = (first, 0)
        let isNegative = place < end && place.pointee == UInt8(ascii: "-")
        if isNegative || place < end && place.pointee == UInt8(ascii: "+") { place += 1 }
        while place < end {
            value = min(value * 10 + Int(place.pointee &- UInt8(ascii: "0")), 1 << 40)
            place += 1
        }
        exponent += isNegative ? -value : value
    }
}
