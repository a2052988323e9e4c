#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a line when an attempt begins and one when it ends, redacted, with the beginning of the bodies.
///
/// A client of a development environment has one already, which writes to standard error.
public struct LoggingMiddleware: Middleware {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: takes each line; standard error unless given. It is called from any task.
    public init(_ write: @escaping @Sendable (String) -> Void = Self.standardError) { self.write = write }

    public func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard !context.isExplaining else { return try await next(request) }
        let call = "\(context.id) \(context.description.name)"
        let redacted = RedactedRequest(request, by: context.redaction)
        write("\(call) -> \(redacted.method) \(redacted.urlText)\(redacted.body.map { " \($0)" } ?? "")")
        let start = context.elapsed
        do {
            let response = try await next(request)
            write("\(call) <- \(response.status) in \(context.elapsed - start)\(body(of: response, context.redaction))")
            return response
        } catch {
            write("\(call) <- failed in \(context.elapsed - start): \(error)")
            throw error
        }
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
