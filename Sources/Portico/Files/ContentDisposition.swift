#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a server proposes to call a file (RFC 6266, with RFC 8187 for other letters than those of ASCII).
enum ContentDisposition {
    /// The longest field that is looked at.
    static let limit = 4096

    /// The proposed name, as it was sent: it may hold anything, a path too. `filename*` counts before `filename`.
    static func filename(in field: String) -> String? {
        guard field.utf8.count <= limit else { return nil }
        var (plain, extended): (String?, String?)
        var field = field
        field.withUTF8 { bytes in
            for piece in MediaType.pieces(of: bytes, at: UInt8(ascii: ";")) {
                guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let name = piece[..<equals].trimmingOptionalWhitespace.map(\.lowercasedASCII).asUTF8Text
                let value = Array(piece[(equals + 1)...].trimmingOptionalWhitespace)
                if name == "filename", plain == nil { plain = unquoted(value).asUTF8Text }
                if name == "filename*", extended == nil { extended = decoded(unquoted(value)) }
            }
        }
        return extended ?? plain
    }

    /// What stands between quotes, backslashes undone; what is not quoted as it is.
    private static func unquoted(_ value: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard value.first == quote else { return value }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in value.dropFirst() {
            if isEscaped {
                text.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == quote {
                break
            } else {
                text.append(byte)
            }
        }
        return text
    }

    /// `UTF-8'en'%e2%82%ac.txt` (RFC 8187, section 3.2); nil where it is no such text or in a charset that is not known
    /// here.
    private static func decoded(_ value: [UInt8]) -> String? {
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = PercentEncoding.strictlyDecoded(parts[2]) else { return nil }
        return Charset.text(of: Data(bytes), charset: Array(parts[0]).asUTF8Text)
    }
}
