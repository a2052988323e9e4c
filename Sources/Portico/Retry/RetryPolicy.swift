/// What is sent again, how often and when. Nothing is, unless a client or a call says so.
///
/// ```swift
/// let patient = client.withRetry(.standard)
///
/// var policy = RetryPolicy.standard
/// policy.maximumAttempts = 5
/// policy.generatesIdempotencyKeys = true      // POST and PATCH, too: the server knows them by their key
/// let payments = client.withRetry(policy)
/// ```
///
/// An attempt is followed by another where all of this holds:
/// - It failed in one of ``failures``, or its status is one of ``statuses`` and no success by the call's
///   ``StatusPolicy``.
/// - Its method is one of ``methods``, or the request has an `Idempotency-Key`, or it was certainly not sent: the host
///   was not found, or no connection was made.
/// - Its body can be sent again (``HTTPBody/isReplayable``).
/// - Neither ``maximumAttempts`` nor the client's ``RetryBudget`` is used up.
/// - It can begin before the total deadline.
///
/// Else the caller gets what the attempt gave: an error is never replaced by one about the retry. Once the head of an
/// answer that is wanted in chunks has been handed on, nothing is sent again. A 401 is not this policy's affair.
public struct RetryPolicy: Hashable, Sendable {
    /// Attempts in all, the first one counted; 3 unless said otherwise, at most 100, and below 2 for none but the
    /// first.
    public var maximumAttempts: Int
    /// What may be sent twice without a key: the idempotent methods of RFC 9110, section 9.2.2, unless said otherwise.
    public var methods: Set<HTTPMethod>
    /// Statuses that say that another attempt may do better: 408, 429, 502, 503 and 504 unless said otherwise. A 500 is
    /// not among them, for it mostly is a defect that meets the second attempt too.
    public var statuses: Set<HTTPStatus>
    /// Failures below HTTP that may be gone the next time.
    public var failures: Set<Failure>
    /// How long to wait before the next attempt where the server does not say.
    public var backoff: Backoff
    /// The longest wait that a server may ask for, by `Retry-After` and its like; a longer one counts as this. A minute
    /// unless said otherwise.
    public var maximumServerDelay: Duration
    /// Whether a call whose method is not one of ``methods`` gets an `Idempotency-Key`, the same in all of its
    /// attempts, those that follow a redirect too, where it has none. It gets it before any middleware. Say so only for
    /// a server that knows what such a key means. Not unless said otherwise.
    public var generatesIdempotencyKeys: Bool

    /// Failures below HTTP that can be followed by another attempt.
    public enum Failure: Hashable, Sendable, CaseIterable {
        /// The host's name could not be resolved.
        case hostNotFound
        /// No connection came about.
        case connectionFailed
        /// The connection ended before the answer's head: the server may have worked on the request.
        case connectionLost
        /// The answer's body ended early.
        case bodyTruncated
        /// The deadline of the connection, or that of the attempt; never the total one.
        case timedOut
    }

    /// How waits grow: twice as long each time, and each anywhere between none and that ("full jitter"), so that
    /// callers who failed together do not come back together.
    public struct Backoff: Hashable, Sendable {
        /// The longest that the first wait can be.
        public var base: Duration
        /// The longest that any wait can be.
        public var maximum: Duration

        /// Waits of up to `base`, then up to twice as much each time, up to `maximum`.
        public init(base: Duration = .milliseconds(250), maximum: Duration = .seconds(10)) {
            self.base = base
            self.maximum = maximum
        }

        /// The longest that the wait after an attempt can be.
        func limit(after attempt: Int) -> Duration {
            var limit = base.asTimeLimit
            let maximum = maximum.asTimeLimit
            for _ in 1..<max(1, min(attempt, RetryPolicy.mostAttempts)) where limit < maximum { limit *= 2 }
            return min(limit, maximum)
        }
    }

    /// A policy; see the properties for what is meant.
    public init(
        maximumAttempts: Int = 3,
        methods: Set<HTTPMethod> = [.get, .head, .options, .trace, .query, .put, .delete],
        statuses: Set<HTTPStatus> = [408, 429, 502, 503, 504],
        failures: Set<Failure> = Set(Failure.allCases),
        backoff: Backoff = Backoff(),
        maximumServerDelay: Duration = .seconds(60),
        generatesIdempotencyKeys: Bool = false
    ) {
        self.maximumAttempts = maximumAttempts
        self.methods = methods
        self.statuses = statuses
        self.failures = failures
        self.backoff = backoff
        self.maximumServerDelay = maximumServerDelay
        self.generatesIdempotencyKeys = generatesIdempotencyKeys
    }

    /// Nothing is sent again: what a client does unless told otherwise.
    public static let never = RetryPolicy(maximumAttempts: 1)
    /// Up to 3 attempts of idempotent requests, as the defaults of
    /// ``init(maximumAttempts:methods:statuses:failures:backoff:maximumServerDelay:generatesIdempotencyKeys:)``.
    public static let standard = RetryPolicy()

    static let mostAttempts = 100
}

extension RetryPolicy.Failure {
    /// The failure that a transport's is; nil where another attempt is no help.
    init?(_ kind: TransportError.Kind) {
        switch kind {
        case .hostNotFound: self = .hostNotFound
        case .connectionFailed: self = .connectionFailed
        case .connectionLost: self = .connectionLost
        case .bodyTruncated: self = .bodyTruncated
        case .timedOut(.connect), .timedOut(.attempt): self = .timedOut
        case .timedOut(.total), .secureConnectionFailed, .malformedResponse, .bodyTooLarge, .cancelled, .bodyConsumed,
            .bodyFailed, .transportBusy, .unsupported, .other:
            return nil
        }
    }
}
