/// A token of a ``CredentialRefresher`` as a call is given it, with what tells it apart from those before and after it.
public struct IssuedCredential<Token: Sendable>: Sendable {
    /// The token itself.
    public let token: Token
    let generation: Int
    /// The last refresh that had begun. The failure of a later one answers a refusal of this.
    let flight: Int
}

extension IssuedCredential: Equatable where Token: Equatable {}
extension IssuedCredential: Hashable where Token: Hashable {}
