import Portico

/// Rewrites JSON so that every value stays of its type: hidden strings become the replacement, numbers 0, flags false.
///
/// The text is rewritten token by token, so order, white space and everything that is not hidden stay byte for byte.
struct JSONShape {
    var keeping: ShapeKeeping
    private let known: KnownSecrets?
    /// The depth outside of the value that is hidden with all that is in it.
    private var hiddenOutside: Int?
    private var hidesNext = false

    /// - Parameter known: what is hidden by its value; nil where names alone count.
    init(_ keeping: ShapeKeeping, known: KnownSecrets? = nil) {
        self.keeping = keeping
        self.known = known
    }

    /// The text rewritten; nil where it is no JSON.
    mutating func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.withUnsafeBufferPointer { bytes in
            do throws(JSONScanner.Malformed) { return try rewrite(bytes) } catch { return nil }
        }
    }

    private mutating func rewrite(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) -> [UInt8] {
        var scanner = JSONScanner(bytes)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        while true {
            let start = scanner.range.upperBound
            let token = try scanner.next()
            if token == .end {
                output += bytes[start...]
                return output
            }
            output += bytes[(output.isEmpty ? 0 : start)..<scanner.range.lowerBound]
            if let replacement = replacement(of: token, scanner, bytes) {
                output += replacement
            } else {
                output += bytes[scanner.range]
            }
        }
    }

    /// What stands in the place of a token; nil for the token itself.
    private mutating func replacement(
        of token: JSONScanner.Token, _ scanner: JSONScanner, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        switch token {
        case .name:
            guard hiddenOutside == nil else { return nil }
            hidesNext = scanner.text.map { keeping.hidesMember($0) } ?? false
            return nil
        case .beginObject, .beginArray:
            if hidesNext { hiddenOutside = scanner.depth - 1 }
            hidesNext = false
            return nil
        case .endObject, .endArray:
            if let outside = hiddenOutside, scanner.depth <= outside { hiddenOutside = nil }
            return nil
        case .string, .number, .literal:
            let isHidden = hidesNext || hiddenOutside != nil
            hidesNext = false
            let raw = UnsafeBufferPointer(rebasing: bytes[scanner.range])
            return isHidden ? hidden(token, scanner, raw) : shown(token, scanner, raw)
        case .end:
            return nil
        }
    }

    private mutating func hidden(
        _ token: JSONScanner.Token, _ scanner: JSONScanner, _ raw: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        switch token {
        case .string:
            guard let text = scanner.text, !text.isEmpty else { return nil }
            keeping.secrets.append(text)
            return Array("\"\(Redaction.replacement)\"".utf8)
        case .number:
            keeping.secrets.append(String(decoding: raw, as: UTF8.self))
            return [UInt8(ascii: "0")]
        default:
            return raw.first == UInt8(ascii: "n") ? nil : Array("false".utf8)
        }
    }

    private mutating func shown(
        _ token: JSONScanner.Token, _ scanner: JSONScanner, _ raw: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        if token == .number, known?.contains(String(decoding: raw, as: UTF8.self)) == true {
            return [UInt8(ascii: "0")]
        }
        guard token == .string, raw.count > 2 else { return nil }
        if let known {
            guard let text = scanner.text, let hidden = known.hidden(in: Array(text.utf8), by: Redaction.replacement)
            else { return nil }
            return Array(JSONValue.string(hidden.asUTF8Text).description.utf8)
        }
        let mayHold = raw.contains { "=@\\{[".utf8.contains($0) }
        guard mayHold, let text = scanner.text else { return nil }
        let redacted = keeping.text(text)
        return redacted == text ? nil : Array(JSONValue.string(redacted).description.utf8)
    }
}
