import Foundation

extension FuzzTarget {
    /// `Set-Cookie` lines, one to a line, from one host: what is kept goes out as one field, and is kept again from a file.
    static let cookies = FuzzTarget(
        name: "cookies",
        seeds: [
            "a=1; Path=/x; Domain=example.com; Secure; HttpOnly; SameSite=Lax; Max-Age=60",
            "__Host-a=b; Secure; Path=/\n__Secure-b==; Secure\n=c\nd; Expires=Sun, 06 Nov 2094 08:49:37 GMT",
            "a=1\na=2; Domain=.Example.com\na=; Max-Age=-1", "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT, b=2",
        ]
    ) { input in
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        guard let host = CookieHost(scheme: "https", authority: "www.example.com", path: "/x/y") else { return }
        var table = CookieTable(isPublicSuffix: CookieJar.isOneLabel)
        for line in input.split(separator: 0x0A) {
            let line = String(decoding: line, as: UTF8.self)
            for part in SetCookieLine.split(line) { _ = try? table.set(part, by: host, at: now) }
            _ = try? table.set(line, by: host, at: now)
        }

        let kept = table.cookies(at: now)
        // Those of two domains, 64 of each.
        expect(kept.count == table.count && kept.count <= 64 * 2, "\(kept.count) of \(table.count)")
        for cookie in kept {
            expect(cookie.expires.map { $0 > now } ?? true, "kept though expired: \(cookie)")
            expect(host.matches(domain: cookie.domain), "kept for another host: \(cookie)")
        }
        let pairs = table.cookies(for: host, at: now).map(\.pair)
        expect(pairs.allSatisfy { !$0.utf8.contains(UInt8(ascii: ";")) && !$0.isEmpty }, "\(pairs)")
        let request = HTTPRequest(
            scheme: "https", authority: "h", path: "/", fields: ["Cookie": pairs.joined(separator: "; ")])
        do { try request.validate() } catch { fatalError("\(error)") }

        let lasting = kept.filter { $0.expires != nil }
        guard let data = try? CookieRecord.data(of: lasting) else { fatalError("cookies that cannot be written") }
        expectEqual(CookieRecord.cookies(in: data), lasting, "cookies read from a file")
    }

    /// The dates of `Expires`: whatever is read is a date of the calendar.
    static let cookieDates = FuzzTarget(
        name: "cookie-dates",
        seeds: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "1:2:3 4 dec 5678",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        guard let date = CookieDate.date(from: text) else { return }
        let written = HTTPDate.text(for: date)
        expectEqual(CookieDate.date(from: written), date, "a date written as HTTP writes it")
    }
}
