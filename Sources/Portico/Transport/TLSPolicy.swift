#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Whom a transport trusts over TLS, and what it shows of itself.
///
/// ```swift
/// var policy = TLSPolicy()
/// policy.pins["api.example.com"] = [.publicKey(sha256: current), .publicKey(sha256: backup)]
/// policy.unpinnedHosts = .refused
/// let transport = CurlTransport(CurlConfiguration(tls: policy))
/// ```
///
/// Everything fails closed: a certificate that cannot be verified, a host without the pins that it must have, a policy
/// that the transport cannot keep. Nothing of a request goes out before all checks have passed. The checks hold for
/// each request, and so for the target of each redirect. An error is of kind
/// ``TransportError/Kind/secureConnectionFailed``; it names the host and the check.
public struct TLSPolicy: Hashable, Sendable {
    /// Whose certificates are believed.
    public enum Roots: Hashable, Sendable {
        /// The authorities that the system trusts.
        case system
        /// These authorities and no others: certificates in PEM, one after the other. Where there are none, nobody is
        /// trusted.
        case custom(pem: Data)
    }

    /// The oldest version of TLS that is spoken.
    public enum Version: Hashable, Sendable {
        /// TLS 1.2 (RFC 5246) and TLS 1.3 (RFC 8446).
        case tls12, tls13
    }

    /// What becomes of a request to a host that has no pins.
    public enum UnpinnedHosts: Hashable, Sendable {
        /// The certificate alone decides.
        case allowed
        /// It fails before anything is sent.
        case refused
    }

    /// Whose certificates are believed; the system's authorities unless said otherwise.
    public var roots: Roots
    /// TLS 1.2 unless said otherwise.
    public var minimumVersion: Version
    /// What servers are shown that ask for a client's certificate.
    public var clientIdentity: TLSIdentity?
    /// The pins of each host, by its name in small letters, or `*.example.com` for every name one level below it. A
    /// host's own name goes before such a pattern. One of the pins has to match, so give a backup.
    public var pins: [String: Set<TLSPin>]
    /// Allowed unless said otherwise.
    public var unpinnedHosts: UnpinnedHosts
    /// Whether certificates are checked at all; see ``trustingAnyServerForDevelopment``.
    public let verifiesServers: Bool

    /// A policy; each part that is not given is the safe one that its property names.
    public init(
        roots: Roots = .system,
        minimumVersion: Version = .tls12,
        clientIdentity: TLSIdentity? = nil,
        pins: [String: Set<TLSPin>] = [:],
        unpinnedHosts: UnpinnedHosts = .allowed
    ) {
        self.init(roots, minimumVersion, clientIdentity, pins, unpinnedHosts, verifiesServers: true)
    }

    private init(
        _ roots: Roots, _ minimumVersion: Version, _ clientIdentity: TLSIdentity?, _ pins: [String: Set<TLSPin>],
        _ unpinnedHosts: UnpinnedHosts, verifiesServers: Bool
    ) {
        self.roots = roots
        self.minimumVersion = minimumVersion
        self.clientIdentity = clientIdentity
        self.pins = pins
        self.unpinnedHosts = unpinnedHosts
        self.verifiesServers = verifiesServers
    }

    /// No check of certificates: whoever stands between sees and changes everything. For development against servers of
    /// one's own alone. Pins cannot be kept with it.
    public static let trustingAnyServerForDevelopment = TLSPolicy(
        .system, .tls12, nil, [:], .allowed, verifiesServers: false)
}

/// What the chain of certificates of a server has to hold: one of a host's pins, in any certificate of the chain that
/// was verified, its authority's included.
public enum TLSPin: Hashable, Sendable {
    /// The SHA-256 of a public key, as its certificate has it (SubjectPublicKeyInfo in DER): it outlives the
    /// certificate.
    case publicKey(sha256: Data)
    /// The SHA-256 of a whole certificate, in DER.
    case certificate(sha256: Data)

    /// The hash, of 32 bytes where it can match at all.
    public var sha256: Data {
        switch self {
        case .publicKey(let sha256), .certificate(let sha256): sha256
        }
    }
}

/// A client's certificate with its private key. It is a secret, and its description holds nothing of it.
public enum TLSIdentity: Hashable, Sendable, CustomStringConvertible {
    /// A certificate, with those that lead to its authority behind it, and a key.
    case pem(certificates: Data, key: Data, passphrase: String? = nil)
    /// An archive of both, and the passphrase that it is locked with.
    case pkcs12(Data, passphrase: String)

    public var description: String {
        switch self {
        case .pem: "a client certificate in PEM"
        case .pkcs12: "a client certificate in PKCS#12"
        }
    }
}

extension TLSPolicy {
    /// What is asked of one request, or why it must not go out.
    package enum Verdict: Equatable {
        case allowed(Set<TLSPin>)
        case refused(String)
    }

    /// Decides about a request before anything is sent. Where there are pins, its scheme has to be https.
    package func verdict(scheme: String, host: String) -> Verdict {
        let host = Self.canonical(host)
        guard let pins = pins(of: host) else {
            guard unpinnedHosts == .refused else { return .allowed([]) }
            return .refused("the host has no pins, and unpinned hosts are refused")
        }
        guard verifiesServers else { return .refused("pins cannot be kept where any server is trusted") }
        guard scheme == "https" else { return .refused("the host has pins, which http cannot keep") }
        guard pins.allSatisfy({ $0.sha256.count == 32 }) else { return .refused("a pin of the host is no SHA-256") }
        return pins.isEmpty ? .refused("the host has an empty set of pins") : .allowed(pins)
    }

    private func pins(of host: String) -> Set<TLSPin>? {
        guard !pins.isEmpty else { return nil }
        if let own = pins.first(where: { Self.canonical($0.key) == host }) { return own.value }
        guard let dot = host.firstIndex(of: ".") else { return nil }
        let pattern = "*" + host[dot...]
        return pins.first { Self.canonical($0.key) == pattern }?.value
    }

    /// Small letters, without the dot that may end a name.
    private static func canonical(_ host: String) -> String {
        let host = host.lowercasedASCII
        return host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
    }
}

extension HTTPRequest {
    /// The host without its port.
    package var host: String {
        if authority.utf8.first == UInt8(ascii: "["), let end = authority.firstIndex(of: "]") {
            return String(authority[...end])
        }
        return String(authority.prefix { $0 != ":" })
    }
}
