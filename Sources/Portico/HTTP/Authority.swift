/// A host with an optional port, as it stands in a URL (RFC 3986, section 3.2); user information is none of it.
enum Authority {
    /// Whether the text is a name or an address, in brackets where it is one of IPv6, and a port of at most 65535 if
    /// any.
    ///
    /// A host that one reader takes for a name and another for an address is neither: see ``Host``.
    static func isValid(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { isValid($0) } ?? isValid(text.utf8)
    }

    private static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        var end = bytes.startIndex
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[bytes.index(after: end)..<bracket]
            guard address.contains(UInt8(ascii: ":")), address.allSatisfy(\.isAddressByte) else { return false }
            end = bytes.index(after: bracket)
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            let host = bytes[..<end]
            guard !host.isEmpty, host.allSatisfy(\.isHostByte), Host.isPlain(host) else { return false }
        }
        guard end < bytes.endIndex else { return true }
        return bytes[end] == UInt8(ascii: ":") && isPort(bytes[bytes.index(after: end)...])
    }

    /// The authority without its port; an IPv6 address keeps its brackets.
    static func host(of authority: String) -> Substring {
        guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")), authority.utf8.last != UInt8(ascii: "]")
        else {
            return authority[...]
        }
        return authority[..<colon]
    }

    /// Whether the host is this machine: `localhost` and names below it (RFC 6761, section 6.3), 127.0.0.0/8, `[::1]`.
    static func isLoopback(_ authority: String) -> Bool {
        let host = host(of: authority).lowercasedASCII
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        return host.utf8.starts(with: "127.".utf8) && Host.isIPv4(host.utf8)
    }

    private static func isPort(_ digits: some Collection<UInt8>) -> Bool {
        guard !digits.isEmpty, digits.count <= 5 else { return false }
        var port = 0
        for digit in digits {
            guard digit.isDigit else { return false }
            port = port * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return port <= 65535
    }
}

extension UInt8 {
    /// Unreserved, percent sign and the sub-delimiters; no colon.
    fileprivate var isHostByte: Bool {
        switch self {
        case _ where isLetterOrDigit: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// Of an IPv6 address and its zone (RFC 6874).
    fileprivate var isAddressByte: Bool { self == UInt8(ascii: ":") || isHostByte }
}

extension HTTPRequest {
    /// Whether nobody on a network can read what is sent: by https, or to this machine.
    package var isPrivate: Bool { scheme == "https" || Authority.isLoopback(authority) }
}
