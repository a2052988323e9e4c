#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The call that a middleware works for.
public struct CallContext: Sendable {
    let state: CallState
    /// The attempt, from 1; 0 around the call.
    public let attempt: Int
    /// What signs the request at the end of the chain; nil where nothing does.
    private(set) var signature: RequestSignature?

    init(_ state: CallState, attempt: Int = 0) {
        self.state = state
        self.attempt = attempt
    }

    private init(_ state: CallState, attempt: Int, _ signature: RequestSignature?) {
        self.state = state
        self.attempt = attempt
        self.signature = signature
    }

    /// The context of an attempt of the same call.
    func attempt(_ number: Int) -> CallContext { CallContext(state, attempt: number, signature) }

    /// The same context, for a request that is to be signed.
    func signing(_ signature: @escaping RequestSignature) -> CallContext {
        CallContext(state, attempt: attempt, signature)
    }

    /// A number that no other call of this client has.
    public var id: CallID { state.id }
    /// Which call it is, in words.
    public var description: CallDescription { state.source.description }
    /// The endpoint's or router's value; nil for a request that a factory made.
    public var endpoint: (any Sendable)? { state.source.endpoint }
    /// What is asked of the call: its own options, over the endpoint's, over the client's.
    public var options: CallOptions { state.options }
    /// The clock of the client.
    public var clock: any Clock<Duration> { state.time.clock }
    /// Since the call began.
    public var elapsed: Duration { state.elapsed }
    /// How to print what may hold secrets.
    public var redaction: Redaction { state.redaction }
    /// Whether the request is only wanted for `explain` of the ``Client``: nothing is going to be sent.
    public var isExplaining: Bool { state.isExplaining }

    /// What is left of the total deadline; nil where there is none. It may be negative.
    public var timeLeft: Duration? { options.totalTimeout.map { $0 - elapsed } }

    /// Tells the client's observers something that a middleware alone knows. It is one line of at most 500 bytes, in
    /// which URLs, forms and JSON are redacted; other text has no names that a secret could be known by, so keep it
    /// out. It is made only where somebody listens.
    public func report(_ text: @autoclosure () -> String) {
        emit { .report(redaction.report(text())) }
    }

    /// Reports to the client's observers.
    func emit(_ kind: () -> CallEvent.Kind) { state.emit(attempt: attempt, kind) }

    /// Runs work that may heed neither deadline nor cancellation; what it gives after either is dropped, and told.
    func race(
        within timeout: Duration?, _ deadline: Deadline, _ work: @escaping @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await Race.run(
            state.time.deadlines, timeout.map { ($0, deadline) }, state.abandoned, onLate: { self.noteLate($0) }, work)
    }

    private func noteLate(_ outcome: Race.Outcome) {
        emit {
            switch outcome {
            case .success(let response): .answeredLate("\(response.status)")
            case .failure(let error): .answeredLate(PrintedValue.text(of: error, by: redaction))
            }
        }
    }

    var bodyLimit: Int { options.bodyLimit ?? TransportOptions.defaultBodyLimit }

    /// The time for the next attempt, and whether it is the total deadline that ends it.
    func remainingTime() throws(TransportError) -> (timeout: Duration?, isTotal: Bool) {
        let left = timeLeft
        if let left, left <= .zero { throw TransportError(.timedOut(.total)) }
        if let attempt = options.attemptTimeout, attempt <= .zero { throw TransportError(.timedOut(.attempt)) }
        guard let left else { return (options.attemptTimeout, false) }
        guard let attempt = options.attemptTimeout, attempt <= left else { return (left, true) }
        return (attempt, false)
    }
}

/// Tells the calls of a client apart.
public struct CallID: Hashable, Sendable, CustomStringConvertible {
    let number: UInt64
    public var description: String { "#\(number)" }
}
