/// The border between the call and its attempts: numbers each one, and keeps what became of it.
struct AttemptMiddleware: Middleware, DeadlineKeeping {
    // Else the layer would have a frame of its own beside that of its witness, in each call.
    @inline(__always)
    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let state = context.state
        let number = state.beginAttempt()
        let context = context.attempt(number)
        context.emit { .attemptStarted }
        do {
            let response = try await next.call(request, context)
            guard let attempt = state.endAttempt(number, response.head) else { return response }
            state.emit(attempt: number, ended: attempt) { .responseHead(state.redaction.head(response.head)) }
            return response
        } catch {
            guard let attempt = state.endAttempt(number, error) else { throw error }
            state.emit(attempt: number, ended: attempt) {
                .attemptFailed(PrintedValue.text(of: error, by: state.redaction))
            }
            throw error
        }
    }
}
