/// Text in the names of files and folders: whatever a file system, a shell or the convention would read otherwise is `%XX`.
package enum FixtureEscaping {
    /// A value as a part of a file's name.
    package static func escaped(_ text: String) -> String {
        escaped(text) { isRefused($0) || separators.contains($0) }
    }

    /// A segment of a path as the name of a folder.
    package static func folderName(for segment: String) -> String {
        var name = escaped(segment) { isRefused($0) || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
        // Windows drops dots and spaces at the end, and names of dots alone lead elsewhere.
        var end = ""
        while let last = name.last, last == "." || last == " " {
            end = (last == "." ? "%2E" : "%20") + end
            name.removeLast()
        }
        // The convention passes over names that begin with a dot, as systems hide them.
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        return name + end
    }

    private static let separators: [UInt8] = Array(",@=. ".utf8)

    private static func escaped(_ text: String, where isEscaped: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isEscaped(byte) {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += ("%" + (byte < 16 ? "0" : "") + digits).utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What Windows does not take in names, and the percent sign.
    private static func isRefused(_ byte: UInt8) -> Bool {
        switch byte {
        case ..<0x20, 0x7F, UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"),
            UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "?"),
            UInt8(ascii: "*"):
            true
        default: false
        }
    }

    /// Text with its escapes undone; nil where one of them is none, and where the bytes are no UTF-8.
    package static func undone(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let utf8 = text.utf8
        guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var position = utf8.startIndex
        while position < utf8.endIndex {
            let byte = utf8[position]
            utf8.formIndex(after: &position)
            if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(0x20)
            } else if byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else {
                guard let high = hexValue(utf8, &position), let low = hexValue(utf8, &position) else { return nil }
                bytes.append(high << 4 | low)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// What the hexadecimal digit at a position stands for; nil where there is none.
    private static func hexValue<Text: Collection<UInt8>>(_ text: Text, _ position: inout Text.Index) -> UInt8? {
        guard position < text.endIndex else { return nil }
        let byte = text[position]
        text.formIndex(after: &position)
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
