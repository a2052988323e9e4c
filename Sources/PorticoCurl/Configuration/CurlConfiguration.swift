#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Portico

/// How a ``CurlTransport`` connects.
///
/// ```swift
/// var configuration = CurlConfiguration()
/// configuration.httpVersion = .http1
/// configuration.maximumConnectionsPerHost = 6
/// let transport = CurlTransport(configuration)
/// ```
///
/// A setting that libcurl does not take makes each call fail as `TransportError.Kind.unsupported`, with nothing sent.
public struct CurlConfiguration: Sendable {
    /// Which versions of HTTP are spoken.
    public enum HTTPVersion: Hashable, Sendable {
        /// HTTP/2 where TLS settles on it (ALPN), else HTTP/1.1.
        case automatic
        /// HTTP/1.1 alone.
        case http1
        /// HTTP/2 from the first byte, without TLS too, for servers that are known to speak it.
        /// Without TLS, each request has a connection of its own with libcurl 7.88, which fails at the second one.
        case http2PriorKnowledge
    }

    /// Which addresses of a host are used.
    public enum AddressFamily: Hashable, Sendable {
        /// Those of both families, or of one alone.
        case any, ipv4, ipv6
    }

    /// Which versions of HTTP are spoken; ``HTTPVersion/automatic`` unless said otherwise.
    public var httpVersion: HTTPVersion
    /// Whom the transport trusts; see `TLSPolicy`.
    public var tls: TLSPolicy
    /// The proxy that requests go through; none unless said otherwise.
    public var proxy: CurlProxy?
    /// Whether proxies are used that environment variables name, where ``proxy`` is nil. They are read once, when the transport
    /// is made.
    public var usesProxyEnvironment = false
    /// Which addresses of a host are used; ``AddressFamily/any`` unless said otherwise.
    public var addressFamily = AddressFamily.any
    /// Addresses of hosts that are not asked of the system: `["api.example.com:443": "127.0.0.1"]`.
    public var addresses: [String: String] = [:]
    /// The path of a socket in the file system that every connection is made to, whatever its host: at most 107 bytes, 103
    /// on Apple's systems.
    public var unixSocketPath: String?
    /// How many connections to one host are open at once, 256 unless said otherwise; other exchanges wait, up to their
    /// deadline.
    public var maximumConnectionsPerHost = 256
    /// How many connections are open at once, 1,024 unless said otherwise, idle ones among them.
    public var maximumConnections = 1024
    /// How long a connection may have been idle to be used again, a minute unless said otherwise. When nothing was sent at
    /// all for that long, every connection is closed.
    public var idleTimeout = Duration.seconds(60)

    /// A configuration; every other setting is a property with a default.
    public init(
        httpVersion: HTTPVersion = .automatic, tls: TLSPolicy = TLSPolicy(), proxy: CurlProxy? = nil
    ) {
        self.httpVersion = httpVersion
        self.tls = tls
        self.proxy = proxy
    }
}
