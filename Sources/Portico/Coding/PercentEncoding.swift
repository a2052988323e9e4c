/// Percent-encoding (RFC 3986, section 2.1), in the one place where the package does it.
///
/// Everything but the unreserved characters is escaped, byte for byte of its UTF-8, once.
package enum PercentEncoding {
    /// Where the text goes, which decides what a space becomes.
    package enum Place {
        /// A path segment or a part of a query: a space is `%20`.
        case url
        /// Many path segments in one value: slashes stay.
        case segments
        /// A form (`application/x-www-form-urlencoded`): a space is `+`, and `*` stays, as the WHATWG URL standard has
        /// it.
        case form
    }

    /// Appends text to bytes, escaped.
    package static func append(_ text: String, to bytes: inout [UInt8], for place: Place = .url) {
        var text = text
        text.withUTF8 { utf8 in
            // Most texts have nothing to escape, and are copied in one piece.
            let start = utf8.firstIndex { !isKept($0, in: place) } ?? utf8.endIndex
            bytes.append(contentsOf: utf8[..<start])
            for byte in utf8[start...] {
                if isKept(byte, in: place) {
                    bytes.append(byte)
                } else if byte == 0x20 && place == .form {
                    bytes.append(UInt8(ascii: "+"))
                } else {
                    bytes.append(UInt8(ascii: "%"))
                    bytes.append(digit(byte >> 4))
                    bytes.append(digit(byte & 15))
                }
            }
        }
    }

    /// The three bytes `%XX`.
    static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
    }

    private static func isKept(_ byte: UInt8, in place: Place) -> Bool {
        switch byte {
        case _ where byte.isLetterOrDigit: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        case UInt8(ascii: "~"): place != .form
        case UInt8(ascii: "*"): place == .form
        case UInt8(ascii: "/"): place == .segments
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension PercentEncoding {
    /// The text of an item of a query or a form, its escapes undone; what is no escape stays.
    package static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var output: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = escaped(in: rest) {
                output.append(value)
                rest = rest.dropFirst(2)
            } else {
                output.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return output.asUTF8Text
    }

    /// The bytes with their escapes undone; nil where a percent sign begins none.
    static func strictlyDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            guard let value = escaped(in: rest) else { return nil }
            output.append(value)
            rest = rest.dropFirst(2)
        }
        return output
    }

    /// The byte that two hexadecimal digits stand for, which follow a percent sign.
    private static func escaped(in rest: ArraySlice<UInt8>) -> UInt8? {
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt8(Array(digits).asUTF8Text, radix: 16)
    }
}

extension [UInt8] {
    /// The bytes read as UTF-8.
    package var asUTF8Text: String { String(decoding: self, as: UTF8.self) }
}
