extension FuzzTarget {
    /// Escaping: whatever the text, nothing that a URL or a form reads as syntax is left in it, and it can be undone.
    static let percentEncoding = FuzzTarget(
        name: "percent-encoding",
        seeds: ["5/7", "a+b c;d?e#f%g", "naïve 🧭", "../..", "a&b=c"]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        for place in [PercentEncoding.Place.url, .segments, .form] {
            var escaped: [UInt8] = []
            PercentEncoding.append(text, to: &escaped, for: place)
            let syntax = Set("&=?#+;:@\"<>\\ ".utf8).subtracting(place == .form ? "+".utf8 : "".utf8)
            expect(!escaped.contains { syntax.contains($0) || $0 <= 0x20 || $0 >= 0x7F }, "syntax left")
            expect(place == .segments || !escaped.contains(UInt8(ascii: "/")), "a slash left")
            expectEqual(unescaped(escaped, plusIsSpace: place == .form), Array(text.utf8), "text escaped and unescaped")
        }
    }

    /// What a server reads.
    static func unescaped(_ bytes: [UInt8], plusIsSpace: Bool) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                rest = rest.dropFirst(2)
                guard let value = UInt8(digits, radix: 16) else { fatalError("%\(digits) is no escape") }
                result.append(value)
            } else {
                result.append(byte == UInt8(ascii: "+") && plusIsSpace ? 0x20 : byte)
            }
        }
        return result
    }
}
