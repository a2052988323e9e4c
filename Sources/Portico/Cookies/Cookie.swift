#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A cookie that a server has set, as a ``CookieJar`` keeps it.
public struct Cookie: Hashable, Sendable {
    /// Empty for a cookie that is a value alone.
    public let name: String
    /// Byte for byte as the server set it. It is a secret, and never printed with the cookie.
    public let value: String
    /// The host that gets it, in small letters; unless ``isHostOnly``, every host below it as well.
    public let domain: String
    /// Whether only the very host that set it gets it.
    public let isHostOnly: Bool
    /// The path, with all below it, that it is sent to.
    public let path: String
    /// When it ends, at most 400 days after it was set; nil for one that ends with the session.
    public let expires: Date?
    /// Whether it is sent over `https` only, and over `http` to this machine.
    public let isSecure: Bool
    /// Whether the server wants no script to see it. There is none here; it is kept as it came.
    public let isHTTPOnly: Bool
    /// What the server said of requests from other sites, or nil. There is no site here but the one that is asked, so
    /// it is kept as it came.
    public let sameSite: SameSite?

    /// The values of the attribute `SameSite`.
    public enum SameSite: String, Hashable, Sendable {
        /// As the server wrote it, in small letters.
        case strict, lax, none
    }

    /// As `Cookie` has it.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    func isSame(as other: Cookie) -> Bool {
        name.utf8.elementsEqual(other.name.utf8) && isHostOnly == other.isHostOnly
            && path.utf8.elementsEqual(other.path.utf8)
    }

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Cookie: CustomStringConvertible {
    /// Without its value: `session of example.com/, until 2027-01-01 …`.
    public var description: String {
        let end = expires.map { ", until \(HTTPDate.text(for: $0))" } ?? ""
        return "\(name) of \(isHostOnly ? "" : ".")\(domain)\(path)\(end)"
    }
}

extension Cookie: CustomReflectable {
    /// What the description says, so that no value is dumped.
    public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}
