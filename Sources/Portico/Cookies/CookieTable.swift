#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cookies of a jar, by domain: which are kept, sent and dropped (RFC 6265bis, sections 5.7 and 5.8). It knows no clock.
struct CookieTable {
    /// The most cookies of a domain, and of all.
    static let domainLimit = 64
    static let limit = 3000
    /// The longest life of a cookie.
    static let longestLife: TimeInterval = 400 * 86400

    /// Whether a domain is one under which strangers have names, so that no cookie may be for all of it.
    private let isPublicSuffix: @Sendable (String) -> Bool
    private var domains: [String: [Entry]] = [:]
    private(set) var count = 0
    /// Grows with each change of the cookies that outlive the session.
    private(set) var version = 0
    /// Grows with each cookie that is set or sent.
    private var clock: UInt64 = 0

    /// A cookie with its places in two orders, both by the clock of the table.
    private struct Entry {
        var cookie: Cookie
        /// When it was set first; a cookie that is set again keeps it.
        var order: UInt64
        /// When it was set or sent last.
        var lastUse: UInt64

        /// Of a domain's cookies the one of the least worth goes first.
        var worth: (Int, UInt64) { (cookie.isSecure ? 1 : 0, lastUse) }
    }

    init(isPublicSuffix: @escaping @Sendable (String) -> Bool) { self.isPublicSuffix = isPublicSuffix }

    /// All that have not expired, in the order in which they were set.
    func cookies(at now: Date) -> [Cookie] {
        domains.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.order < $1.order }.map(\.cookie)
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
            remove { $0.domain == cookie.domain && $0.isSame(as: cookie) }
            return nil
        }
        insert(cookie)
        evict(from: cookie.domain, at: now)
        return cookie
    }

    /// What is sent to a host, in the order of the field: longer paths first, then older cookies.
    mutating func cookies(for host: CookieHost, at now: Date) -> [Cookie] {
        guard count > 0 else { return [] }
        var found: [Entry] = []
        for domain in host.domains {
            guard let entries = domains[domain] else { continue }
            for index in entries.indices where isSent(entries[index].cookie, to: host, at: now) {
                clock += 1
                domains[domain]?[index].lastUse = clock
                found.append(entries[index])
            }
        }
        found.sort {
            let (left, right) = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
            return left == right ? $0.order < $1.order : left > right
        }
        return found.map(\.cookie)
    }

    mutating func remove(where isRemoved: (Cookie) -> Bool) {
        for (domain, entries) in domains { keep(entries.filter { !isRemoved($0.cookie) }, of: domain) }
    }

    /// Puts back what was kept elsewhere, in its order. That is no change.
    mutating func restore(_ cookies: [Cookie], at now: Date) {
        let version = version
        defer { self.version = version }
        for cookie in cookies where !cookie.isExpired(at: now) {
            insert(cookie)
            evict(from: cookie.domain, at: now)
        }
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
        return domains.values.joined().lazy.map(\.cookie).contains { kept in
            kept.isSecure && kept.name.utf8.elementsEqual(cookie.name.utf8)
                && (other?.matches(domain: kept.domain) == true || kept.domain.hasSuffix(".\(cookie.domain)"))
                && other?.matches(path: kept.path) == true
        }
    }

    private func isSent(_ cookie: Cookie, to host: CookieHost, at now: Date) -> Bool {
        (!cookie.isHostOnly || cookie.domain == host.name) && host.matches(path: cookie.path)
            && (!cookie.isSecure || host.isSecure) && !cookie.isExpired(at: now)
    }

    private mutating func insert(_ cookie: Cookie) {
        clock += 1
        var entries = domains[cookie.domain] ?? []
        let index = entries.firstIndex { $0.cookie.isSame(as: cookie) }
        let old = index.map { entries[$0].cookie }
        if cookie.expires != nil || old?.expires != nil, old != cookie { version += 1 }
        if let index {
            entries[index] = Entry(cookie: cookie, order: entries[index].order, lastUse: clock)
        } else {
            entries.append(Entry(cookie: cookie, order: clock, lastUse: clock))
            count += 1
        }
        domains[cookie.domain] = entries
    }

    /// Makes room where there are too many: the expired ones go first, then of the domain's the ones that are not secure, then
    /// its others, then any; of equal ones the one that was not used for the longest time.
    ///
    /// A domain's own limit is kept by looking at that domain alone, so that a server that sets many costs no more for what
    /// others have set.
    private mutating func evict(from domain: String, at now: Date) {
        if let entries = domains[domain], entries.count > Self.domainLimit {
            keep(entries.filter { !$0.cookie.isExpired(at: now) }, of: domain)
            if let entries = domains[domain], entries.count > Self.domainLimit {
                drop(entries.min { $0.worth < $1.worth })
            }
        }
        guard count > Self.limit else { return }
        remove { $0.isExpired(at: now) }
        if count > Self.limit { drop(domains.values.joined().min { $0.lastUse < $1.lastUse }) }
    }

    private mutating func drop(_ entry: Entry?) {
        guard let entry, let entries = domains[entry.cookie.domain] else { return }
        keep(entries.filter { $0.order != entry.order }, of: entry.cookie.domain)
    }

    /// Leaves a domain with these of its cookies.
    private mutating func keep(_ kept: [Entry], of domain: String) {
        let entries = domains[domain] ?? []
        guard kept.count < entries.count else { return }
        let orders = Set(kept.map(\.order))
        if entries.contains(where: { $0.cookie.expires != nil && !orders.contains($0.order) }) { version += 1 }
        domains[domain] = kept.isEmpty ? nil : kept
        count -= entries.count - kept.count
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
