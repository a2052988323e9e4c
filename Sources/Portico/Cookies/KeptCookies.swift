#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Cookies by domain, of which there are never too many: whoever sets one more takes the place of the one of the least
/// worth (RFC 6265bis, section 5.7).
struct KeptCookies: Sendable {
    private let domainLimit: Int
    private let limit: Int

    private var domains: [String: [Entry]] = [:]
    private(set) var count = 0
    /// Grows with each change of the cookies that outlive the session.
    private(set) var version = 0
    /// Grows with each cookie that is set or sent.
    private var clock: UInt64 = 0

    /// Where the cookies were at some time: in the order of their last use, and of their ends. A cookie may have been used or
    /// set again since, or be gone: that is looked up when its turn comes, so using one costs nothing here.
    private var uses = Heap<Place<UInt64>>()
    private var ends = Heap<Place<Date>>()

    /// A cookie with its places in two orders, both by the clock.
    struct Entry {
        var cookie: Cookie
        /// When it was set first; a cookie that is set again keeps it.
        var order: UInt64
        /// When it was set or sent last.
        var lastUse: UInt64

        /// Of a domain's cookies the one of the least worth goes first.
        fileprivate var worth: (Int, UInt64) { (cookie.isSecure ? 1 : 0, lastUse) }
    }

    /// When something was or is to be with a cookie.
    private struct Place<Time: Comparable & Sendable>: Comparable, Sendable {
        let time: Time
        let domain: String
        let order: UInt64

        static func < (left: Self, right: Self) -> Bool {
            (left.time, left.domain, left.order) < (right.time, right.domain, right.order)
        }
    }

    /// - Parameters:
    ///   - domainLimit: the most cookies of a domain.
    ///   - limit: the most of all.
    init(domainLimit: Int = 64, limit: Int = 3000) {
        self.domainLimit = domainLimit
        self.limit = limit
    }

    /// In no order.
    var entries: some Sequence<Entry> { domains.values.joined() }

    /// Whether there is one of a domain that is looked for.
    func contains(inDomains isLookedFor: (String) -> Bool, where isFound: (Cookie) -> Bool) -> Bool {
        domains.contains { domain, entries in
            isLookedFor(domain) && entries.contains { isFound($0.cookie) }
        }
    }

    /// Those of a domain that are used now.
    mutating func use(_ domain: String, where isUsed: (Cookie) -> Bool) -> [Entry] {
        guard let entries = domains[domain] else { return [] }
        var used: [Entry] = []
        for index in entries.indices where isUsed(entries[index].cookie) {
            clock += 1
            domains[domain]?[index].lastUse = clock
            used.append(entries[index])
        }
        return used
    }

    /// Puts a cookie in, in the place of the one that it is the same as, and makes room for it.
    mutating func insert(_ cookie: Cookie, at now: Date) {
        clock += 1
        var entries = domains[cookie.domain] ?? []
        let index = entries.firstIndex { $0.cookie.isSame(as: cookie) }
        let old = index.map { entries[$0] }
        let entry = Entry(cookie: cookie, order: old?.order ?? clock, lastUse: clock)
        if cookie.expires != nil || old?.cookie.expires != nil, old?.cookie != cookie { version += 1 }
        if let index {
            entries[index] = entry
        } else {
            entries.append(entry)
            uses.add(Place(time: clock, domain: cookie.domain, order: entry.order))
            count += 1
        }
        if let end = cookie.expires, end != old?.cookie.expires {
            ends.add(Place(time: end, domain: cookie.domain, order: entry.order))
        }
        domains[cookie.domain] = entries
        evict(from: cookie.domain, at: now)
        forgetOldPlaces()
    }

    mutating func remove(where isRemoved: (Cookie) -> Bool) {
        for domain in domains.keys { remove(from: domain, where: isRemoved) }
    }

    mutating func remove(from domain: String, where isRemoved: (Cookie) -> Bool) {
        keep(domain) { !isRemoved($0.cookie) }
    }

    /// Puts back what was kept elsewhere. That is no change.
    mutating func restore(_ cookie: Cookie, at now: Date) {
        let version = version
        insert(cookie, at: now)
        self.version = version
    }
}

extension KeptCookies {
    /// Makes room where there are too many: the expired ones go first, then of the domain's the ones that are not
    /// secure, then its others, then any; of equal ones the one that was not used for the longest time.
    private mutating func evict(from domain: String, at now: Date) {
        if count(of: domain) > domainLimit {
            remove(from: domain) { $0.isExpired(at: now) }
            if count(of: domain) > domainLimit, let least = domains[domain]?.min(by: { $0.worth < $1.worth }) {
                keep(domain) { $0.order != least.order }
            }
        }
        if count > limit { removeExpired(at: now) }
        if count > limit { removeLeastUsed() }
    }

    private func count(of domain: String) -> Int { domains[domain]?.count ?? 0 }

    private mutating func removeExpired(at now: Date) {
        while let place = ends.first, place.time <= now {
            ends.removeFirst()
            keep(place.domain) { $0.order != place.order || !$0.cookie.isExpired(at: now) }
        }
    }

    private mutating func removeLeastUsed() {
        while let place = uses.removeFirst() {
            guard let entry = domains[place.domain]?.first(where: { $0.order == place.order }) else { continue }
            guard entry.lastUse == place.time else {
                uses.add(Place(time: entry.lastUse, domain: place.domain, order: place.order))
                continue
            }
            return keep(place.domain) { $0.order != place.order }
        }
    }

    /// Leaves a domain with some of its cookies.
    private mutating func keep(_ domain: String, where isKept: (Entry) -> Bool) {
        guard let entries = domains[domain] else { return }
        let kept = entries.filter(isKept)
        guard kept.count < entries.count else { return }
        if entries.contains(where: { $0.cookie.expires != nil && !isKept($0) }) { version += 1 }
        domains[domain] = kept.isEmpty ? nil : kept
        count -= entries.count - kept.count
    }

    /// The places of what is gone never outnumber the cookies by much.
    private mutating func forgetOldPlaces() {
        if uses.count > 2 * count + 64 {
            uses.rebuild(of: entries.map { Place(time: $0.lastUse, domain: $0.cookie.domain, order: $0.order) })
        }
        if ends.count > 2 * count + 64 {
            ends.rebuild(
                of: entries.compactMap { entry in
                    entry.cookie.expires.map { Place(time: $0, domain: entry.cookie.domain, order: entry.order) }
                })
        }
    }
}
