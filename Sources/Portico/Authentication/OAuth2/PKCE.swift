#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A secret that ties the exchange of an authorization code to whoever asked for the code (RFC 7636, method S256).
public struct PKCE: Hashable, Sendable {
    private let secret: Secret
    /// What the authorization request says.
    public let challenge: String

    /// A new secret of 256 random bits, from the system's source, which is good for this.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(verifier: Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }).base64URL)
    }

    /// A secret that was kept while the user was away: 43 to 128 unreserved characters.
    public init(verifier: String) {
        secret = Secret(verifier)
        challenge = Data(SHA256.hash(of: verifier.utf8)).base64URL
    }

    /// What the exchange says.
    public var verifier: String { secret.value }
}

extension Data {
    /// Base64 for URLs, without padding (RFC 4648, section 5).
    var base64URL: String {
        let bytes = base64EncodedString().utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return bytes.asUTF8Text
    }
}
