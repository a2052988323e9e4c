import CCurl
import Portico
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CurlConfiguration {
    /// Sets what is the same for every request of a transport. What cannot be set is an error, and nothing is sent.
    func apply(to transfer: Transfer) throws(TransportError) {
        let settings = TransferSettings(transfer)
        try settings.set(CURLOPT_HTTP_VERSION, httpVersion.option)
        try settings.set(CURLOPT_IPRESOLVE, addressFamily.option)
        try settings.set(CURLOPT_MAXAGE_CONN, max(1, Int(clamping: idleTimeout.components.seconds)))
        if let unixSocketPath { try settings.set(CURLOPT_UNIX_SOCKET_PATH, checked(unixSocketPath)) }
        if !addresses.isEmpty {
            try settings.set(CURLOPT_RESOLVE, addresses.map { "\($0.key):\($0.value)" }.sorted())
        }
        try tls.apply(to: settings)
    }

    /// The bytes that `sun_path` of the system holds, but for the NUL that ends it.
    #if canImport(Darwin)
    private static let socketPathLimit = 103
    #else
    private static let socketPathLimit = 107
    #endif

    /// libcurl looks at the path when it connects, and then tells of a host that it does not find.
    private func checked(_ socketPath: String) throws(TransportError) -> String {
        let length = socketPath.utf8.count
        guard (1...Self.socketPathLimit).contains(length) else {
            let limit = Self.socketPathLimit
            throw TransportError(
                .unsupported,
                "the path of a socket has 1 to \(limit) bytes on this system, and unixSocketPath has \(length)")
        }
        return socketPath
    }

    /// How a request uses connections.
    enum ConnectionUse {
        /// It waits for one that is being made, since HTTP/2 could share it.
        case shared
        /// It takes an idle one, or makes one.
        case kept
        /// It makes one, which is closed after it.
        case alone
    }

    func connectionUse(_ request: HTTPRequest) -> ConnectionUse {
        switch httpVersion {
        case .automatic: request.scheme == "https" ? .shared : .kept
        case .http1: .kept
        case .http2PriorKnowledge: request.scheme == "http" && Libcurl.losesClearHTTP2 ? .alone : .shared
        }
    }

    /// Whether a request may be refused for its host.
    var hasPinRules: Bool { !tls.pins.isEmpty || tls.unpinnedHosts == .refused }

    /// The proxy for a request, or nil.
    func proxy(for request: HTTPRequest, _ environment: [String: String]) -> CurlProxy? {
        guard proxy != nil || usesProxyEnvironment else { return nil }
        let choice = proxy ?? (usesProxyEnvironment ? .fromEnvironment(environment, scheme: request.scheme) : nil)
        guard let choice, choice.serves(request.host) else { return nil }
        return choice
    }
}

extension CurlProxy {
    static func apply(_ proxy: CurlProxy?, to settings: TransferSettings) throws(TransportError) {
        // An empty one keeps libcurl from the environment's.
        try settings.set(
            CURLOPT_PROXY, proxy.map { ($0.kind == .http ? "http://" : "socks5h://") + $0.authority } ?? "")
        try settings.set(CURLOPT_PROXYUSERNAME, proxy?.credentials?.user)
        try settings.set(CURLOPT_PROXYPASSWORD, proxy?.credentials?.password)
    }
}

extension TLSPolicy {
    func apply(to settings: TransferSettings) throws(TransportError) {
        try settings.set(CURLOPT_SSL_VERIFYPEER, verifiesServers ? 1 : 0)
        try settings.set(CURLOPT_SSL_VERIFYHOST, verifiesServers ? 2 : 0)
        try settings.set(
            CURLOPT_SSLVERSION, minimumVersion == .tls13 ? Int(CURL_SSLVERSION_TLSv1_3) : Int(CURL_SSLVERSION_TLSv1_2))
        if case .custom(let pem) = roots {
            guard !pem.isEmpty else { throw TransportError(.secureConnectionFailed, "the policy trusts no authority") }
            try settings.set(CURLOPT_CAINFO_BLOB, pem)
            // Or the system's folder would be believed besides.
            try settings.set(CURLOPT_CAPATH, nil as String?)
        }
        switch clientIdentity {
        case .pem(let certificates, let key, let passphrase):
            try settings.set(CURLOPT_SSLCERTTYPE, "PEM")
            try settings.set(CURLOPT_SSLCERT_BLOB, certificates)
            try settings.set(CURLOPT_SSLKEY_BLOB, key)
            try settings.set(CURLOPT_KEYPASSWD, passphrase ?? "")
        case .pkcs12(let archive, let passphrase):
            try settings.set(CURLOPT_SSLCERTTYPE, "P12")
            try settings.set(CURLOPT_SSLCERT_BLOB, archive)
            try settings.set(CURLOPT_KEYPASSWD, passphrase)
        case nil:
            break
        }
        guard !pins.isEmpty else { return }
        guard pc_keeps_pins() else {
            throw TransportError(.unsupported, "pins need a libcurl that is built on OpenSSL; this one is not")
        }
        // A session that is taken up again brings no verified chain to look for pins in.
        try settings.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
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
