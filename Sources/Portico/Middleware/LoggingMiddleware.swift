#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a line when an attempt begins and one when it ends, redacted, with the beginning of the bodies.
///
/// ```
/// #7 AddUser -> POST https://api.example/users {"name":"Ada","password":"<redacted>"}
/// #7 AddUser <- 201 Created in 0.012 seconds {"id":42}
/// #8 ListUsers -> GET https://api.example/users?token=<redacted>
/// #8 ListUsers <- failed in 0.5 seconds: no connection could be made
/// ```
///
/// A client of a development environment has one already, which writes to standard error.
public struct LoggingMiddleware: Middleware, DeadlineKeeping {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: takes each line; standard error unless given. It is called from any task.
    public init(_ write: @escaping @Sendable (String) -> Void = Self.standardError) { self.write = write }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard !context.isExplaining else { return try await next(request) }
        let redacted = RedactedRequest(request, by: context.redaction)
        let body = redacted.body.map { " \($0)" } ?? ""
        write("->", "\(redacted.method) \(redacted.urlText)\(body)", context)
        let start = context.elapsed
        do {
            let response = try await next(request)
            let body = self.body(of: response, context.redaction)
            write("<-", "\(response.status) in \(context.elapsed - start)\(body)", context)
            return response
        } catch {
            let reason = PrintedValue.text(of: error, by: context.redaction)
            write("<-", "failed in \(context.elapsed - start): \(reason)", context)
            throw error
        }
    }

    /// `#7 ListRepos -> GET https://…`, in one line whatever is in it; a second attempt says so.
    private func write(_ arrow: String, _ text: String, _ context: CallContext) {
        let attempt = context.attempt > 1 ? " (attempt \(context.attempt))" : ""
        write("\(context.id) \(context.description.name)\(attempt) \(arrow) \(Redaction.line(text))")
    }

    private func body(of response: HTTPResponse, _ redaction: Redaction) -> String {
        guard let data = response.data else { return ", streamed" }
        return data.isEmpty ? ", empty" : " \(redaction.body(data, mediaType: response.head.mediaType))"
    }

    /// Writes a line to standard error, whole even where several are written at once.
    public static let standardError: @Sendable (String) -> Void = { line in
        let bytes = Array("\(line)\n".utf8)
        StandardError.write(bytes)
    }
}
