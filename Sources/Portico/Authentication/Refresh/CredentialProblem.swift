/// Why a ``CredentialRefresher`` has no credential for a call: what ``AuthenticationFailure/underlying`` then is,
/// unless it is what the refresh or the store threw.
public enum CredentialProblem: Error, Sendable {
    /// Nobody has signed in.
    case missing
    /// Somebody signed out, before the call or while it waited.
    case signedOut
    /// The refresh, or the store, took longer than this.
    case timedOut(Duration)
    /// The server wants no further refresh with what there was, for the reason given; somebody has to sign in anew. A
    /// refresh that throws this ends the session: the credential is forgotten, and removed from the store.
    case rejected(any Error)

    var endsSession: Bool { if case .rejected = self { true } else { false } }
}

extension CredentialProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "there is no credential; nobody has signed in"
        case .signedOut: "somebody signed out"
        case .timedOut(let limit): "no credential came within \(limit)"
        case .rejected(let reason):
            "the credential cannot be renewed: \(PrintedValue.text(of: reason, by: .standard))"
        }
    }
}
