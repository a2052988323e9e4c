/// Why an authenticator had no credential for a call. The call was not sent, or its refusal could not be mended.
public struct AuthenticationFailure: Error, Sendable {
    /// The name under which its client holds the authenticator.
    public let authenticator: String
    /// What it threw: an ``InvalidRequest`` where a credential must not go where the request goes.
    public let underlying: any Error

    /// A failure of the authenticator of this name.
    public init(authenticator: String, underlying: any Error) {
        self.authenticator = authenticator
        self.underlying = underlying
    }
}

extension AuthenticationFailure: CustomStringConvertible {
    /// `the authenticator 'default' failed: …`, redacted.
    public var description: String { text(by: .standard) }

    func text(by redaction: Redaction) -> String {
        "the authenticator '\(authenticator)' failed: \(PrintedValue.text(of: underlying, by: redaction))"
    }
}
