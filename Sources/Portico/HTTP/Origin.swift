/// Scheme, host and port: what decides whether credentials and default fields may go along (RFC 6454, section 4).
struct Origin: Hashable, Sendable {
    let scheme: String
    let authority: String

    static func == (left: Self, right: Self) -> Bool {
        left.scheme == right.scheme && (left.authority == right.authority || left.key == right.key)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(key)
    }

    /// The authority in small letters with its port, the scheme's own where it names none.
    private var key: String {
        let authority = authority.lowercasedASCII
        let namesNoPort = authority.utf8.last == UInt8(ascii: "]") || !authority.contains(":")
        return namesNoPort ? authority + (scheme == "https" ? ":443" : ":80") : authority
    }

    /// Whether what is meant for this origin may go to the other: it is the same, or this host by https where this was
    /// http, both at their schemes' own ports.
    func admits(_ other: Origin) -> Bool {
        if self == other { return true }
        guard scheme == "http", other.scheme == "https" else { return false }
        let (key, otherKey) = (key, other.key)
        return key.hasSuffix(":80") && otherKey.hasSuffix(":443") && key.dropLast(3) == otherKey.dropLast(4)
    }
}

extension HTTPRequest {
    var origin: Origin { Origin(scheme: scheme, authority: authority) }
}
