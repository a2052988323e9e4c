/// Sending what was declared, in each of the styles.
extension Client {
    /// Sends an endpoint's call and returns what its answer is mapped to.
    ///
    /// It is safe to cancel: the caller gets ``CallError/Reason/cancelled`` at once.
    /// - Parameters:
    ///   - endpoint: the call.
    ///   - options: what is asked of this call, over what the endpoint and the client ask.
    @concurrent
    @discardableResult
    public func send<Declared: Endpoint>(
        _ endpoint: Declared, options: CallOptions = CallOptions()
    ) async throws(CallError<Declared.Failure>) -> Declared.Response {
        let mapping = Declared.mapping
        return try await CallState(storage, EndpointSource(value: endpoint), options.over(Declared.options), mapping)
            .value(mapping, orFailure: Declared.failureMapping)
    }

    /// Sends a request and returns what its answer is mapped to.
    @concurrent
    @discardableResult
    public func send<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> Response {
        try await request.value(options, storage)
    }

    /// Sends an endpoint's call; its error keeps its type in closures and task groups, where a thrown one loses it.
    public func result<Declared: Endpoint>(
        _ endpoint: Declared, options: CallOptions = CallOptions()
    ) async -> Result<Declared.Response, CallError<Declared.Failure>> {
        await result(Request(endpoint), options: options)
    }

    /// Sends a request; its error keeps its type in closures and task groups, where a thrown one loses it.
    public func result<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, options: CallOptions = CallOptions()
    ) async -> Result<Response, CallError<Failure>> {
        do throws(CallError<Failure>) {
            return .success(try await send(request, options: options))
        } catch {
            return .failure(error)
        }
    }

    /// The request as it would go out, after the middleware and redacted; nothing is sent.
    public func explain<Declared: Endpoint>(
        _ endpoint: Declared, options: CallOptions = CallOptions()
    ) async throws(CallError<Declared.Failure>) -> RequestExplanation {
        try await explain(Request(endpoint), options: options)
    }

    /// The request as it would go out, after the middleware and redacted; nothing is sent.
    @concurrent
    public func explain<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, options: CallOptions = CallOptions()
    ) async throws(CallError<Failure>) -> RequestExplanation {
        try await request.explanation(options, storage)
    }
}

extension Client {
    /// The request that an endpoint makes, before any middleware: what a snapshot or a benchmark looks at. It holds
    /// secrets.
    public func httpRequest<Declared: Endpoint>(for endpoint: Declared) throws(CallError<Declared.Failure>)
        -> HTTPRequest
    {
        try httpRequest(for: Request(endpoint))
    }

    /// The request that a request's value makes, before any middleware: what a snapshot or a benchmark looks at. It
    /// holds secrets.
    public func httpRequest<Response: Sendable, Failure: Sendable>(
        for request: Request<Response, Failure>
    ) throws(CallError<Failure>) -> HTTPRequest {
        try assemble(request)
    }

    func assemble<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>
    ) throws(CallError<Failure>) -> HTTPRequest {
        do {
            return try storage.request(of: request.source, request.mapping.accepted, request.options.fields)
        } catch {
            throw refusal(error, request)
        }
    }

    /// By itself, for the types of an error's reasons are looked up at the beginning of the function that has them.
    @inline(never)
    private func refusal<Response: Sendable, Failure: Sendable>(
        _ error: any Error, _ request: Request<Response, Failure>
    ) -> CallError<Failure> {
        let record = CallRecord(call: request.description, redaction: storage.settings.redaction)
        return CallError((error as? InvalidRequest).map { .invalidRequest($0) } ?? .middleware(error), record)
    }
}
