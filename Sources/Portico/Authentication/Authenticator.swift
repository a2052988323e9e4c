/// Who puts a credential on a request: a token, a password, a key, a signature.
///
/// ```swift
/// let api = client.withAuthenticator(.bearer("eyJhbGciOi…"))
/// ```
///
/// An authenticator of your own gives a credential and says where it goes. This one asks for a ticket before the first
/// call:
///
/// ```swift
/// struct TicketOffice: Authenticator {
///     var ticket: @Sendable () async throws -> String
///
///     func credential(for request: HTTPRequest, in call: CallContext) async throws -> String? { try await ticket() }
///
///     func apply(_ credential: String, to request: inout HTTPRequest) {
///         request.fields["X-Ticket"] = credential
///     }
///
///     func hideSecrets(in redaction: inout Redaction) { redaction.fieldNames.insert("X-Ticket") }
/// }
/// ```
///
/// One whose credential is a signature over the request is a ``SigningAuthenticator``. One whose credential ends and is
/// to be got anew is a ``CredentialRefresher``.
///
/// ## The contract
/// - **When.** It is asked for each request that is about to go out: for each retry and each redirect anew. It stands
///   inside of both, and outside of the middleware around the attempt.
/// - **Where to.** It is asked only for requests to the origin that it serves, over https or to this machine (see
///   ``Client/withAuthenticator(_:named:allowsPlainHTTP:)``), and not for one that has an `Authorization` field
///   already.
/// - **Refusals.** Where an answer is a refusal, it is asked once for another credential. Then the request goes out a
///   second time; a second refusal is the caller's. A call is replayed once at most, whatever retries and redirects it
///   goes through. A request whose body cannot be sent again (``HTTPBody/isReplayable``) is not replayed: its caller
///   gets the refusal.
/// - **Acceptances.** Of every other answer to a credential of its own it is told, before the caller is.
/// - **Threads.** It is called from any task, many at once, in the task of the caller. One that waits ends when that is
///   cancelled, and keeps to ``CallContext/timeLeft``.
/// - **Errors.** What it throws ends the call as ``CallError/Reason/authentication(_:)``, which names the
///   authenticator; a `CancellationError` of a cancelled task is a cancellation.
/// - **Explaining.** Where ``CallContext/isExplaining`` is true nothing is sent, so it gives the credential that it
///   has, if any.
public protocol Authenticator<Credential>: Sendable {
    /// What is put on a request.
    associatedtype Credential: Sendable

    /// The credential for a request that is about to be sent. It may wait. Nil sends the request as it is.
    func credential(for request: HTTPRequest, in call: CallContext) async throws -> Credential?

    /// Puts the credential on the request, in place of any other of its kind. Nothing unless written.
    func apply(_ credential: Credential, to request: inout HTTPRequest) throws

    /// Whether an answer refuses the credential: one with the status 401, unless said otherwise. A streamed answer has
    /// no body yet.
    func isRefusal(_ response: HTTPResponse) -> Bool

    /// Another credential in place of one that was refused. It may wait. Nil, which is so unless written, leaves the
    /// refusal to the caller.
    /// - Parameters:
    ///   - refused: what the request was sent with; nil where it was sent as it was.
    ///   - response: the refusal, with its challenges.
    ///   - request: what was refused, before the credential was put on it.
    ///   - call: the call that it belongs to.
    func credential(
        replacing refused: Credential?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) async throws -> Credential?

    /// Reads what an answer that is no refusal says of the credential that its request was sent with: the nonce for
    /// the next request, a token in place of the last. It must not wait. Nothing unless written.
    func noteAnswer(_ response: HTTPResponse, to credential: Credential, in call: CallContext)

    /// Adds the names by which its secrets go, so that they are hidden wherever a request is printed. `Authorization`
    /// and `Cookie` are hidden anyway.
    func hideSecrets(in redaction: inout Redaction)
}

extension Authenticator {
    public func apply(_ credential: Credential, to request: inout HTTPRequest) {}
    public func isRefusal(_ response: HTTPResponse) -> Bool { response.status == .unauthorized }
    public func credential(
        replacing refused: Credential?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) async throws -> Credential? { nil }
    public func noteAnswer(_ response: HTTPResponse, to credential: Credential, in call: CallContext) {}
    public func hideSecrets(in redaction: inout Redaction) {}
}

/// An authenticator whose credential signs the request as it goes out: after every middleware of yours, with only the
/// log between it and the transport.
///
/// ```swift
/// struct BodySignature: SigningAuthenticator {
///     var key: [UInt8]
///
///     func credential(for request: HTTPRequest, in call: CallContext) -> [UInt8]? { key }
///
///     func sign(_ request: inout HTTPRequest, with key: [UInt8], in call: CallContext) async throws {
///         request.fields["X-Signature"] = checksum(of: request.body.data ?? Data(), key)
///     }
///
///     func hideSecrets(in redaction: inout Redaction) { redaction.fieldNames.insert("X-Signature") }
/// }
/// ```
///
/// The signature is made anew for each attempt. Nobody changes the request after it: the transport adds only what
/// frames the message (`Host`, `Content-Length`, `Transfer-Encoding`) and, where there is none, `Accept-Encoding`.
public protocol SigningAuthenticator<Credential>: Authenticator {
    /// Signs a request with the credential that was got for it.
    ///
    /// Bytes in memory are the body's ``HTTPBody/data``. Files, forms and streams are read by ``HTTPBody/chunks()``,
    /// which only a body that ``HTTPBody/isReplayable`` stands: of another the signature leaves the body out, or this
    /// throws.
    func sign(_ request: inout HTTPRequest, with credential: Credential, in call: CallContext) async throws
}
