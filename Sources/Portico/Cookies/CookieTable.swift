#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cookies of a jar, by domain: which are kept, sent and dropped (RFC 6265bis, sections 5.7 and 5.8). It knows no clock.
struct CookieTable {
    /// The longest life of a cookie.
    static let longestLife: TimeInterval = 400 * 86400

    /// Whether a domain is one under which strangers have names, so that no cookie may be for all of it.
    private let isPublicSuffix: @Sendable (String) -> Bool
    private var kept = KeptCookies()

    init(isPublicSuffix: @escaping @Sendable (String) -> Bool) { self.isPublicSuffix = isPublicSuffix }

    var count: Int { kept.count }
    /// Grows with each change of the cookies that outlive the session.
    var version: Int { kept.version }

    /// All that have not expired, in the order in which they were set.
    func cookies(at now: Date) -> [Cookie] {
        kept.entries.filter { !$0.cookie.isExpired(at: now) }.sorted { $0.order < $1.order }.map(\.cookie)
    }

    /// Takes in what a host has set.
    /// - Returns: the cookie, or nil where the line removes one.
    mutating func set(_ line: String, by host: CookieHost, at now: Date) throws(CookieRefusal) -> Cookie? {
        let parsed = try SetCookie(line)
        let domain = try domain(of: parsed, host)
        try check(parsed, host, isHostOnly: domain == nil)
        let cookie = Cookie(
            name: parsed.name, value: parsed.value, domain: domain ?? host.name, isHostOnly: domain == nil,
            path: parsed.path ?? host.defaultPath, expires: parsed.end(at: now), isSecure: parsed.isSecure,
            isHTTPOnly: parsed.isHTTPOnly, sameSite: parsed.sameSite)
        if !host.isSecure, !parsed.isSecure, shadowsSecureCookie(cookie, host) { throw .secureCookieShadowed }
        if cookie.isExpired(at: now) {
            kept.remove(from: cookie.domain) { $0.isSame(as: cookie) }
            return nil
        }
        kept.insert(cookie, at: now)
        return cookie
    }

    /// What is sent to a host, in the order of the field: longer paths first, then older cookies.
    mutating func cookies(for host: CookieHost, at now: Date) -> [Cookie] {
        guard count > 0 else { return [] }
        var found = host.domains.flatMap { kept.use($0) { Self.isSent($0, to: host, at: now) } }
        found.sort {
            let (left, right) = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
            return left == right ? $0.order < $1.order : left > right
        }
        return found.map(\.cookie)
    }

    mutating func remove(where isRemoved: (Cookie) -> Bool) { kept.remove(where: isRemoved) }

    /// Puts back what was kept elsewhere, in its order. That is no change.
    mutating func restore(_ cookies: [Cookie], at now: Date) {
        for cookie in cookies where !cookie.isExpired(at: now) { kept.restore(cookie, at: now) }
    }
}

extension CookieTable {
    /// The domain that a cookie is for with all below it; nil for the host alone.
    private func domain(of cookie: SetCookie, _ host: CookieHost) throws(CookieRefusal) -> String? {
        guard let domain = cookie.domain else { return nil }
        guard host.matches(domain: domain) else { throw .foreignDomain }
        // A registry may have a page of its own, whose cookies are its own alone; an address has nothing below it.
        if host.isAddress { return nil }
        // A name may end in the dot of the root, which makes no other domain of it.
        let name = domain.utf8.last == UInt8(ascii: ".") ? String(domain.dropLast()) : domain
        guard isPublicSuffix(name) else { return domain }
        guard domain == host.name else { throw .publicSuffix }
        return nil
    }

    private func check(_ cookie: SetCookie, _ host: CookieHost, isHostOnly: Bool) throws(CookieRefusal) {
        if cookie.isSecure, !host.isSecure { throw .secureFromPlainHTTP }
        if cookie.sameSite == SameSite.none, !cookie.isSecure { throw .sameSiteNoneWithoutSecure }
        // A cookie without a name goes out as its value alone, which must not look like a name that promises something.
        let name = cookie.name.isEmpty ? cookie.value : cookie.name
        let isHost = name.beginsIgnoringCase(with: "__Host-")
        guard isHost || name.beginsIgnoringCase(with: "__Secure-") else { return }
        guard !cookie.name.isEmpty, cookie.isSecure else { throw .prefixNotKept }
        if isHost, cookie.domain != nil || cookie.path != "/" { throw .prefixNotKept }
    }

    private typealias SameSite = Cookie.SameSite

    /// Whether there is a secure cookie that this one from a plain host would stand in for.
    private func shadowsSecureCookie(_ cookie: Cookie, _ host: CookieHost) -> Bool {
        let other = CookieHost(scheme: "http", authority: cookie.domain, path: cookie.path)
        return kept.contains {
            other?.matches(domain: $0) == true || $0.hasSuffix(".\(cookie.domain)")
        } where: {
            $0.isSecure && $0.name.utf8.elementsEqual(cookie.name.utf8) && other?.matches(path: $0.path) == true
        }
    }

    private static func isSent(_ cookie: Cookie, to host: CookieHost, at now: Date) -> Bool {
        (!cookie.isHostOnly || cookie.domain == host.name) && host.matches(path: cookie.path)
            && (!cookie.isSecure || host.isSecure) && !cookie.isExpired(at: now)
    }
}

extension SetCookie {
    /// When the cookie ends, in whole seconds; nil with the session. `Max-Age` goes before `Expires`.
    fileprivate func end(at now: Date) -> Date? {
        if let maxAge, maxAge <= 0 { return .distantPast }
        let seconds = now.timeIntervalSince1970
        let latest = (seconds + CookieTable.longestLife).rounded(.up)
        if let maxAge { return Date(timeIntervalSince1970: min(latest, (seconds + Double(maxAge)).rounded(.up))) }
        return expires.map { min($0, Date(timeIntervalSince1970: latest)) }
    }
}

extension String {
    fileprivate func beginsIgnoringCase(with prefix: String) -> Bool {
        utf8.prefix(prefix.utf8.count).map(\.lowercasedASCII) == prefix.utf8.map(\.lowercasedASCII)
    }
}
