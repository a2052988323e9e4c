import Synchronization

/// What belongs to one call from its start to its end.
final class CallState: Sendable {
    let id: CallID
    let source: any RequestSource
    let delivery: TransportOptions.Delivery
    /// What signs the call's requests, or why the authenticator that it names cannot be had.
    let authentication: Result<ChosenAuthentication?, InvalidRequest>
    let onProgress: (@Sendable (TransferProgress) -> Void)?
    let isExplaining: Bool
    let storage: Client.Storage
    let options: CallOptions
    private let asked: CallOptions
    private let accepted: AcceptedTypes?
    private let start: Duration
    private let history = Mutex(History())

    /// What an error tells. The lock is held for single assignments only.
    private struct History {
        var request: HTTPRequest?
        var response: ResponseHead?
        var attempts = AttemptHistory()
        var trace: TraceContext?
        var wasReplayed = false
    }

    /// - Parameter asked: what the call and its endpoint ask for.
    init<Response>(
        _ storage: Client.Storage, _ source: any RequestSource, _ asked: CallOptions,
        _ mapping: ResponseMapping<Response>, onProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        isExplaining: Bool = false
    ) {
        id = storage.shared.nextCall()
        self.storage = storage
        self.asked = asked
        self.onProgress = onProgress
        self.isExplaining = isExplaining
        accepted = mapping.accepted
        delivery = mapping.delivery
        options = asked.isEmpty ? storage.options : asked.over(storage.options).withTimeLimits
        authentication = storage.authentication(asked.authenticator, source)
        self.source = source
        start = storage.time.now()
    }

    var chain: Chain { storage.chain }
    var time: CallClock { storage.time }
    var redaction: Redaction { storage.settings.redaction }
    var abandoned: AbandonedWork { storage.shared.abandoned }
    private var events: EventHub { storage.shared.events }

    var elapsed: Duration { time.now() - start }

    /// The request as the call declares it, before any middleware.
    func declared() throws -> HTTPRequest {
        var request = try storage.request(of: source, accepted, asked.fields)
        _ = try authentication.get()
        request.addIdempotencyKey(options, storage.settings.random)
        return request
    }

    /// The request as it goes out now.
    func note(_ request: HTTPRequest) { history.withLock { $0.request = request } }
    /// The request, where none got so far before.
    func note(first request: HTTPRequest) { history.withLock { if $0.request == nil { $0.request = request } } }
    func note(_ trace: TraceContext) { history.withLock { $0.trace = trace } }
    func note(_ response: ResponseHead) { history.withLock { $0.response = response } }

    /// The request that was noted, if any was.
    var request: HTTPRequest? { history.withLock(\.request) }

    /// The number of the attempt that begins.
    func beginAttempt() -> Int {
        let now = elapsed
        return history.withLock { $0.attempts.begin(at: now) }
    }

    /// Remembers how the time of an attempt's exchange was spent, the latest where there were several.
    func note(_ timings: TransportTimings, attempt number: Int) {
        history.withLock { $0.attempts.note(timings, of: number) }
    }

    /// Keeps the answer to an attempt. Nil where nobody listens, or of one that the call had given up.
    func endAttempt(_ number: Int, _ response: ResponseHead) -> Attempt? {
        let now = elapsed
        return history.withLock { history in
            guard history.attempts.end(number, .response(response.status), at: now) else { return nil }
            history.response = response
            return isHeard ? history.attempts.attempt(number, redaction) : nil
        }
    }

    /// Keeps why an attempt failed. Nil where nobody listens, or of one that the call had given up.
    func endAttempt(_ number: Int, _ error: any Error) -> Attempt? {
        let now = elapsed
        return history.withLock { history in
            guard history.attempts.end(number, .failed(error), at: now), isHeard else { return nil }
            return history.attempts.attempt(number, redaction)
        }
    }

    /// The call has failed: attempts that go on all the same, for somebody heeds no deadline, have ended with it.
    func endAttempts(_ error: any Error) {
        for number in history.withLock(\.attempts.running) {
            guard let attempt = endAttempt(number, error) else { continue }
            emit(attempt: number, ended: attempt) { .attemptFailed(PrintedValue.text(of: error, by: redaction)) }
        }
    }

    /// Whether a refused request may still be sent with another credential, which happens once in a call.
    var mayReplay: Bool { history.withLock { !$0.wasReplayed } }

    /// Returns whether the call had not been replayed before.
    func takeReplay() -> Bool {
        history.withLock { history in
            defer { history.wasReplayed = true }
            return !history.wasReplayed
        }
    }

    /// What an error tells of the call so far, redacted.
    var record: CallRecord {
        let history = history.withLock { $0 }
        return CallRecord(
            call: source.description,
            redaction: redaction,
            request: history.request.map { RedactedRequest($0, by: redaction) },
            response: history.response.map(redaction.head),
            attempts: history.attempts.ended(redaction),
            attemptCount: history.attempts.count
        )
    }

    /// Whether somebody listens to what happens.
    private var isHeard: Bool { storage.shared.events.hasListeners && !isExplaining }

    func emit(
        attempt: Int = 0, ended: Attempt? = nil, outcome: @autoclosure () -> String? = nil,
        _ kind: () -> CallEvent.Kind
    ) {
        guard isHeard else { return }
        events.send(
            CallEvent(
                id: id, call: source.description, attempt: attempt, elapsed: elapsed, duration: ended?.duration,
                timings: ended?.timings, outcome: outcome() ?? ended?.outcome.label,
                trace: history.withLock { $0.trace }, kind: kind()))
    }
}

/// The client's clock, and a way to read it that does not ask for its type each time.
///
/// A class, for each call goes by it several times.
final class CallClock: Sendable {
    let clock: any Clock<Duration>
    /// Time since some moment that stays the same.
    let now: @Sendable () -> Duration
    /// One timer for all calls.
    let deadlines: DeadlineQueue

    init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
        let origin = clock.now
        self.clock = clock
        deadlines = DeadlineQueue(clock: clock)
        now = { origin.duration(to: clock.now) }
    }
}
