#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Performs what a ``RetryMachine`` decides: waits and sends again.
struct RetryMiddleware: Middleware, DeadlineKeeping {
    let budget: SharedRetryBudget
    let random: @Sendable () -> UInt64

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        guard let policy = context.options.retry, policy.maximumAttempts > 1 else { return try await next(request) }
        var machine = RetryMachine(policy)
        // What an attempt gave that was followed by another.
        var previous: Result<HTTPResponse, any Error>?
        while true {
            var result = await Self.result { () async throws in try await next(request) }
            let wait: Duration
            switch decide(&machine, result, request, context) {
            case .finish: return try result.get()
            case .finishWithPrevious: return try (previous ?? result).get()
            case .retry(let after): wait = after
            }
            guard !Task.isCancelled else { throw CancellationError() }
            context.emit { .retrying(after: wait, Self.reason(result, context)) }
            result = result.map(Self.withoutChunks)
            previous = result
            if wait > .zero { try await context.clock.sleep(for: wait) }
        }
    }

    private func decide(
        _ machine: inout RetryMachine, _ result: Result<HTTPResponse, any Error>, _ request: HTTPRequest,
        _ context: CallContext
    ) -> RetryMachine.Action {
        let outcome: RetryMachine.Outcome =
            switch result {
            case .success(let response): .response(response.head)
            case .failure(let error as TransportError): .failed(error.kind)
            case .failure: .failedOtherwise
            }
        var circumstances = RetryMachine.Circumstances(
            request: request, timeLeft: context.timeLeft, now: Date(), random: random())
        if case .success(let response) = result {
            circumstances.isSuccess = context.options.statusPolicy?.accepts(response.status) ?? false
        }
        // What the machine is given is not needed any more, and the lock keeps nothing waiting.
        var decided = machine
        let action = budget.withLock { [circumstances] in decided.ended(outcome, circumstances, &$0) }
        machine = decided
        return action
    }

    private static func result(_ body: () async throws -> HTTPResponse) async -> Result<HTTPResponse, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    /// An answer whose body still comes, without it: its connection is let go of, for the next attempt may need it.
    private static func withoutChunks(_ response: HTTPResponse) -> HTTPResponse {
        guard case .chunks = response.body else { return response }
        return HTTPResponse(head: response.head)
    }

    private static func reason(_ result: Result<HTTPResponse, any Error>, _ context: CallContext) -> String {
        switch result {
        case .success(let response): "\(response.status)"
        case .failure(let error): PrintedValue.text(of: error, by: context.redaction)
        }
    }
}
