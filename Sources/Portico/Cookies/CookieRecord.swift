#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A cookie as a jar's file has it.
struct CookieRecord: Codable {
    var name: String
    var value: String
    var domain: String
    var isHostOnly: Bool
    var path: String
    /// In seconds since 1970.
    var expires: Double
    var isSecure: Bool
    var isHTTPOnly: Bool
    var sameSite: String?

    /// Nil for a cookie that ends with the session.
    init?(_ cookie: Cookie) {
        guard let expires = cookie.expires else { return nil }
        self.expires = expires.timeIntervalSince1970
        (name, value, domain, path) = (cookie.name, cookie.value, cookie.domain, cookie.path)
        (isHostOnly, isSecure, isHTTPOnly) = (cookie.isHostOnly, cookie.isSecure, cookie.isHTTPOnly)
        sameSite = cookie.sameSite?.rawValue
    }

    /// Nil where somebody has written what no server could have set.
    var cookie: Cookie? {
        let isSound = "\(name)\(value)\(domain)\(path)".utf8.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") || $0 == 0x09
        }
        guard isSound, !domain.isEmpty, path.utf8.first == UInt8(ascii: "/"), expires.isFinite,
            name.utf8.count + value.utf8.count <= SetCookie.sizeLimit
        else { return nil }
        return Cookie(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path,
            expires: Date(timeIntervalSince1970: expires), isSecure: isSecure, isHTTPOnly: isHTTPOnly,
            sameSite: sameSite.flatMap { Cookie.SameSite(rawValue: $0) })
    }

    /// The bytes of a file of those cookies that outlive the session.
    static func data(of cookies: [Cookie]) throws(FileProblem) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        do { return try encoder.encode(cookies.compactMap { CookieRecord($0) }) } catch {
            throw FileProblem(message: "the cookies cannot be encoded")
        }
    }

    /// The cookies in the bytes of a file, in their order; nil where they are none.
    static func cookies(in data: Data) -> [Cookie]? {
        guard let records = try? JSONDecoder().decode([CookieRecord].self, from: data) else { return nil }
        let cookies = records.compactMap(\.cookie)
        return cookies.count == records.count ? cookies : nil
    }
}
