extension FuzzTarget {
    /// Field lines: those that pass the check can neither end their line nor begin another.
    static let fields = FuzzTarget(
        name: "fields",
        seeds: [
            "X-Trace: abc", "Cookie: a=1\nCookie: b=2", "Accept:\tapplication/json", "Content-Length: 3", "bad name: x",
        ]
    ) { input in
        var fields = HTTPFields()
        for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let name = HTTPField.Name(String(decoding: parts[0], as: UTF8.self))
            fields.append(name, String(decoding: parts.dropFirst().joined(), as: UTF8.self))
        }
        for field in fields {
            expectEqual(fields.values(of: field.name).isEmpty, false, "the values of a field that is there")
            guard (try? field.validate()) != nil else { continue }
            expect(field.value.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }, "a line that ends early")
            let name = field.name.rawName
            expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }, "the name \(name)")
        }
    }
}
