extension Redaction {
    /// A URL, a request's target, or a field that holds URLs, with user information and the values of the named query
    /// items hidden, those of a fragment too. Every other byte stays as it is.
    public func url(_ text: String) -> String {
        redacted(text, searchesValues: true)
    }

    /// Text of any kind, a URL or one that names some; text that holds none stays as it is.
    func text(_ text: String) -> String { text.hasPrefix("/") || text.contains("://") ? url(text) : text }

    private func redacted(_ text: String, searchesValues: Bool) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }) else { return text }
        let withoutUser = Self.withoutUserInformation(Array(text.utf8))
        return items(withoutUser, searchesValues: searchesValues) { queryNames.contains($0) }.asUTF8Text
    }

    /// A form (`application/x-www-form-urlencoded`) with the values of the named items hidden.
    package func form(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        items(Array(bytes), searchesValues: true) { queryNames.contains($0) || bodyNames.contains($0) }
    }

    /// `name=value` anywhere between separators. A value reaches to the next `&` or `#`, so that nothing of it is left
    /// over. One that is an escaped URL with a secret of its own (a `redirect_uri`) is hidden as a whole.
    private func items(_ bytes: [UInt8], searchesValues: Bool, isHidden: (Substring) -> Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var nameStart = 0
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            output.append(byte)
            if byte.separatesItems {
                nameStart = position
            } else if byte == UInt8(ascii: "=") {
                let end = bytes[position...].firstIndex(where: \.endsValue) ?? bytes.count
                let name = PercentEncoding.decoded(bytes[nameStart..<(position - 1)])
                let isNamed = Self.hasPart(name, isHidden)
                if isNamed || searchesValues && holdsSecret(bytes[position..<end]) {
                    if end > position { output += Self.replacement.utf8 }
                    position = end
                }
                // What follows another `=` belongs to the value, unless a separator comes first.
                nameStart = position
            }
        }
        return output
    }

    private func holdsSecret(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.contains(UInt8(ascii: "%")) else { return false }
        let text = PercentEncoding.decoded(value)
        return redacted(text, searchesValues: false) != text
    }

    /// Whether a name or a part of it is hidden: `password` in `user[password]` and in `user.password` is a name as
    /// well.
    package static func hasPart(_ name: String, _ isHidden: (Substring) -> Bool) -> Bool {
        name.split { $0 == "[" || $0 == "]" || $0 == "." }.contains(where: isHidden)
    }

    private static func withoutUserInformation(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "@")) else { return bytes }
        var output: [UInt8] = []
        var position = 0
        while position < bytes.count {
            output.append(bytes[position])
            position += 1
            guard output.suffix(3).elementsEqual("://".utf8) || output.elementsEqual("//".utf8) else { continue }
            let end = bytes[position...].firstIndex(where: \.endsAuthority) ?? bytes.count
            guard let at = bytes[position..<end].lastIndex(of: UInt8(ascii: "@")) else { continue }
            output += Self.replacement.utf8
            position = at
        }
        return output
    }
}

extension UInt8 {
    fileprivate var separatesItems: Bool {
        self == UInt8(ascii: "&") || self == UInt8(ascii: "?") || self == UInt8(ascii: ";") || self == UInt8(ascii: "#")
    }

    fileprivate var endsValue: Bool { self == UInt8(ascii: "&") || self == UInt8(ascii: "#") }

    fileprivate var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#") || self == UInt8(ascii: ">")
    }
}
