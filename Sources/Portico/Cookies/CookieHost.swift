/// Where a request goes, as cookies see it: a host without its port, a path without its query, safe from listeners or
/// not.
struct CookieHost: Hashable {
    let name: String
    let path: String
    /// `https`, or this machine, where nobody listens.
    let isSecure: Bool

    /// Nil for a host whose name is longer than any, which has no cookies.
    init?(scheme: String, authority: String, path target: String) {
        guard authority.utf8.count <= 260 else { return nil }
        name = Authority.host(of: authority).lowercasedASCII
        guard !name.isEmpty, name.utf8.count <= 253 else { return nil }
        let end = target.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? target.endIndex
        path = String(target[..<end])
        isSecure = scheme == "https" || Authority.isLoopback(authority)
    }

    /// The path of a cookie that names none: up to the last slash (RFC 6265bis, section 5.1.4).
    var defaultPath: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex,
            path.utf8.first == UInt8(ascii: "/")
        else { return "/" }
        return String(path[..<slash])
    }

    /// Whether a cookie of a domain may come here: the same name, or one below it (section 5.1.3).
    func matches(domain: String) -> Bool {
        if name == domain { return true }
        guard name.utf8.count > domain.utf8.count + 1, !isAddress, name.hasSuffix(domain) else { return false }
        return name.utf8.dropLast(domain.utf8.count).last == UInt8(ascii: ".")
    }

    /// Whether a cookie of a path is sent here: the same path, or one below it (section 5.1.4).
    func matches(path cookiePath: String) -> Bool {
        guard path.utf8.starts(with: cookiePath.utf8) else { return false }
        if path.utf8.count == cookiePath.utf8.count || cookiePath.utf8.last == UInt8(ascii: "/") { return true }
        return path.utf8.dropFirst(cookiePath.utf8.count).first == UInt8(ascii: "/")
    }

    /// The name, and every one above it, longest first; an address alone.
    var domains: [String] {
        guard !isAddress else { return [name] }
        var domains = [name]
        for index in name.utf8.indices where name.utf8[index] == UInt8(ascii: ".") {
            domains.append(String(name[name.utf8.index(after: index)...]))
        }
        return domains
    }

    /// An address of IPv6, or one of IPv4, in whatever form.
    var isAddress: Bool { name.utf8.first == UInt8(ascii: "[") || Host.endsInNumber(name.utf8) }
}
