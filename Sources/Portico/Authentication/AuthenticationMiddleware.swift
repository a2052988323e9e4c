/// Puts the credential of the call's authenticator on each request that is its own.
///
/// It stands inside of redirects and retries, so that each hop and each retry is looked at anew.
struct AuthenticationMiddleware: Middleware, DeadlineKeeping {
    let keepsDeadlines: Bool

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let chosen = try context.state.authentication.get(), chosen.covers(request) else {
            return try await next(request)
        }
        let authentication = chosen.authentication
        do {
            try authentication.check(request)
        } catch {
            throw authentication.failure(error)
        }
        return try await authentication.exchange.send(request, by: authentication, context, next)
    }
}

/// Signs what goes out, where the call's authenticator does so: innermost, so that nobody changes the request after it.
struct SigningMiddleware: Middleware {
    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let sign = context.signature else { return try await next(request) }
        var request = request
        try await sign(&request, context)
        return try await next(request)
    }
}
