#if canImport(Darwin)
import Foundation
import Portico
import Security

extension SessionTrust {
    /// What URLSession is answered when it asks about a connection that is being made.
    enum Answer {
        /// The system decides.
        case systemDecides
        case use(URLCredential)
        /// Nothing is offered, and the connection goes on without.
        case nothing
        /// There is no connection, for a reason that names no secret.
        case refused(String)
    }

    func answer(_ space: URLProtectionSpace) -> Answer {
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust where space.isProxy():
            return .systemDecides
        case NSURLAuthenticationMethodServerTrust:
            guard let trust = space.serverTrust else { return .refused("the server has shown no certificate") }
            return answer(trust, host: space.host.contains(":") ? "[\(space.host)]" : space.host)
        case NSURLAuthenticationMethodClientCertificate:
            return identity.map { .use($0) } ?? .nothing
        default:
            // Credentials are nobody's business here, so a 401 is the answer.
            return .nothing
        }
    }

    private func answer(_ trust: SecTrust, host: String) -> Answer {
        let pins: Set<TLSPin>
        switch policy.verdict(scheme: "https", host: host) {
        case .refused(let reason): return .refused(reason)
        case .allowed(let found): pins = found
        }
        guard policy.verifiesServers else { return .use(URLCredential(trust: trust)) }
        if authorities == nil, pins.isEmpty { return .systemDecides }
        if let reason = flaw(of: trust) { return .refused(reason) }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        guard pins.isEmpty || pins.match(chain.map { Certificate(der: SecCertificateCopyData($0) as Data) }) else {
            return .refused("no certificate of the server's chain has a pinned key or hash")
        }
        return .use(URLCredential(trust: trust))
    }

    /// Why the certificate is not believed: by the system's rules, which include the host's name and the time, from the
    /// policy's authorities where it has its own.
    private func flaw(of trust: SecTrust) -> String? {
        if let authorities {
            let certificates = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            guard certificates.count == authorities.count,
                SecTrustSetAnchorCertificates(trust, certificates as CFArray) == errSecSuccess,
                SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
            else { return "the policy's authorities cannot be used" }
        }
        var error: CFError?
        guard !SecTrustEvaluateWithError(trust, &error) else { return nil }
        return error.map { CFErrorCopyDescription($0) as String } ?? "the certificate is not trusted"
    }
}

extension TLSPolicy {
    /// The authorities that are trusted, in DER; nil for the system's.
    func ownAuthorities() throws(TransportError) -> [Data]? {
        guard case .custom(let pem) = roots else { return nil }
        guard let certificates = Certificate.all(inPEM: pem), !certificates.isEmpty else {
            throw TransportError(.secureConnectionFailed, "the policy trusts no authority")
        }
        for certificate in certificates where SecCertificateCreateWithData(nil, certificate.der as CFData) == nil {
            throw TransportError(.secureConnectionFailed, "an authority of the policy is no certificate")
        }
        return certificates.map(\.der)
    }

    /// The client's certificate with its key, which is kept in memory and in no keychain.
    func clientCredential() throws(TransportError) -> URLCredential? {
        guard let clientIdentity else { return nil }
        guard case .pkcs12(let archive, let passphrase) = clientIdentity else {
            throw TransportError(
                .unsupported,
                """
                URLSession takes a client's certificate in PKCS#12 and not in PEM: convert it with `openssl pkcs12 -export`, \
                or use CurlTransport
                """
            )
        }
        let options: [String: Any] = [
            kSecImportExportPassphrase as String: passphrase, kSecImportToMemoryOnly as String: true,
        ]
        var items: CFArray?
        let status = SecPKCS12Import(archive as CFData, options as CFDictionary, &items)
        let found = items as? [[String: Any]] ?? []
        // Cast as an array, since a cast to a type of Core Foundation alone cannot fail.
        let identities = found.compactMap { $0[kSecImportItemIdentity as String] } as? [SecIdentity]
        guard status == errSecSuccess, let identity = identities?.first else {
            let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "error \(status)"
            throw TransportError(.secureConnectionFailed, "the client's certificate cannot be read: \(reason)")
        }
        let chain = found.first?[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        return URLCredential(identity: identity, certificates: Array(chain.dropFirst()), persistence: .none)
    }
}
#endif
