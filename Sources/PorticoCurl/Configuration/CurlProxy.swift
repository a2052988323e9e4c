/// A proxy that requests go through; see <doc:TrustPinsAndProxies>.
///
/// ```swift
/// configuration.proxy = CurlProxy(.http, "proxy.example.com:3128", exceptions: ["localhost", ".internal"])
/// ```
public struct CurlProxy: Hashable, Sendable {
    /// How a proxy is spoken to.
    public enum Kind: Hashable, Sendable {
        /// Plain requests are sent to it with their whole URL, those over TLS through a tunnel.
        case http
        /// SOCKS 5, where the proxy resolves names.
        case socks5
    }

    /// How it is spoken to.
    public var kind: Kind
    /// Host and port: `proxy.example.com:3128`.
    public var authority: String
    /// What the proxy is told, where it asks. It is no part of any description.
    public var credentials: Credentials?
    /// Hosts that are reached without it: a name, a name and everything below it (`.example.com`), an address, or `*` for all.
    public var exceptions: [String]

    /// A proxy at `host:port`; with no credentials, and for every host, unless given.
    public init(_ kind: Kind, _ authority: String, credentials: Credentials? = nil, exceptions: [String] = []) {
        self.kind = kind
        self.authority = authority
        self.credentials = credentials
        self.exceptions = exceptions
    }

    /// A name and a password for a proxy, which no description shows.
    public struct Credentials: Hashable, Sendable, CustomStringConvertible {
        /// The user's name.
        public var user: String
        /// The user's password.
        public var password: String

        /// A name and a password.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        public var description: String { "credentials of a proxy" }
    }
}

extension CurlProxy {
    /// Whether a host is reached through the proxy.
    func serves(_ host: String) -> Bool {
        let host = host.lowercased()
        return !exceptions.contains { exception in
            let exception = exception.lowercased()
            if exception == "*" || exception == host { return true }
            let suffix = exception.hasPrefix(".") ? exception : "." + exception
            // An address has nothing below it.
            let isAddress = host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." }
            return !isAddress && (host.hasSuffix(suffix) || "." + host == suffix)
        }
    }

    /// The proxies that the environment names, in the variables that curl reads (`http_proxy` in small letters alone).
    ///
    /// Nil where it names none for the scheme. A transport asks for it only where it is told to.
    static func fromEnvironment(_ environment: [String: String], scheme: String) -> CurlProxy? {
        let names =
            scheme == "http"
            ? ["http_proxy", "all_proxy", "ALL_PROXY"]
            : ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        guard let text = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return nil }
        let exceptions = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split { $0 == "," || $0 == " " }
        return CurlProxy(url: text, exceptions: exceptions.map(String.init))
    }

    /// A proxy from `[scheme://][user:password@]host[:port]`; nil where its scheme is none of those that are known.
    private init?(url: String, exceptions: [String]) {
        var rest = url[...]
        var kind = Kind.http
        if let separator = url.firstRange(of: "://") {
            switch url[..<separator.lowerBound].lowercased() {
            case "http": kind = .http
            case "socks5", "socks5h", "socks": kind = .socks5
            default: return nil
            }
            rest = url[separator.upperBound...]
        }
        rest = rest.prefix { $0 != "/" }
        var credentials: Credentials?
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            credentials = Credentials(user: String(parts[0]), password: parts.count > 1 ? String(parts[1]) : "")
            rest = rest[rest.index(after: at)...]
        }
        self.init(kind, String(rest), credentials: credentials, exceptions: exceptions)
    }
}
