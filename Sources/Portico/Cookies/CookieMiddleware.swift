/// Puts the jar's cookies on each attempt, and keeps what its answer sets, whatever its status.
struct CookieMiddleware: Middleware, DeadlineKeeping {
    private let jar: CookieJar
    /// Whether the transport may have joined several lines.
    private let splitsLines: Bool

    init(_ jar: CookieJar, _ capabilities: TransportCapabilities) {
        self.jar = jar
        splitsLines = capabilities.missing.contains(.repeatedFieldLines)
    }

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        var sent = request
        if let field = jar.field(for: request) { sent.fields[.cookie] = field }
        let response = try await next(sent)
        if response.fields.contains(.setCookie) {
            let lines = response.fields.values(of: .setCookie)
            jar.keep(splitsLines ? lines.flatMap(SetCookieLine.split) : lines, from: request)
        }
        return response
    }
}
