import Foundation
import Portico

extension TLSPolicy {
    /// What a security policy asks of connections to a host.
    init(_ policy: any ABNetworkSecurityPolicy, host: String?) {
        self.init(roots: policy.trustedAuthorities.map { .custom(pem: $0) } ?? .system)
        guard let certificates = policy.pinnedCertificates else { return }
        unpinnedHosts = .refused
        guard let host else { return }
        pins[host] = Set(
            certificates.flatMap(Certificates.inDER).map { .certificate(sha256: Data(SHA256.hash(of: $0))) })
    }
}

/// Certificates as they come.
enum Certificates {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Each in DER. What is no certificate at all stays, as a pin that nobody has.
    static func inDER(_ data: Data) -> [Data] {
        let text = String(decoding: data, as: UTF8.self)
        guard text.contains(begin) else { return [data] }
        return text.components(separatedBy: begin).dropFirst().map { block in
            let body = block.components(separatedBy: end)[0]
            return Data(base64Encoded: body, options: .ignoreUnknownCharacters) ?? Data(body.utf8)
        }
    }
}
