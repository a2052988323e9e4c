#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides after each attempt of one call whether there is another: no clock, no random numbers, no I/O of its own.
struct RetryMachine {
    /// What became of an attempt.
    enum Outcome {
        case response(ResponseHead)
        case failed(TransportError.Kind)
        /// Of an error that no transport gave.
        case failedOtherwise
    }

    /// What matters besides, at the moment of the decision.
    struct Circumstances {
        var request: HTTPRequest
        /// Whether the caller takes the answer's status for a success.
        var isSuccess = false
        /// Until the total deadline; nil where there is none.
        var timeLeft: Duration?
        var now: Date
        /// Any number, for the jitter.
        var random: UInt64
    }

    enum Action: Equatable {
        /// The outcome is the caller's.
        case finish
        /// The attempt failed only for being a second one: the outcome of the one before is the caller's.
        case finishWithPrevious
        case retry(after: Duration)
    }

    private enum State {
        case attempting(Int)
        case finished
    }

    private let policy: RetryPolicy
    private var state = State.attempting(1)

    init(_ policy: RetryPolicy) { self.policy = policy }

    /// An attempt has ended.
    mutating func ended(_ outcome: Outcome, _ circumstances: Circumstances, _ budget: inout RetryBudget) -> Action {
        guard case .attempting(let attempt) = state else { return .finish }
        let action = action(after: attempt, outcome, circumstances, &budget)
        if case .retry = action { state = .attempting(attempt + 1) } else { state = .finished }
        return action
    }

    private func action(
        after attempt: Int, _ outcome: Outcome, _ circumstances: Circumstances, _ budget: inout RetryBudget
    ) -> Action {
        if attempt > 1, case .failed(let kind) = outcome, kind == .bodyConsumed || kind == .bodyFailed {
            return .finishWithPrevious
        }
        guard isTransient(outcome, circumstances) else {
            if case .response = outcome { budget.deposit(afterRetry: attempt > 1) }
            return .finish
        }
        guard attempt < min(policy.maximumAttempts, RetryPolicy.mostAttempts), circumstances.request.body.isReplayable,
            maySendAgain(circumstances.request, outcome)
        else { return .finish }
        let wait = wait(after: attempt, outcome, circumstances)
        if let timeLeft = circumstances.timeLeft, wait >= timeLeft { return .finish }
        return budget.withdraw() ? .retry(after: wait) : .finish
    }

    private func isTransient(_ outcome: Outcome, _ circumstances: Circumstances) -> Bool {
        switch outcome {
        case .response(let head): !circumstances.isSuccess && policy.statuses.contains(head.status)
        case .failed(let kind): RetryPolicy.Failure(kind).map(policy.failures.contains) ?? false
        case .failedOtherwise: false
        }
    }

    private func maySendAgain(_ request: HTTPRequest, _ outcome: Outcome) -> Bool {
        if policy.methods.contains(request.method) || request.fields.contains(.idempotencyKey) { return true }
        return switch outcome {
        case .failed(.hostNotFound), .failed(.connectionFailed), .failed(.timedOut(.connect)): true
        case .failed, .failedOtherwise, .response: false
        }
    }

    /// What the server asks for, and a part of a first wait beyond it, so that all who were told the same do not come
    /// at once; else the backoff.
    private func wait(after attempt: Int, _ outcome: Outcome, _ circumstances: Circumstances) -> Duration {
        guard case .response(let head) = outcome,
            let asked = ServerDelay.wait(after: head, now: circumstances.now)
        else { return Self.part(circumstances.random, of: policy.backoff.limit(after: attempt)) }
        return min(asked, policy.maximumServerDelay.asTimeLimit)
            + Self.part(circumstances.random, of: policy.backoff.limit(after: 1))
    }

    /// A part of a limit, whole milliseconds, of which each is as likely: from none to all of it.
    private static func part(_ random: UInt64, of limit: Duration) -> Duration {
        let (seconds, attoseconds) = limit.asTimeLimit.components
        let milliseconds = UInt64(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        return .milliseconds(Int64(clamping: random.multipliedFullWidth(by: milliseconds + 1).high))
    }
}
