/// The border between the call and its attempts: numbers each one, and keeps what became of it.
struct AttemptMiddleware: Middleware {
    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let state = context.state
        let number = state.beginAttempt()
        let context = context.attempt(number)
        let start = state.elapsed
        context.emit { .attemptStarted }
        do {
            let response = try await next.call(request, context)
            let attempt = state.endAttempt(number, .response(response.status), since: start)
            state.note(response.head)
            state.emit(attempt: number, ended: attempt) { .responseHead(state.redaction.head(response.head)) }
            return response
        } catch {
            let attempt = state.endAttempt(number, .failed(error), since: start)
            state.emit(attempt: number, ended: attempt) {
                .attemptFailed(PrintedValue.text(of: error, by: state.redaction))
            }
            throw error
        }
    }
}
