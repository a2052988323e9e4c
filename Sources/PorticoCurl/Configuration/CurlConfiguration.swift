import CCurl
import Portico

/// How a ``CurlTransport`` connects.
///
/// ```swift
/// var configuration = CurlConfiguration()
/// configuration.httpVersion = .http1
/// configuration.maximumConnectionsPerHost = 6
/// let transport = CurlTransport(configuration)
/// ```
public struct CurlConfiguration: Sendable {
    /// Which versions of HTTP are spoken.
    public enum HTTPVersion: Hashable, Sendable {
        /// HTTP/2 where TLS settles on it (ALPN), else HTTP/1.1.
        case automatic
        /// HTTP/1.1 alone.
        case http1
        /// HTTP/2 from the first byte, without TLS too, for servers that are known to speak it.
        case http2PriorKnowledge
    }

    /// Which addresses of a host are used.
    public enum AddressFamily: Hashable, Sendable {
        case any, ipv4, ipv6
    }

    public var httpVersion = HTTPVersion.automatic
    public var addressFamily = AddressFamily.any
    /// How many connections to one host are open at once, 256 unless said otherwise; other exchanges wait, up to their
    /// deadline.
    public var maximumConnectionsPerHost = 256
    /// How many connections are open at once, 1,024 unless said otherwise, idle ones among them.
    public var maximumConnections = 1024
    /// How long a connection may have been idle to be used again, a minute unless said otherwise. When nothing was sent at
    /// all for that long, every connection is closed.
    public var idleTimeout = Duration.seconds(60)

    public init() {}
}

extension CurlConfiguration {
    /// Sets what is the same for every request of a transport. What cannot be set is an error, and nothing is sent.
    func apply(to transfer: Transfer) throws(TransportError) {
        let settings = TransferSettings(transfer)
        try settings.set(CURLOPT_HTTP_VERSION, httpVersion.option)
        // Requests wait for a connection that is being made, to share it where it can be.
        if httpVersion != .http1 { try settings.set(CURLOPT_PIPEWAIT, 1) }
        try settings.set(CURLOPT_IPRESOLVE, addressFamily.option)
        try settings.set(CURLOPT_MAXAGE_CONN, max(1, Int(clamping: idleTimeout.components.seconds)))
    }
}

extension CurlConfiguration.HTTPVersion {
    fileprivate var option: Int {
        switch self {
        case .automatic: CURL_HTTP_VERSION_2TLS
        case .http1: CURL_HTTP_VERSION_1_1
        case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        }
    }
}

extension CurlConfiguration.AddressFamily {
    fileprivate var option: Int {
        switch self {
        case .any: Int(CURL_IPRESOLVE_WHATEVER)
        case .ipv4: Int(CURL_IPRESOLVE_V4)
        case .ipv6: Int(CURL_IPRESOLVE_V6)
        }
    }
}
