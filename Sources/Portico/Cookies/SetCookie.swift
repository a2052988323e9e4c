#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a `Set-Cookie` line says, before anything is made of it (RFC 6265bis, section 5.6).
struct SetCookie: Hashable {
    var name: String
    var value: String
    /// `Expires` as a date, or nil where it is missing or none.
    var expires: Date?
    /// Seconds; nil where it is missing or no number.
    var maxAge: Int64?
    /// In small letters, without the dot that it may begin with; nil where it is missing or empty.
    var domain: String?
    /// Nil where it is missing or does not begin with a slash.
    var path: String?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?

    /// The most bytes of name and value together.
    static let sizeLimit = 4096
    /// The most bytes of an attribute's value; a longer one is left out of account.
    static let attributeLimit = 1024

    /// - Throws: why the line sets no cookie.
    init(_ line: String) throws(CookieRefusal) {
        guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .controlCharacter }
        var parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        let pair = parts.removeFirst()
        if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
            name = Self.text(pair[..<equals])
            value = Self.text(pair[pair.index(after: equals)...])
        } else {
            name = ""
            value = Self.text(pair)
        }
        guard !name.isEmpty || !value.isEmpty else { throw .empty }
        guard name.utf8.count + value.utf8.count <= Self.sizeLimit else { throw .tooLarge }
        for part in parts { read(part) }
    }

    /// Reads an attribute. Of several of a name the last one counts; an unknown one says nothing.
    private mutating func read(_ attribute: Substring.UTF8View) {
        let equals = attribute.firstIndex(of: UInt8(ascii: "="))
        let name = Self.text(attribute[..<(equals ?? attribute.endIndex)])
        let value = equals.map { Self.text(attribute[attribute.index(after: $0)...]) } ?? ""
        guard value.utf8.count <= Self.attributeLimit else { return }
        switch name.lowercasedASCII {
        case "expires": expires = CookieDate.date(from: value) ?? expires
        case "max-age": maxAge = Self.seconds(value) ?? maxAge
        case "domain":
            let domain = value.utf8.first == UInt8(ascii: ".") ? String(Substring(value.utf8.dropFirst())) : value
            self.domain = domain.isEmpty ? nil : domain.lowercasedASCII
        case "path": path = value.utf8.first == UInt8(ascii: "/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercasedASCII)
        default: break
        }
    }

    /// Digits, with a minus before them or not; what is larger than any time is the largest one.
    private static func seconds(_ value: String) -> Int64? {
        let isNegative = value.utf8.first == UInt8(ascii: "-")
        let digits = isNegative ? value.utf8.dropFirst() : value.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return isNegative ? 0 : Int64(String(Substring(digits))) ?? .max
    }

    private static func text(_ bytes: Substring.UTF8View) -> String {
        String(Substring(bytes.trimmingOptionalWhitespace))
    }
}
