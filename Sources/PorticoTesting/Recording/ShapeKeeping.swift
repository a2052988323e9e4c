#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// Hides secrets so that what is left can still be read by whoever reads the original: a cookie keeps its name, a
/// string of JSON stays a string, an escaped value stays one. It collects what it hides.
struct ShapeKeeping {
    let redaction: Redaction
    var secrets: [String] = []

    init(_ redaction: Redaction) { self.redaction = redaction }

    /// As it stands in a URL or a form.
    static let escapedReplacement = "%3Credacted%3E"

    /// The names that hide a member of a body: an answer may echo the fields and the query of its request.
    func hidesMember(_ name: some StringProtocol) -> Bool {
        redaction.bodyNames.contains(name) || redaction.fieldNames.contains(name)
    }

    /// A URL, or a field that holds some.
    mutating func url(_ text: String) -> String {
        let redaction = redaction
        learnItems(of: Array(text.utf8)) { redaction.queryNames.contains($0) }
        return Self.escaped(redaction.url(text))
    }

    /// The bytes of a form.
    mutating func form(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        let redaction = redaction
        learnItems(of: bytes) { redaction.bodyNames.contains($0) || redaction.queryNames.contains($0) }
        return Array(Self.escaped(redaction.form(bytes).asUTF8Text).utf8)
    }

    /// Text of a body that may be a URL, a form, or JSON within JSON.
    mutating func text(_ text: String) -> String {
        if text.hasPrefix("/") || text.contains("://") { return url(text) }
        if text.hasPrefix("{") || text.hasPrefix("[") {
            return json(Array(text.utf8))?.asUTF8Text ?? text
        }
        guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
        return form(text.utf8).asUTF8Text
    }

    /// Nil where it is no JSON.
    mutating func json(_ bytes: [UInt8]) -> [UInt8]? {
        // With no secrets of before: each text within the text would copy them.
        var shape = JSONShape(ShapeKeeping(redaction))
        guard let rewritten = shape.rewritten(bytes) else { return nil }
        secrets += shape.keeping.secrets
        return rewritten
    }

    private static func escaped(_ text: String) -> String {
        guard text.contains(Redaction.replacement) else { return text }
        return text.split(separator: Redaction.replacement, omittingEmptySubsequences: false)
            .joined(separator: escapedReplacement)
    }

    /// Learns the values of the items with a hidden name, as they were before they were escaped.
    private mutating func learnItems(of bytes: [UInt8], _ isHidden: (Substring) -> Bool) {
        for item in bytes.split(whereSeparator: { "&?;#".utf8.contains($0) }) {
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { continue }
            guard Redaction.hasPart(PercentEncoding.decoded(item[..<equals]), isHidden) else { continue }
            secrets.append(PercentEncoding.decoded(item[(equals + 1)...]))
        }
    }
}

extension ShapeKeeping {
    /// The value of a field that may be hidden, each of its lines.
    mutating func value(ofField name: HTTPField.Name, _ value: String) -> String {
        guard redaction.fieldNames.contains(name.rawName) else {
            return Self.urlFields.contains(name) ? url(value) : value
        }
        let lines = value.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        return lines.map { hiddenLine(name, $0) }.joined(separator: "\n")
    }

    private mutating func hiddenLine(_ name: HTTPField.Name, _ value: String) -> String {
        guard !value.isEmpty else { return value }
        switch name {
        case .cookie:
            let pairs = value.split(separator: ";").map { cookie(Self.trimmed($0)) }
            return pairs.joined(separator: "; ")
        case .setCookie:
            let parts = value.split(separator: ";", omittingEmptySubsequences: false)
            let kept = parts.dropFirst().map(String.init).filter(Self.isCookieAttribute)
            return ([cookie(Self.trimmed(parts[0]))] + kept).joined(separator: ";")
        case .authorization, .proxyAuthorization:
            return credentials(value)
        default:
            secrets.append(value)
            return Redaction.replacement
        }
    }

    /// `name=<redacted>`
    private mutating func cookie(_ pair: String) -> String {
        guard let equals = pair.firstIndex(of: "=") else {
            secrets.append(pair)
            return Redaction.replacement
        }
        let value = String(pair[pair.index(after: equals)...])
        // A word such as `accepted` tells nothing, and is found everywhere.
        let isWord = value.utf8.count < 16 && value.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        if !isWord { secrets.append(value) }
        return value.isEmpty ? pair : "\(pair[...equals])\(Redaction.replacement)"
    }

    /// `Bearer <redacted>`; a scheme that nobody knows may be the secret itself.
    private mutating func credentials(_ value: String) -> String {
        secrets.append(value)
        guard let space = value.firstIndex(of: " ") else { return Redaction.replacement }
        let (scheme, rest) = (String(value[..<space]), Self.trimmed(value[space...]))
        guard Self.schemes.contains(scheme.lowercasedASCII) else { return Redaction.replacement }
        secrets.append(rest)
        if scheme.lowercasedASCII == "basic", let pair = Data(base64Encoded: rest) {
            let text = String(decoding: pair, as: UTF8.self)
            if let colon = text.firstIndex(of: ":") { secrets.append(String(text[text.index(after: colon)...])) }
        }
        return "\(scheme) \(Redaction.replacement)"
    }

    private static func isCookieAttribute(_ text: String) -> Bool {
        let name = trimmed(text.prefix { $0 != "=" }).lowercasedASCII
        return cookieAttributes.contains(name)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = Substring(text)
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    private static let schemes: Set<String> = [
        "basic", "bearer", "digest", "token", "negotiate", "ntlm", "apikey", "dpop", "jwt", "hawk", "aws4-hmac-sha256",
    ]
    private static let cookieAttributes: Set<String> = [
        "expires", "max-age", "domain", "path", "secure", "httponly", "samesite", "priority", "partitioned",
    ]
    private static let urlFields: Set<HTTPField.Name> = [.location, "Content-Location", "Link", "Referer", "Refresh"]
}
