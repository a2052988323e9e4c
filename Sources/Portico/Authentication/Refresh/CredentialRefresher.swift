#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A credential that ends and is got anew: once for all the calls that need it, whatever becomes of any of them.
///
/// ```swift
/// let session = CredentialRefresher(
///     store: FileCredentialStore<Tokens>(file), apply: .bearer(\.access), expiry: \.expires
/// ) { old in
///     try await client.send(RefreshTokens(refresh: old.refresh))
/// }
/// let api = client.withAuthenticator(session)
/// ```
///
/// **When.** Ahead of its end where that is known, else when an answer refuses it. However many calls find that out at
/// a time, the refresh runs once. Calls that come meanwhile wait, and go on in the order of their coming; a refused one
/// is sent once more. A refusal that comes late, for an older credential, is answered with the newer, or with the error
/// of the refresh that failed meanwhile.
///
/// **The refresh** belongs to no call. It goes on when the call that began it is cancelled, so the new credential is
/// never lost; a call that waits and is cancelled, or has no time left, goes at once. It is bounded in time. Calls made
/// within it by a client with this same authenticator go out without a credential, and their refusal is the refresh's
/// failure, so it never waits for itself. That goes by a task-local value, which a detached task does not have: a call made
/// in one waits until the refresh is out of time.
///
/// **Its failure** is the failure of all who wait: each call ends with that one error as the reason in
/// ``CallError/Reason/authentication(_:)``, and nothing is sent again. The next call tries anew, unless the refresh
/// threw ``CredentialProblem/rejected(_:)``.
///
/// **Signing out** is at once. A refresh that is under way brings the credential back neither to the calls nor to the
/// store.
///
/// The store is read once, before the first call, and written after each change: before those who wait go on. Where
/// that fails, they are told so, and the credential is kept in memory.
public final class CredentialRefresher<Token: Sendable>: Authenticator, DeadlineKeeping {
    private let application: CredentialApplication<Token>
    private let refusal: @Sendable (HTTPResponse) -> Bool
    private let keeper: CredentialKeeper<Token>

    /// - Parameters:
    ///   - store: where the token is kept; in memory unless given.
    ///   - apply: where it goes on a request.
    ///   - expiry: when a token ends; nil, which is so unless given, where only a refusal tells.
    ///   - leeway: how long before its end a token is renewed; 10 seconds unless given, and at most a quarter of the
    ///     time that it has when it comes.
    ///   - timeout: how long reading the store, or a refresh with its saving, may take; 30 seconds unless given. Then
    ///     the task that runs it is cancelled, and until it has ended no other begins and calls fail. Who signs in or out
    ///     waits for the store as long, at most.
    ///   - refusal: which answers refuse a token; those with the status 401 unless given.
    ///   - clock: what the timeout goes by.
    ///   - now: the time of day, in which the ends of tokens are told.
    ///   - refresh: gets a token in place of the last. Its calls need no authenticator.
    public init(
        store: any CredentialStore<Token> = InMemoryCredentialStore<Token>(),
        apply: CredentialApplication<Token>,
        expiry: @escaping @Sendable (Token) -> Date? = { _ in nil },
        leeway: Duration = .seconds(10),
        timeout: Duration = .seconds(30),
        refusal: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == .unauthorized },
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping @Sendable (_ old: Token) async throws -> Token
    ) {
        application = apply
        self.refusal = refusal
        let times = CredentialTimes(expiry: expiry, leeway: leeway, timeout: timeout, clock: clock, now: now)
        keeper = CredentialKeeper(store, times, obtainsFirst: false) { old in
            guard let old else { throw CredentialProblem.missing }
            return try await refresh(old)
        }
    }

    /// A refresher that needs nobody to sign in: the first token is got as the others are. All else is as with the
    /// other.
    ///
    /// The token that `obtain` is given is the last one, or nil where there is none.
    public init(
        store: any CredentialStore<Token> = InMemoryCredentialStore<Token>(),
        apply: CredentialApplication<Token>,
        expiry: @escaping @Sendable (Token) -> Date? = { _ in nil },
        leeway: Duration = .seconds(10),
        timeout: Duration = .seconds(30),
        refusal: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == .unauthorized },
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        obtain: @escaping @Sendable (_ old: Token?) async throws -> Token
    ) {
        application = apply
        self.refusal = refusal
        let times = CredentialTimes(expiry: expiry, leeway: leeway, timeout: timeout, clock: clock, now: now)
        keeper = CredentialKeeper(store, times, obtainsFirst: true, obtain)
    }

    /// Takes a token that somebody got by signing in, and has the calls that wait go on with it.
    ///
    /// It counts from this moment on; a refresh that is under way brings nothing any more.
    /// - Throws: what the store threw; ``CredentialProblem/timedOut(_:)`` where it takes longer than the time-out, and a
    ///   `CancellationError` where the caller is cancelled: saving it goes on then. The token is used all the same.
    public func signIn(_ token: Token) async throws { try await keeper.signIn(token) }

    /// Forgets the token, here and in the store. Calls that wait for one, and those that come, fail with
    /// ``CredentialProblem/signedOut``.
    /// - Throws: what the store threw; ``CredentialProblem/timedOut(_:)`` where it takes longer than the time-out, and a
    ///   `CancellationError` where the caller is cancelled: removing it goes on then. The token is not used any more all
    ///   the same.
    public func signOut() async throws { try await keeper.signOut() }

    /// Gets another token now, before one is refused. Where a refresh is under way it is that one.
    /// - Returns: the new token.
    /// - Throws: what the refresh or the store threw; a ``CredentialProblem`` where there is no token to refresh, and within
    ///   the refresh itself.
    @discardableResult
    public func refresh() async throws -> Token {
        guard let credential = try await keeper.renewed() else { throw CredentialProblem.missing }
        return credential.token
    }

    // MARK: Authenticator

    public func credential(
        for request: HTTPRequest, in call: CallContext
    ) async throws -> IssuedCredential<Token>? {
        if let credential = keeper.current { return credential }
        return call.isExplaining ? nil : try await keeper.credential(replacing: nil, in: call)
    }

    public func apply(_ credential: IssuedCredential<Token>, to request: inout HTTPRequest) throws {
        try application.apply(credential.token, &request)
    }

    public func isRefusal(_ response: HTTPResponse) -> Bool { refusal(response) }

    public func credential(
        replacing refused: IssuedCredential<Token>?, after response: HTTPResponse, to request: HTTPRequest,
        in call: CallContext
    ) async throws -> IssuedCredential<Token>? {
        try await keeper.credential(replacing: refused, in: call)
    }

    public func hideSecrets(in redaction: inout Redaction) { application.hideSecrets(&redaction) }
}
