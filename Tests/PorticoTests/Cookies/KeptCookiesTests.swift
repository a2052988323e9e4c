import Foundation
@testable import Portico
import Testing

/// Cookies in one list that is looked through from end to end each time: slow, and plainly what is meant.
private struct Model {
    var entries: [(cookie: Cookie, lastUse: Int)] = []
    private var clock = 0

    var names: Set<String> { Set(entries.map { "\($0.cookie.domain) \($0.cookie.name)" }) }

    mutating func insert(_ cookie: Cookie, at now: Date, domainLimit: Int, limit: Int) {
        clock += 1
        entries.removeAll { $0.cookie.domain == cookie.domain && $0.cookie.isSame(as: cookie) }
        entries.append((cookie, clock))
        func isOfDomain(_ entry: (cookie: Cookie, lastUse: Int)) -> Bool { entry.cookie.domain == cookie.domain }
        if entries.filter(isOfDomain).count > domainLimit {
            entries.removeAll { isOfDomain($0) && $0.cookie.isExpired(at: now) }
        }
        if entries.filter(isOfDomain).count > domainLimit {
            let least = entries.filter(isOfDomain).min {
                ($0.cookie.isSecure ? 1 : 0, $0.lastUse) < ($1.cookie.isSecure ? 1 : 0, $1.lastUse)
            }
            entries.removeAll { $0.lastUse == least?.lastUse }
        }
        if entries.count > limit { entries.removeAll { $0.cookie.isExpired(at: now) } }
        if entries.count > limit {
            let least = entries.map(\.lastUse).min()
            entries.removeAll { $0.lastUse == least }
        }
    }

    mutating func use(_ domain: String, _ name: String) {
        for index in entries.indices where entries[index].cookie.domain == domain && entries[index].cookie.name == name
        {
            clock += 1
            entries[index].lastUse = clock
        }
    }
}

private func cookie(_ name: String, of domain: String, isSecure: Bool = false, expires: Date? = nil) -> Cookie {
    Cookie(
        name: name, value: "1", domain: domain, isHostOnly: true, path: "/", expires: expires, isSecure: isSecure,
        isHTTPOnly: false, sameSite: nil)
}

private func time(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

@Suite struct KeptCookiesTests {
    @Test(arguments: 0..<20)
    func `what goes is what a list that is looked through each time would let go`(seed: Int) {
        var random = Shuffle(seed: UInt64(seed) + 1)
        var kept = KeptCookies(domainLimit: 4, limit: 12)
        var model = Model()

        for step in 0..<2000 {
            let (domain, name) = ("d\(random.number(below: 6))", "c\(random.number(below: 8))")
            switch random.number(below: 10) {
            case 0:
                kept.remove { $0.domain == domain && $0.name == name }
                model.entries.removeAll { $0.cookie.domain == domain && $0.cookie.name == name }
            case 1, 2, 3:
                _ = kept.use(domain) { $0.name == name }
                model.use(domain, name)
            default:
                let end = random.number(below: 2) == 0 ? nil : time(step + 1 + random.number(below: 60))
                let new = cookie(name, of: domain, isSecure: random.number(below: 3) == 0, expires: end)
                kept.insert(new, at: time(step))
                model.insert(new, at: time(step), domainLimit: 4, limit: 12)
            }
            #expect(kept.count == model.entries.count, "step \(step)")
            let names = Set(kept.entries.map { "\($0.cookie.domain) \($0.cookie.name)" })
            guard names == model.names else {
                Issue.record("step \(step): \(names.symmetricDifference(model.names))")
                return
            }
        }
    }

    @Test func `a cookie that was sent outlives those that were not`() {
        var kept = KeptCookies(domainLimit: 2, limit: 2)
        kept.insert(cookie("a", of: "x"), at: time(0))
        kept.insert(cookie("b", of: "y"), at: time(0))
        _ = kept.use("x") { _ in true }

        kept.insert(cookie("c", of: "z"), at: time(0))

        #expect(Set(kept.entries.map(\.cookie.name)) == ["a", "c"])
    }

    @Test func `one whose end was put off is not taken for expired`() {
        var kept = KeptCookies(domainLimit: 2, limit: 2)
        kept.insert(cookie("a", of: "x", expires: time(1)), at: time(0))
        kept.insert(cookie("b", of: "y"), at: time(0))
        kept.insert(cookie("a", of: "x", expires: time(9)), at: time(0))

        kept.insert(cookie("c", of: "z"), at: time(5))

        #expect(Set(kept.entries.map(\.cookie.name)) == ["a", "c"])
    }

    @Test func `putting back changes nothing that would be written`() {
        var kept = KeptCookies()
        kept.restore(cookie("a", of: "x", expires: time(9)), at: time(0))
        #expect(kept.version == 0)

        kept.insert(cookie("a", of: "x", expires: time(10)), at: time(0))
        #expect(kept.version == 1)
        kept.insert(cookie("s", of: "x"), at: time(0))
        #expect(kept.version == 1)
        kept.remove(from: "x") { $0.name == "a" }
        #expect(kept.version == 2)
    }
}

/// Numbers that are the same for the same seed.
private struct Shuffle {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func number(below limit: UInt64) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % limit)
    }
}
