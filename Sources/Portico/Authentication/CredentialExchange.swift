/// What the middleware does with an authenticator, whatever its credential is.
protocol CredentialExchange: Sendable {
    /// Sends a request with a credential, and once more with another where the first was refused.
    func send(
        _ request: HTTPRequest, by authentication: Authentication, _ context: CallContext, _ next: Next
    ) async throws -> HTTPResponse

    /// Whether it signs what goes out.
    var signs: Bool { get }

    func hideSecrets(in redaction: inout Redaction)
}

/// Signs a request at the end of the chain.
typealias RequestSignature = @Sendable (inout HTTPRequest, CallContext) async throws -> Void

struct PlainExchange<Used: Authenticator>: CredentialExchange {
    let authenticator: Used
    var signs: Bool { false }

    func send(
        _ request: HTTPRequest, by authentication: Authentication, _ context: CallContext, _ next: Next
    ) async throws -> HTTPResponse {
        try await exchange(request, authenticator, authentication, context) { request, _ in
            try await next(request)
        }
    }

    func hideSecrets(in redaction: inout Redaction) { authenticator.hideSecrets(in: &redaction) }
}

struct SigningExchange<Used: SigningAuthenticator>: CredentialExchange {
    let authenticator: Used
    var signs: Bool { true }

    func send(
        _ request: HTTPRequest, by authentication: Authentication, _ context: CallContext, _ next: Next
    ) async throws -> HTTPResponse {
        try await exchange(request, authenticator, authentication, context) { request, credential in
            guard let credential else { return try await next(request) }
            let signed = context.signing { request, context in
                do {
                    try await authenticator.sign(&request, with: credential, in: context)
                } catch {
                    throw authentication.failure(error)
                }
            }
            return try await next.call(request, signed)
        }
    }

    func hideSecrets(in redaction: inout Redaction) { authenticator.hideSecrets(in: &redaction) }
}

/// The one place that decides whether a refused request goes out again.
private func exchange<Used: Authenticator>(
    _ request: HTTPRequest, _ authenticator: Used, _ authentication: Authentication, _ context: CallContext,
    _ send: (HTTPRequest, Used.Credential?) async throws -> HTTPResponse
) async throws -> HTTPResponse {
    let credential: Used.Credential?
    var outgoing = request
    do {
        credential = try await authenticator.credential(for: request, in: context)
        if let credential { try authenticator.apply(credential, to: &outgoing) }
    } catch {
        throw authentication.failure(error)
    }
    let response = try await send(outgoing, credential)
    guard !context.isExplaining else { return response }
    guard authenticator.isRefusal(response) else {
        if let credential { authenticator.noteAnswer(response, to: credential, in: context) }
        return response
    }
    guard context.state.mayReplay else { return response }
    context.emit { .credentialRefused(authenticator: authentication.name) }
    guard request.body.isReplayable else {
        // The caller has to make the body anew, and then finds the new credential.
        _ = try? await authenticator.credential(replacing: credential, after: response, to: request, in: context)
        return response
    }
    outgoing = request
    let newer: Used.Credential
    do {
        let found = try await authenticator.credential(
            replacing: credential, after: response, to: request, in: context)
        guard let found else { return response }
        newer = found
        try authenticator.apply(newer, to: &outgoing)
    } catch {
        throw authentication.failure(error)
    }
    guard context.state.takeReplay() else { return response }
    context.emit { .replayed(authenticator: authentication.name) }
    let answer = try await send(outgoing, newer)
    if !authenticator.isRefusal(answer) { authenticator.noteAnswer(answer, to: newer, in: context) }
    return answer
}

extension Authentication {
    /// What an authenticator threw, with its name.
    func failure(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError where Task.isCancelled: error
        case is TotalDeadlinePassed: TransportError(.timedOut(.total))
        default: AuthenticationFailure(authenticator: name, underlying: error)
        }
    }
}

/// What a wait for a credential ends in when the call has no time left.
struct TotalDeadlinePassed: Error {}
