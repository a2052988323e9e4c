/// Sending what a factory makes: of a request like `.user(42)` nothing says what its failure is, so here it is the
/// error's body.
extension Client {
    /// Sends a request whose failure is the error's body: the one that `send(.user(42))` means.
    @concurrent
    @discardableResult
    public func send<Response: Sendable>(
        _ request: Request<Response, ErrorBody>, options: CallOptions = CallOptions()
    ) async throws(CallError<ErrorBody>) -> Response {
        try await request.value(options, storage)
    }

    /// Sends a request whose failure is the error's body; its error keeps its type in closures and task groups.
    public func result<Response: Sendable>(
        _ request: Request<Response, ErrorBody>, options: CallOptions = CallOptions()
    ) async -> Result<Response, CallError<ErrorBody>> {
        do throws(CallError<ErrorBody>) {
            return .success(try await send(request, options: options))
        } catch {
            return .failure(error)
        }
    }

    /// A call of a request whose failure is the error's body, to be started.
    public func call<Response: Sendable>(
        _ request: Request<Response, ErrorBody>, options: CallOptions = CallOptions()
    ) -> Call<Response, ErrorBody> {
        Call(request, options, storage)
    }

    /// The request as it would go out, after the middleware and redacted; nothing is sent.
    @concurrent
    public func explain<Response: Sendable>(
        _ request: Request<Response, ErrorBody>, options: CallOptions = CallOptions()
    ) async throws(CallError<ErrorBody>) -> RequestExplanation {
        try await request.explanation(options, storage)
    }

    /// The request that a request's value makes, before any middleware. It holds secrets.
    public func httpRequest<Response: Sendable>(
        for request: Request<Response, ErrorBody>
    ) throws(CallError<ErrorBody>) -> HTTPRequest {
        try assemble(request)
    }
}
