import Synchronization

/// What belongs to one call from its start to its end.
final class CallState: Sendable {
    let id: CallID
    let source: any RequestSource
    let delivery: TransportOptions.Delivery
    let authentication: ChosenAuthentication?
    /// Why the authenticator that the call names cannot be had.
    let choiceProblem: InvalidRequest?
    let onProgress: (@Sendable (TransferProgress) -> Void)?
    let isExplaining: Bool

    let storage: Client.Storage
    private let resolved: ResolvedOptions
    /// What the call and its endpoint ask for, beside the client's.
    private let fields: HTTPFields
    private let accepted: AcceptedTypes?
    private let start: Duration
    private let history = Mutex(History())

    /// What an error tells. The lock is held for single assignments only.
    private struct History {
        var request: HTTPRequest?
        var response: ResponseHead?
        var startedAttempts = 0
        var attempts = ShortList<Attempt>()
        var attemptCount = 0
        var explained: HTTPRequest?
        var trace: TraceContext?
        var wasReplayed = false
        /// More than one where a middleware runs several at once.
        var running = ShortList<RunningAttempt>()

        mutating func end(
            _ running: RunningAttempt, _ outcome: Attempt.Outcome, _ now: Duration, _ redaction: Redaction
        ) -> Attempt {
            let attempt = Attempt(
                number: running.number, outcome: outcome, duration: now - running.start, timings: running.timings,
                redaction: redaction)
            if case .failed(is InvalidRequest) = outcome { return attempt }
            attemptCount += 1
            if attempts.count < CallState.keptAttempts { attempts.append(attempt) }
            return attempt
        }
    }

    private struct RunningAttempt {
        let number: Int
        let start: Duration
        var timings: TransportTimings?

        init(_ number: Int, _ start: Duration) {
            self.number = number
            self.start = start
        }
    }

    /// The attempts that are kept; the count goes on.
    private static let keptAttempts = 32

    /// - Parameter asked: what the call and its endpoint ask for.
    init(
        _ storage: Client.Storage, _ source: any RequestSource, _ asked: CallOptions, accepted: AcceptedTypes?,
        _ delivery: TransportOptions.Delivery, onProgress: (@Sendable (TransferProgress) -> Void)?, isExplaining: Bool
    ) {
        id = storage.shared.nextCall()
        self.storage = storage
        self.source = source
        self.accepted = accepted
        self.delivery = delivery
        self.onProgress = onProgress
        self.isExplaining = isExplaining
        resolved = asked.isEmpty ? storage.defaults : ResolvedOptions(asked.over(storage.options))
        fields = asked.fields
        var problem: InvalidRequest?
        do throws(InvalidRequest) {
            authentication = try storage.authentication(asked.authenticator, source.environment)
        } catch {
            authentication = nil
            problem = error
        }
        choiceProblem = problem
        start = storage.settings.time.now()
    }

    var chain: Chain { storage.chain }
    var options: CallOptions { resolved.value }
    var time: CallClock { storage.settings.time }
    var redaction: Redaction { storage.settings.redaction }
    var abandoned: AbandonedWork { storage.shared.abandoned }
    private var events: EventHub { storage.shared.events }
    var assembly: RequestAssembly {
        RequestAssembly(storage: storage, source: source, accepted: accepted, fields: fields)
    }

    var elapsed: Duration { storage.settings.time.now() - start }

    /// The request as it goes out now.
    func note(_ request: HTTPRequest) { history.withLock { $0.request = request } }
    /// The request as the call declares it, where none got so far as to go out.
    func note(declared request: HTTPRequest) {
        history.withLock { if $0.request == nil { $0.request = request } }
    }
    func note(_ trace: TraceContext) { history.withLock { $0.trace = trace } }
    func note(_ response: ResponseHead) { history.withLock { $0.response = response } }

    /// The number of the attempt that begins.
    func beginAttempt() -> Int {
        let start = elapsed
        return history.withLock {
            $0.startedAttempts += 1
            if $0.running.count < Self.keptAttempts { $0.running.append(RunningAttempt($0.startedAttempts, start)) }
            return $0.startedAttempts
        }
    }

    /// Remembers how the time of an attempt's exchange was spent, the latest where there were several.
    func note(_ timings: TransportTimings, attempt number: Int) {
        history.withLock { history in
            history.running.update(where: { $0.number == number }) { $0.timings = timings }
        }
    }

    /// Keeps the answer to an attempt. Nil where nobody listens, or of one that the call had given up.
    func endAttempt(_ number: Int, _ response: ResponseHead) -> Attempt? {
        let now = elapsed
        return history.withLock { history in
            guard let running = history.running.remove(where: { $0.number == number }) else { return nil }
            history.response = response
            let attempt = history.end(running, .response(response.status), now, storage.settings.redaction)
            return isHeard ? attempt : nil
        }
    }

    /// Keeps why an attempt failed, unless nothing was sent. Nil where nobody listens, or of one that the call had given up.
    func endAttempt(_ number: Int, _ error: any Error) -> Attempt? {
        let now = elapsed
        return history.withLock { history in
            guard let running = history.running.remove(where: { $0.number == number }) else { return nil }
            let attempt = history.end(running, .failed(error), now, storage.settings.redaction)
            return isHeard ? attempt : nil
        }
    }

    /// The call has failed: attempts that go on all the same, for somebody heeds no deadline, have ended with it.
    func endAttempts(_ error: any Error) {
        let now = elapsed
        let ended = history.withLock { history in
            history.running.removeAll().map { history.end($0, .failed(error), now, redaction) }
        }
        for attempt in ended {
            emit(attempt: attempt.number, ended: attempt) {
                .attemptFailed(PrintedValue.text(of: error, by: redaction))
            }
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

    /// The request that reached the end of the chain first, while it is only explained.
    var explained: HTTPRequest? { history.withLock { $0.explained } }

    func explain(_ request: HTTPRequest) { history.withLock { if $0.explained == nil { $0.explained = request } } }

    /// What an error tells of the call so far, redacted.
    var record: CallRecord {
        let history = history.withLock { $0 }
        return CallRecord(
            call: source.description,
            redaction: redaction,
            request: history.request.map { RedactedRequest($0, by: redaction) },
            response: history.response.map(redaction.head),
            attempts: history.attempts.elements,
            attemptCount: history.attemptCount
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
struct CallClock: Sendable {
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
