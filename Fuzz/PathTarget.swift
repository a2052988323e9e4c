extension FuzzTarget {
    /// Values in a path: one is one segment, and none walks up or leaves the path.
    static let path = FuzzTarget(
        name: "path", seeds: ["5/7\nb/c", "a b?c#d\n../x", "..\n.", "/\u{301}\n../\u{301}", "naïve\n🧭/%2F"]
    ) { input in
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let one = String(decoding: parts[0], as: UTF8.self)
        let several = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "x"
        let path: RequestPath = "/a/\(one)/b/\(segments: several)?q=\(one)"
        guard let target = try? path.target(ResolvedStyle(), below: "") else { return }
        let (text, query) = (target.path.text, target.query)
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        expect(segments.count >= 5 && segments[0].isEmpty, text)
        expectEqual(unescaped(segments[2], plusIsSpace: false), Array(one.utf8), "one value, as one segment")
        expectEqual(
            unescaped(Array(segments[4...].joined(separator: "/".utf8)), plusIsSpace: false), Array(several.utf8),
            "a value of several segments")
        for segment in segments.dropFirst() {
            expect(!segment.isEmpty && segment != Array(".".utf8) && segment != Array("..".utf8), text)
        }
        expectEqual(query.utf8.filter { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") }.count, 1, "one item")
    }

    /// Routes: whatever was written, it is taken apart or has a problem, and what was taken apart is clean.
    static let route = FuzzTarget(
        name: "route", seeds: ["GET /a/{b}/c-{d}?x=1", "POST a/{+rest}", "DELETE /{", "GET /{a}{b}/./x", "x /%zz"]
    ) { input in
        let template = RouteTemplate(String(decoding: input, as: UTF8.self))
        guard template.problem == nil else { return }
        for piece in template.pieces {
            switch piece {
            case .literal(let text): expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, text.debugDescription)
            case .value(let index), .segmentEnd(let index):
                expect(template.placeholders.indices.contains(index), "no placeholder \(index)")
            }
        }
        expect(template.query.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, template.query.debugDescription)
        expect(template.pieces.first != nil, "a route with no path")
    }
}
