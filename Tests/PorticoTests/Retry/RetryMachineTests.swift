import Foundation
@testable import Portico
import Testing

/// A request with what makes a difference to a retry.
private func request(_ method: HTTPMethod = .get, key: String? = nil, once: Bool = false) -> HTTPRequest {
    var request = HTTPRequest(method: method, scheme: "https", authority: "api.example", path: "/")
    request.fields["Idempotency-Key"] = key
    if once { request.body = .stream(once: AsyncStream<Data> { $0.finish() }) }
    return request
}

private func circumstances(
    _ request: HTTPRequest = request(), isSuccess: Bool = false, timeLeft: Duration? = nil, random: UInt64 = 0
) -> RetryMachine.Circumstances {
    RetryMachine.Circumstances(
        request: request, isSuccess: isSuccess, timeLeft: timeLeft, now: Date(timeIntervalSince1970: 0), random: random)
}

extension RetryMachine {
    /// The decision after one attempt, with a budget of its own.
    fileprivate static func first(
        _ outcome: Outcome, _ circumstances: Circumstances = circumstances(), _ policy: RetryPolicy = .standard
    ) -> Action {
        var (machine, budget) = (RetryMachine(policy), RetryBudget())
        return machine.ended(outcome, circumstances, &budget)
    }
}

@Suite struct RetryMachineTests {
    private let failed = RetryMachine.Outcome.failed(.connectionLost)
    private func status(_ status: HTTPStatus, _ fields: HTTPFields = [:]) -> RetryMachine.Outcome {
        .response(ResponseHead(status: status, fields: fields))
    }

    @Test(arguments: [
        (408, true), (425, false), (429, true), (500, false), (501, false), (502, true), (503, true), (504, true),
        (505, false), (200, false), (204, false), (301, false), (400, false), (401, false), (403, false), (404, false),
        (409, false), (422, false),
    ])
    func `a status is answered by another attempt where one may do better`(code: Int, isRetried: Bool) {
        let action = RetryMachine.first(status(HTTPStatus(code)))

        #expect(action == (isRetried ? .retry(after: .zero) : .finish))
    }

    @Test(arguments: [
        (TransportError.Kind.hostNotFound, true), (.connectionFailed, true), (.connectionLost, true),
        (.bodyTruncated, true), (.timedOut(.connect), true), (.timedOut(.attempt), true), (.timedOut(.total), false),
        (.cancelled, false), (.secureConnectionFailed, false), (.malformedResponse, false),
        (.bodyTooLarge(limit: 1), false), (.bodyConsumed, false), (.bodyFailed, false), (.transportBusy, false),
        (.unsupported, false), (.other, false),
    ])
    func `a failure is followed by another attempt where it may be gone`(kind: TransportError.Kind, isRetried: Bool) {
        #expect(RetryMachine.first(.failed(kind)) == (isRetried ? .retry(after: .zero) : .finish))
    }

    @Test func `what no transport threw is the caller's at once`() {
        #expect(RetryMachine.first(.failedOtherwise) == .finish)
    }

    @Test(arguments: [
        (HTTPMethod.get, true), (.head, true), (.options, true), (.trace, true), (.query, true), (.put, true),
        (.delete, true), (.post, false), (.patch, false), (.connect, false),
    ])
    func `only idempotent methods are sent twice`(method: HTTPMethod, isRetried: Bool) {
        #expect(
            RetryMachine.first(failed, circumstances(request(method))) == (isRetried ? .retry(after: .zero) : .finish))
        #expect(
            RetryMachine.first(status(503), circumstances(request(method)))
                == (isRetried ? .retry(after: .zero) : .finish))
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func `others are with a key, or where the caller says so`(method: HTTPMethod) {
        var policy = RetryPolicy.standard
        policy.methods.insert(method)

        #expect(RetryMachine.first(failed, circumstances(request(method, key: "k"))) == .retry(after: .zero))
        #expect(RetryMachine.first(failed, circumstances(request(method)), policy) == .retry(after: .zero))
    }

    @Test(arguments: [
        (TransportError.Kind.hostNotFound, true), (.connectionFailed, true), (.timedOut(.connect), true),
        (.timedOut(.attempt), false), (.connectionLost, false), (.bodyTruncated, false),
    ])
    func `what was certainly not sent may be sent, whatever its method`(kind: TransportError.Kind, isRetried: Bool) {
        let action = RetryMachine.first(.failed(kind), circumstances(request(.post)))

        #expect(action == (isRetried ? .retry(after: .zero) : .finish))
    }

    @Test func `a body that exists once is not sent twice`() {
        #expect(RetryMachine.first(failed, circumstances(request(.put, once: true))) == .finish)
        #expect(RetryMachine.first(.failed(.connectionFailed), circumstances(request(.put, once: true))) == .finish)
    }

    @Test(arguments: [TransportError.Kind.bodyConsumed, .bodyFailed])
    func `a body that turns out to be gone leaves the outcome before it`(kind: TransportError.Kind) {
        var (machine, budget) = (RetryMachine(.standard), RetryBudget())

        #expect(machine.ended(failed, circumstances(), &budget) == .retry(after: .zero))
        #expect(machine.ended(.failed(kind), circumstances(), &budget) == .finishWithPrevious)
        #expect(RetryMachine.first(.failed(kind)) == .finish)
    }

    @Test func `a status that the caller takes for a success is one`() {
        #expect(RetryMachine.first(status(503), circumstances(isSuccess: true)) == .finish)
    }

    @Test(arguments: [(Int.min, 1), (0, 1), (1, 1), (2, 2), (5, 5), (100, 100), (Int.max, 100)])
    func `there are as many attempts as the policy says, and never more than a hundred`(maximum: Int, expected: Int) {
        var policy = RetryPolicy.standard
        policy.maximumAttempts = maximum
        var (machine, budget, attempts) = (RetryMachine(policy), RetryBudget.unlimited, 1)

        while case .retry = machine.ended(failed, circumstances(), &budget), attempts < 1000 { attempts += 1 }

        #expect(attempts == expected)
        #expect(machine.ended(failed, circumstances(), &budget) == .finish)
    }

    @Test func `waits grow up to their limit, and each is a part of it`() {
        var policy = RetryPolicy.standard
        policy.maximumAttempts = 8
        policy.backoff = RetryPolicy.Backoff(base: .milliseconds(100), maximum: .seconds(1))

        for (random, part) in [(UInt64.max, 1.0), (.max / 2, 0.5), (0, 0)] {
            var (machine, budget, waits) = (RetryMachine(policy), RetryBudget(), [Duration]())
            while case .retry(let wait) = machine.ended(failed, circumstances(random: random), &budget) {
                waits.append(wait)
            }
            #expect(waits == [100, 200, 400, 800, 1000, 1000, 1000].map { .milliseconds(Int($0 * part)) })
        }
    }

    @Test(arguments: [
        (Duration.zero, Duration.zero), (.seconds(-1), .zero), (.milliseconds(5), .zero),
        (.seconds(Int64.max), .seconds(1)),
    ])
    func `a backoff of any size is taken`(base: Duration, limit: Duration) {
        let backoff = RetryPolicy.Backoff(base: base, maximum: limit)

        #expect(backoff.limit(after: 1) == limit)
        #expect(backoff.limit(after: .max) == limit)
    }

    @Test func `the server's wait is kept, up to the longest, with a part of a first wait beyond it`() {
        func action(_ seconds: String, _ random: UInt64) -> RetryMachine.Action {
            RetryMachine.first(status(503, ["Retry-After": seconds]), circumstances(random: random))
        }

        #expect(action("7", 0) == .retry(after: .seconds(7)))
        #expect(action("7", .max) == .retry(after: .milliseconds(7250)))
        #expect(action("86400", 0) == .retry(after: .seconds(60)))
        #expect(action("soon", .max) == .retry(after: .milliseconds(250)))
    }

    @Test func `a retry that cannot begin before the deadline is not waited for`() {
        let outcome = status(503, ["Retry-After": "5"])

        #expect(RetryMachine.first(outcome, circumstances(timeLeft: .seconds(5))) == .finish)
        #expect(RetryMachine.first(outcome, circumstances(timeLeft: .milliseconds(5001))) == .retry(after: .seconds(5)))
        #expect(RetryMachine.first(failed, circumstances(timeLeft: .zero)) == .finish)
        #expect(RetryMachine.first(failed, circumstances(timeLeft: .seconds(-1))) == .finish)
    }
}

@Suite struct RetryBudgetTests {
    @Test func `an outage is met with as many retries as the budget holds`() {
        var (budget, retries) = (RetryBudget(capacity: 20), 0)

        for _ in 1...1000 {
            var machine = RetryMachine(.standard)
            while case .retry = machine.ended(.failed(.connectionFailed), circumstances(), &budget) { retries += 1 }
        }

        #expect(retries == 20)
        #expect(budget.left == 0)
    }

    @Test func `answers fill it: a retry's own wholly, others by their part, up to the capacity`() {
        var budget = RetryBudget(capacity: 2, refill: 0.5)
        let answer = RetryMachine.Outcome.response(ResponseHead(status: 200))

        var machine = RetryMachine(.standard)
        _ = machine.ended(.failed(.connectionLost), circumstances(), &budget)
        #expect(budget.left == 1)
        _ = machine.ended(answer, circumstances(), &budget)
        #expect(budget.left == 2)

        machine = RetryMachine(.standard)
        _ = machine.ended(.failed(.connectionLost), circumstances(), &budget)
        for expected in [1, 2, 2] {
            var other = RetryMachine(.standard)
            _ = other.ended(answer, circumstances(), &budget)
            #expect(budget.left == expected)
        }
    }

    @Test(arguments: [(Int.min, 0.1), (0, .nan), (1, -3), (1, .infinity), (.max, 1)])
    func `a budget of any size is taken`(capacity: Int, refill: Double) {
        var budget = RetryBudget(capacity: capacity, refill: refill)

        #expect(budget.withdraw() == (capacity > 0))
        for _ in 1...3 { budget.deposit(afterRetry: true) }

        #expect(budget.left == max(0, capacity))
    }
}
