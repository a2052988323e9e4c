extension Client {
    /// A client whose requests say which trace they belong to, in `traceparent` and `tracestate` (W3C Trace Context).
    ///
    /// Each attempt is a span of its own, within the trace that the request's own `traceparent` names, else the one
    /// that is going on, else a new one. ``CallEvent/trace`` of its events names it.
    ///
    /// ```swift
    /// enum Tracing { @TaskLocal static var current: TraceContext? }
    ///
    /// let traced = client.withTracing { Tracing.current }
    /// ```
    /// - Parameter current: the trace that is going on in the caller's task, as a tracing library knows it; none unless
    ///   given.
    public func withTracing(_ current: @escaping @Sendable () -> TraceContext? = { nil }) -> Client {
        with { $0.trace = current }
    }
}

/// Gives a call its place in a trace.
struct CallTracing: Middleware, DeadlineKeeping {
    let current: @Sendable () -> TraceContext?
    let random: @Sendable () -> UInt64

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let trace = (request.fields.trace ?? current())?.child(random) ?? .root(random)
        context.state.note(trace)
        var request = request
        request.fields.trace = trace
        return try await next(request)
    }
}

/// Makes each attempt a span of the call's trace.
struct AttemptTracing: Middleware, DeadlineKeeping {
    let random: @Sendable () -> UInt64

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let trace = request.fields.trace else { return try await next(request) }
        var request = request
        request.fields.trace = trace.child(random)
        return try await next(request)
    }
}
