/// A router's case says what is sent; what comes back is what the caller expects: a `Decodable`, a
/// ``ResponseConvertible``, or nothing.
extension Client {
    /// Sends a router's case and returns what its answer is decoded to.
    /// - Parameters:
    ///   - router: the case.
    ///   - type: what is expected; it can be left out where the context says it.
    ///   - options: what is asked of this call, over what the router and the client ask.
    @concurrent
    public func send<Declared: Router, Response: Decodable & Sendable>(
        _ router: Declared, as type: Response.Type = Response.self, options: CallOptions = CallOptions()
    ) async throws(CallError<Declared.Failure>) -> Response {
        try await Request(router, mapping: .decoded).value(options, storage)
    }

    /// Sends a router's case and returns what its answer is made into.
    /// - Parameters:
    ///   - router: the case.
    ///   - type: what is expected; it can be left out where the context says it.
    ///   - options: what is asked of this call, over what the router and the client ask.
    @_disfavoredOverload
    @concurrent
    public func send<Declared: Router, Response: ResponseConvertible & Sendable>(
        _ router: Declared, as type: Response.Type = Response.self, options: CallOptions = CallOptions()
    ) async throws(CallError<Declared.Failure>) -> Response {
        try await Request(router, mapping: .converted).value(options, storage)
    }

    /// Sends a router's case whose answer is of no interest.
    @concurrent
    public func send<Declared: Router>(
        _ router: Declared, options: CallOptions = CallOptions()
    ) async throws(CallError<Declared.Failure>) {
        try await Request(router, mapping: .ignored).value(options, storage)
    }

    /// Sends a router's case; its error keeps its type in closures and task groups, where a thrown one loses it.
    public func result<Declared: Router, Response: Decodable & Sendable>(
        _ router: Declared, as type: Response.Type = Response.self, options: CallOptions = CallOptions()
    ) async -> Result<Response, CallError<Declared.Failure>> {
        await result(Request(router, mapping: .decoded), options: options)
    }

    /// Sends a router's case; its error keeps its type in closures and task groups, where a thrown one loses it.
    @_disfavoredOverload
    public func result<Declared: Router, Response: ResponseConvertible & Sendable>(
        _ router: Declared, as type: Response.Type = Response.self, options: CallOptions = CallOptions()
    ) async -> Result<Response, CallError<Declared.Failure>> {
        await result(Request(router, mapping: .converted), options: options)
    }

    /// Sends a router's case; its error keeps its type in closures and task groups, where a thrown one loses it.
    public func result<Declared: Router>(
        _ router: Declared, options: CallOptions = CallOptions()
    ) async -> Result<Void, CallError<Declared.Failure>> {
        await result(Request(router, mapping: .ignored), options: options)
    }

    /// A call of a router's case, to be started.
    public func call<Declared: Router, Response: Decodable & Sendable>(
        _ router: Declared, as type: Response.Type = Response.self, options: CallOptions = CallOptions()
    ) -> Call<Response, Declared.Failure> {
        call(Request(router, mapping: .decoded), options: options)
    }

    /// A call of a router's case, to be started.
    @_disfavoredOverload
    public func call<Declared: Router, Response: ResponseConvertible & Sendable>(
        _ router: Declared, as type: Response.Type = Response.self, options: CallOptions = CallOptions()
    ) -> Call<Response, Declared.Failure> {
        call(Request(router, mapping: .converted), options: options)
    }

    /// A call of a router's case whose answer is of no interest, to be started.
    public func call<Declared: Router>(
        _ router: Declared, options: CallOptions = CallOptions()
    ) -> Call<Void, Declared.Failure> {
        call(Request(router, mapping: .ignored), options: options)
    }

    /// The request of a router's case as it would go out, after the middleware and redacted; nothing is sent. `Accept`
    /// asks for anything, for what is expected is not known here.
    public func explain<Declared: Router>(
        _ router: Declared, options: CallOptions = CallOptions()
    ) async throws(CallError<Declared.Failure>) -> RequestExplanation {
        try await explain(Request(router, mapping: .ignored), options: options)
    }

    /// The request that a router's case makes, before any middleware. It holds secrets. `Accept` asks for anything, for
    /// what is expected is not known here.
    public func httpRequest<Declared: Router>(for router: Declared) throws(CallError<Declared.Failure>) -> HTTPRequest {
        try httpRequest(for: Request(router, mapping: .ignored))
    }

    /// What a caller sees who expects anything else.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "Response must be Void, or a nonisolated Decodable or ResponseConvertible; else send a Request with a mapping"
    )
    @concurrent
    public func send<Declared: Router, Response: Sendable>(
        _ router: Declared, as type: Response.Type = Response.self, options: CallOptions = CallOptions()
    ) async throws(CallError<Declared.Failure>) -> Response {
        try await Request(router, mapping: .missing).value(options, storage)
    }
}
