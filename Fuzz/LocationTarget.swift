import Foundation

extension FuzzTarget {
    /// What an answer's `Location` says, resolved at a request's URL: whatever it is, what follows is one whole request.
    static let location = FuzzTarget(
        name: "location",
        seeds: [
            "/a/b;p?q\n../g?y#s", "/\n//other:8443/x", "/a\nhttps://user:p@h/", "/a?b\n?c", "/a\nftp://h/",
            "/a/b\n./../%2e%2E/x//",
            "/a\n/100% \"[x]\\\u{E9}", "/a\nhttp:g", "/a\nhttps://[::1]:/",
        ]
    ) { input in
        let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(decoding: parts[0], as: UTF8.self)
        let location = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : ""
        let request = HTTPRequest(method: .put, scheme: "https", authority: "h", path: path, body: .text("x"))
        guard (try? request.validate()) != nil, let target = try? RedirectTarget(location, at: request) else { return }

        let next = request.redirected(by: 307, to: target, defaults: [])
        do { try next.validate() } catch { fatalError("\(error): \(next.urlText)") }
        expect(!next.authority.contains("@"), "user information in \(next.authority)")
        // A reference that names a path or a host walks every dot; any other keeps the path that the request had.
        let keepsPath = [nil, UInt8(ascii: "?"), UInt8(ascii: "#")].contains(location.utf8.first)
        if !keepsPath {
            let segments = next.path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            expect(!segments.contains(".") && !segments.contains(".."), "a dot is left in \(next.path)")
        }
        guard let again = try? RedirectTarget(target.urlText, at: request) else { fatalError("lost \(target)") }
        expectEqual(again.origin, target.origin, "an origin resolved again")
        expect(keepsPath || again.path == target.path, "\(target) became \(again)")
    }
}
