import Synchronization

/// How many retries a client has left, so that an outage is not met with a multiple of the usual requests.
///
/// It begins full. Each retry takes one; one that is answered gives it back, and a call that needed none gives
/// `refill`. So while a server is down, a client sends `capacity` retries and no more; and where one call in many
/// fails, about one retry for each `1 / refill` calls.
///
/// ```swift
/// let client = client.withRetry(.standard).withRetryBudget(RetryBudget(capacity: 20))
/// ```
public struct RetryBudget: Hashable, Sendable {
    /// The most retries that can be left.
    public let capacity: Int
    /// What a call adds that needed no retry.
    public let refill: Double

    private var tokens: Double

    /// A full budget.
    /// - Parameters:
    ///   - capacity: the most retries that can be left; none below 1.
    ///   - refill: what a call adds that needed no retry, from 0 to 1.
    public init(capacity: Int = 50, refill: Double = 0.1) {
        self.capacity = max(0, capacity)
        self.refill = refill.isNaN ? 0 : min(max(0, refill), 1)
        tokens = Double(self.capacity)
    }

    /// A budget that is never used up.
    public static let unlimited = RetryBudget(capacity: .max)

    /// How many retries are left.
    var left: Int { tokens >= Double(Int.max) ? .max : Int(tokens) }

    /// Takes a retry; false where none is left.
    mutating func withdraw() -> Bool {
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// An attempt was answered by a server that is not in distress.
    mutating func deposit(afterRetry: Bool) { tokens = min(Double(capacity), tokens + (afterRetry ? 1 : refill)) }
}

/// The budget that the copies of a client share.
final class SharedRetryBudget: Sendable {
    private let budget: Mutex<RetryBudget>

    init(_ budget: RetryBudget) { self.budget = Mutex(budget) }

    /// Lets somebody decide by it, who must not wait.
    func withLock<Result>(_ body: (inout RetryBudget) -> sending Result) -> sending Result {
        budget.withLock { body(&$0) }
    }
}
