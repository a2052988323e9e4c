import Foundation
import Portico
import Synchronization

/// Calls at a steady pace from several tasks, and what became of them.
final class PacedCalls: Sendable {
    private struct Record {
        var failures: [String] = []
        var refreshTokens: [String] = []
        /// When each token came.
        var births: [String: ContinuousClock.Instant] = [:]
    }

    private let record = Mutex(Record())
    private let next = Atomic(0)

    var failures: [String] { record.withLock(\.failures) }
    /// What each refresh was asked with.
    var refreshTokens: [String] { record.withLock(\.refreshTokens) }

    func noteBirth(of token: String) { record.withLock { $0.births[token] = .now } }
    func noteUse(of refreshToken: String?) { record.withLock { $0.refreshTokens.append(refreshToken ?? "none") } }

    /// Makes so many calls of an endpoint, spread over a time, each by the next task that is free.
    func run<Call: Endpoint>(_ call: Call, _ count: Int, over time: Duration, tasks: Int, by client: Client) async {
        let watched = client.withMiddleware(Forgiveness(calls: self), around: .attempt)
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for _ in 0..<tasks {
                group.addTask {
                    while let number = self.nextNumber(below: count) {
                        try? await ContinuousClock().sleep(until: start + time * number / count)
                        self.note(number, await watched.result(call))
                    }
                }
            }
        }
    }

    private func nextNumber(below count: Int) -> Int? {
        let number = next.add(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }

    private func note<Value, Failure>(_ number: Int, _ result: Result<Value, CallError<Failure>>) {
        guard case .failure(let error) = result else { return }
        if case .middleware(let reason) = error.reason, reason is TokenGrownOld { return }
        record.withLock { $0.failures.append("call \(number): \(error)") }
    }

    /// A second refusal is no failure where its token was two seconds old: it may have ended on its way.
    private struct Forgiveness: Middleware {
        let calls: PacedCalls

        func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
            let response = try await next(request)
            guard response.status == .unauthorized, context.attempt == 2 else { return response }
            let token = request.fields[.authorization]?.split(separator: " ").last.map { String($0) }
            let birth = calls.record.withLock { record in token.flatMap { record.births[$0] } }
            if let birth, .now - birth >= .seconds(2) { throw TokenGrownOld() }
            return response
        }
    }

    private struct TokenGrownOld: Error {}
}
