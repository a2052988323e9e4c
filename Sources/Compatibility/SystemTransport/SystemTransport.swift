package import Portico

#if canImport(Darwin)
import PorticoURLSession
#else
import PorticoCurl
#endif

/// The transport that suits the system: URLSession on Apple's, libcurl elsewhere.
package enum SystemTransport {
    /// The one for whoever asks for nothing in particular.
    package static let shared: any Transport = make()

    /// One of its own.
    /// - Parameters:
    ///   - tls: whom it trusts.
    ///   - maximumConnectionsPerHost: how many connections to one host are open at once; nil for as many as are usual.
    package static func make(tls: TLSPolicy = TLSPolicy(), maximumConnectionsPerHost: Int? = nil) -> any Transport {
        #if canImport(Darwin)
        return URLSessionTransport(tls: tls, maximumConnectionsPerHost: maximumConnectionsPerHost ?? 256)
        #else
        var configuration = CurlConfiguration(tls: tls)
        if let maximumConnectionsPerHost { configuration.maximumConnectionsPerHost = maximumConnectionsPerHost }
        return CurlTransport(configuration)
        #endif
    }
}
