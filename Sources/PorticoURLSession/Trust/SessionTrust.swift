import Foundation
import Portico

/// What the sessions of a transport keep of a `TLSPolicy`, on Apple's systems.
///
/// Elsewhere Foundation offers nothing to keep it with, so there is one only for a policy that asks for what Foundation does anyway.
struct SessionTrust: Sendable {
    let policy: TLSPolicy
    #if canImport(Darwin)
    /// The certificates of the authorities, in DER; nil where the system's are meant.
    let authorities: [Data]?
    /// What a server gets that asks for a client's certificate.
    let identity: URLCredential?
    #endif

    /// Fails where the policy cannot be kept, with what is to be done instead.
    init(_ policy: TLSPolicy) throws(TransportError) {
        self.policy = policy
        #if canImport(Darwin)
        authorities = try policy.ownAuthorities()
        identity = try policy.clientCredential()
        #else
        let unkept = policy.beyondFoundation
        guard unkept.isEmpty else {
            throw TransportError(
                .unsupported,
                """
                URLSession on Linux cannot keep \(unkept.joined(separator: " and ")) of a TLSPolicy: use CurlTransport, \
                which can
                """
            )
        }
        #endif
    }

    /// Refuses a request before anything is sent, where its host must have pins.
    func check(_ request: HTTPRequest) throws(TransportError) {
        guard case .refused(let reason) = policy.verdict(scheme: request.scheme, host: request.host) else { return }
        throw TransportError(.secureConnectionFailed, "\(request.authority): \(reason)")
    }
}

extension TLSPolicy {
    /// What of it Foundation does not do by itself: the system's authorities, TLS 1.2 or newer, no client's certificate, no pins.
    ///
    /// That hosts without pins are refused is no part of it, since nothing is needed for that.
    var beyondFoundation: [String] {
        var parts: [String] = []
        if roots != .system { parts.append("authorities of your own") }
        if minimumVersion != .tls12 { parts.append("another oldest version than TLS 1.2") }
        if clientIdentity != nil { parts.append("a client's certificate") }
        if !pins.isEmpty { parts.append("pins") }
        if !verifiesServers { parts.append("trust in any server") }
        return parts
    }
}
