#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The credential that calls take without asking anybody, and until when.
///
/// A class, because every call reads it: the token is of any type, and to copy it with the machine around it would cost
/// more than all that the call does with it.
final class UsableCredential<Token: Sendable>: Sendable {
    private let credential: IssuedCredential<Token>
    /// From when on another is got before this one is used; nil where only a refusal tells.
    private let renewal: Date?

    init(_ credential: IssuedCredential<Token>, renewal: Date?) {
        self.credential = credential
        self.renewal = renewal
    }

    /// The credential, unless it is to be renewed first.
    func current(_ now: () -> Date) -> IssuedCredential<Token>? {
        if let renewal, renewal <= now() { return nil }
        return credential
    }
}
