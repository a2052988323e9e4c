/// Which bytes of the whole an answer has (RFC 9110, section 14.4).
struct ContentRange: Equatable {
    /// Nil where there are none, as in an answer of 416.
    var bytes: ClosedRange<Int64>?
    /// Nil where the server does not know it.
    var total: Int64?

    init(bytes: ClosedRange<Int64>?, total: Int64?) {
        self.bytes = bytes
        self.total = total
    }

    /// `bytes 0-99/1234`, `bytes 0-99/*`, `bytes */1234`; nil for everything else, and for a range that lies outside of
    /// its whole.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].equalsIgnoringASCIICase("bytes") else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        total = Int64(digits: parts[1])
        guard total != nil || parts[1] == "*" else { return nil }
        if parts[0] == "*" {
            guard total != nil else { return nil }
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int64(digits: ends[0]), let last = Int64(digits: ends[1]), first <= last,
            last < total ?? .max
        else { return nil }
        bytes = first...last
    }
}

extension Int64 {
    /// A number of digits and nothing else.
    init?(digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        self.init(digits)
    }
}
