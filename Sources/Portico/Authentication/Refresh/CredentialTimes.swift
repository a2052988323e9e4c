#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When tokens end, and how long getting another may take.
struct CredentialTimes<Token: Sendable>: Sendable {
    let expiry: @Sendable (Token) -> Date?
    let leeway: Duration
    let timeout: Duration
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    init(
        expiry: @escaping @Sendable (Token) -> Date?, leeway: Duration, timeout: Duration, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date
    ) {
        self.expiry = expiry
        self.leeway = leeway.asTimeLimit
        self.timeout = timeout.asTimeLimit
        self.clock = clock
        self.now = now
    }

    /// When a token is to be renewed; nil where only a refusal tells.
    ///
    /// A new one that is at its end when it comes was told by another clock than ours, and is used until it is refused.
    func renewal(of token: Token, isNew: Bool) -> Date? {
        guard let expiry = expiry(token) else { return nil }
        let time = expiry.timeIntervalSince(now())
        guard time > 0 else { return isNew ? nil : expiry }
        return expiry.addingTimeInterval(-min(leeway / .seconds(1), time / 4))
    }
}
