#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Follows redirects as the call's policy has it. Each request passes everything that is further inside: retries,
/// authentication, cookies.
struct RedirectMiddleware: Middleware, DeadlineKeeping {
    private let environment: APIEnvironment
    private let fields: HTTPFields

    /// - Parameters:
    ///   - environment: the client's, for the calls that name none of their own.
    ///   - fields: of the client's options.
    init(environment: APIEnvironment, fields: HTTPFields) {
        self.environment = environment
        self.fields = fields
    }

    @inline(__always)
    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        var response = try await next(request)
        if RedirectMachine.isRedirect(response.status), let policy = context.options.redirectPolicy {
            let own = context.state.source.environment ?? environment
            let machine = RedirectMachine(
                request, policy, defaults: [own.fields, fields], redaction: context.redaction)
            try await follow(&response, machine, policy, context, next)
        }
        return response
    }

    /// Goes on until the answer is the caller's. Nothing else may hold an answer, or its connection stays open.
    private func follow(
        _ response: inout HTTPResponse, _ machine: RedirectMachine, _ policy: RedirectPolicy, _ context: CallContext,
        _ next: Next
    ) async throws {
        var machine = machine
        while true {
            var action = machine.received(response.head)
            if case .ask(let redirect) = action, case .ask(let decide) = policy.rule {
                action = machine.answered(try await decide(redirect))
            }
            switch action {
            case .deliver, .ask: return
            case .fail(let error): throw error
            case .send(let redirect):
                await discard(response.body, context)
                response.body = .bytes(Data())
                context.emit {
                    .redirected(redirect.response.status, to: RedactedRequest(redirect.next, by: context.redaction))
                }
                response = try await next(redirect.next)
            }
        }
    }

    /// The most bytes of a redirect's body that are read so that its connection can be used again, and the longest
    /// wait.
    private static let discardedBytes = 16384
    private static let discardingTime = Duration.milliseconds(500)

    /// Reads what is left of a streamed body where that is little and soon there; else its connection closes.
    private func discard(_ body: HTTPResponse.Body, _ context: CallContext) async {
        guard case .chunks(let chunks) = body else { return }
        let time = min(Self.discardingTime, context.timeLeft ?? Self.discardingTime)
        _ = await chunks.beginning(limit: Self.discardedBytes, within: time, .attempt, by: context.clock)
    }
}
