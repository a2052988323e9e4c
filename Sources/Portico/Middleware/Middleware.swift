/// Behaviour around a call: it may change the request, send it once, several times or not at all, and change the
/// answer.
///
/// ```swift
/// struct APIVersion: Middleware {
///     func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
///         var request = request
///         request.fields["X-API-Version"] = "2026-01-01"
///         return try await next(request)
///     }
/// }
///
/// let client = client.withMiddleware(APIVersion())
/// ```
///
/// There are two places. Around the call, a middleware runs once, outside of retries and whatever else sends again;
/// around each attempt, it runs for each, next to the wire. In either place the one that was added first is outermost.
///
/// A middleware sees the cancellation and the task-local values of the caller's task. It runs in that task, or, in a
/// call with a total deadline, in one of its own, from which the caller goes when the deadline passes. What it throws
/// ends the call: a ``TransportError`` and an ``InvalidRequest`` as themselves, a `CancellationError` as a
/// cancellation, anything else as ``CallError/Reason/middleware(_:)``. One that waits keeps to
/// ``CallContext/timeLeft``. It never consumes the body of a request: ``HTTPBody/isReplayable`` tells whether that can
/// be sent again.
public protocol Middleware: Sendable {
    /// Does what it does around the rest of the chain.
    /// - Parameters:
    ///   - request: as the layers outside have made it.
    ///   - context: which call it is, what is asked of it, and its clock.
    ///   - next: sends a request on; called not at all, once or several times.
    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse
}

/// Where a middleware stands.
public enum MiddlewarePlace: Hashable, Sendable {
    /// Around the call, once.
    case call
    /// Around each attempt.
    case attempt
}
