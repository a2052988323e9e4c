import Synchronization

/// Where a credential is kept from one run of the program to the next.
///
/// ``InMemoryCredentialStore``, ``FileCredentialStore`` and, on Apple's systems, `KeychainCredentialStore` are some. A
/// store is called from any task; a ``CredentialRefresher`` never has two saves under way.
public protocol CredentialStore<Credential>: Sendable {
    /// What is kept: a token, or whatever signs an app in.
    associatedtype Credential: Sendable

    /// What was saved last; nil where nothing was, or it was removed.
    func load() async throws -> Credential?

    /// Keeps a credential in place of the one before; nil removes it.
    func save(_ credential: Credential?) async throws
}

/// A credential that goes with the process.
public final class InMemoryCredentialStore<Credential: Sendable>: CredentialStore {
    private let credential: Mutex<Credential?>

    /// A store that holds this credential; nothing unless given.
    public init(_ credential: Credential? = nil) { self.credential = Mutex(credential) }

    public func load() -> Credential? { credential.withLock(\.self) }
    public func save(_ credential: Credential?) { self.credential.withLock { $0 = credential } }
}
