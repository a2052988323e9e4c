// Read from bytes in memory: every answer's `Content-Type` comes through here.
extension MediaType {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// A type, a subtype and the parameters that are well-formed.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> MediaType? {
        let pieces = pieces(of: bytes, at: UInt8(ascii: ";"))
        guard let slash = pieces[0].firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let (type, subtype) = (pieces[0][..<slash], pieces[0][(slash + 1)...])
        guard type.isToken, subtype.isToken else { return nil }
        return MediaType(known: type.smallText, subtype.smallText, pieces.dropFirst().compactMap(parameter))
    }

    /// `name=value` or `name="quoted value"`.
    private static func parameter(_ bytes: Bytes) -> Parameter? {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let (name, value) = (bytes[..<equals], bytes[(equals + 1)...])
        guard name.isToken, let text = value.isToken ? value.text : unquoted(value) else { return nil }
        return Parameter(name: name.smallText, value: text)
    }

    /// What stands between quotes, backslashes undone (RFC 9110, section 5.6.4).
    private static func unquoted(_ bytes: Bytes) -> String? {
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return nil }
        var value: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            if byte == UInt8(ascii: "\\") && !isEscaped {
                isEscaped = true
            } else {
                if byte == quote && !isEscaped || !byte.isFieldValueByte { return nil }
                value.append(byte)
                isEscaped = false
            }
        }
        return isEscaped ? nil : value.asUTF8Text
    }

    /// The pieces between separators that stand outside quoted strings, without the white space around them; one at
    /// least.
    static func pieces(of bytes: UnsafeBufferPointer<UInt8>, at separator: UInt8) -> [Bytes] {
        var pieces: [Bytes] = []
        var (isQuoted, isEscaped) = (false, false)
        var start = 0
        for (index, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") && isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator && !isQuoted {
                pieces.append(bytes[start..<index].trimmingOptionalWhitespace)
                start = index + 1
            }
        }
        pieces.append(bytes[start...].trimmingOptionalWhitespace)
        return pieces
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate var isToken: Bool { !isEmpty && allSatisfy { $0.isTokenByte } }

    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    /// Capitals made small.
    fileprivate var smallText: String {
        allSatisfy { $0.lowercasedASCII == $0 } ? text : map(\.lowercasedASCII).asUTF8Text
    }
}
