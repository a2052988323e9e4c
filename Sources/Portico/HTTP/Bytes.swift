/// The classes of bytes that the grammar of HTTP speaks of.
///
/// Checks look at bytes and never at `Character`s: to Swift, a carriage return and a line feed are one `Character`.
extension UInt8 {
    /// A digit of ASCII.
    package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// A hexadecimal digit, in either case.
    package var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: isDigit
        }
    }

    /// A letter or a digit of ASCII.
    package var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: isDigit
        }
    }

    /// A byte of a token: a method, a field name, a media type's parts (RFC 9110, section 5.6.2).
    package var isTokenByte: Bool {
        switch self {
        case _ where isLetterOrDigit: true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    /// A byte that a field value may hold: visible ones, space, tab, and everything above ASCII (RFC 9110, section
    /// 5.5).
    package var isFieldValueByte: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

    /// Space or horizontal tab, the optional white space of HTTP's lists.
    var isOptionalWhitespace: Bool { self == 0x20 || self == 0x09 }

    /// The byte with an ASCII capital made small.
    package var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension BidirectionalCollection<UInt8> {
    /// Without the optional white space at either end.
    var trimmingOptionalWhitespace: SubSequence {
        guard let last = lastIndex(where: { !$0.isOptionalWhitespace }) else { return self[endIndex...] }
        return self[...last].drop(while: \.isOptionalWhitespace)
    }
}

extension StringProtocol {
    /// Whether this is a token: at least one byte, and nothing but token bytes.
    package var isToken: Bool { !utf8.isEmpty && utf8.allSatisfy(\.isTokenByte) }

    /// Whether the two are equal when the case of ASCII letters is left out of account.
    package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count, left.first?.lowercasedASCII == right.first?.lowercasedASCII else {
            return false
        }
        let answer = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in
                left.indices.allSatisfy { left[$0].lowercasedASCII == right[$0].lowercasedASCII }
            }
        }
        if let answer = answer ?? nil { return answer }
        return zip(left, right).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// This string with ASCII capitals made small and everything else as it was.
    package var lowercasedASCII: String {
        String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self)
    }
}

extension String {
    /// Whether every byte of the UTF-8 is as asked, looked at where it lies: a view's own iteration costs several times
    /// that.
    @inline(__always)
    func allBytes(_ isAsAsked: (UInt8) -> Bool) -> Bool {
        let answer = utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where !isAsAsked(byte) { return false }
            return true
        }
        return answer ?? utf8.allSatisfy(isAsAsked)
    }
}
