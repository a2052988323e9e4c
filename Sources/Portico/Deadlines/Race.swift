import Synchronization

/// Performs what a ``RaceMachine`` decides. Nothing is resumed or called under its lock.
///
/// The work goes on in a task of its own, which begins on the caller's thread where the system can do that, and has the
/// caller's task-local values. When the caller has left, that task is cancelled; if it heeds that is its own affair.
final class Race: Sendable {
    typealias Outcome = Result<HTTPResponse, any Error>
    private typealias Machine = RaceMachine<CheckedContinuation<Outcome, Never>, Outcome>

    private let machine = Mutex(Machine())
    private let abandoned: AbandonedWork
    private let onLate: @Sendable (Outcome) -> Void

    private init(_ abandoned: AbandonedWork, _ onLate: @escaping @Sendable (Outcome) -> Void) {
        self.abandoned = abandoned
        self.onLate = onLate
    }

    /// Runs work until it gives something, the time is up, or the caller is cancelled.
    /// - Parameters:
    ///   - deadlines: what the time goes by.
    ///   - timeout: the time, and the deadline that ends it; nil for none.
    ///   - abandoned: keeps count of the work that goes on with no caller.
    ///   - onLate: is given what such work gives in the end.
    static func run(
        _ deadlines: DeadlineQueue, _ timeout: (Duration, Deadline)?, _ abandoned: AbandonedWork,
        onLate: @escaping @Sendable (Outcome) -> Void,
        _ work: @escaping @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try abandoned.admit()
        let race = Race(abandoned, onLate)
        let task = race.start(work)
        // Work that has ended already, as that of a transport in process has, needs no timer.
        if let outcome = race.machine.withLock({ $0.poll() }) { return try outcome.get() }
        let token = timeout.map { time, deadline in
            deadlines.add(after: time) { race.interrupt(.failure(TransportError(.timedOut(deadline)))) }
        }
        let outcome = await race.outcome(of: task)
        if let token { deadlines.cancel(token) }
        return try outcome.get()
    }

    private func start(_ work: @escaping @Sendable () async throws -> HTTPResponse) -> Task<Void, Never> {
        let body: @Sendable () async -> Void = {
            do { self.finish(.success(try await work())) } catch { self.finish(.failure(error)) }
        }
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return Task { await body() } }
        return Task.immediate { await body() }
    }

    private func outcome(of task: Task<Void, Never>) async -> Outcome {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                guard case .proceed(let outcome) = machine.withLock({ $0.wait(caller) }) else { return }
                caller.resume(returning: outcome)
            }
        } onCancel: {
            interrupt(.failure(TransportError(.cancelled)))
        }
        if machine.withLock(\.isAbandoned) { task.cancel() }
        return outcome
    }

    private func interrupt(_ outcome: Outcome) { perform(machine.withLock { $0.interrupt(outcome) }) }

    private func finish(_ outcome: Outcome) { perform(machine.withLock { $0.finish(outcome) }) }

    private func perform(_ action: Machine.EndAction) {
        switch action {
        case .none:
            break
        case .abandon(let caller, let outcome):
            abandoned.enter()
            caller?.resume(returning: outcome)
        case .resume(let caller, let outcome):
            caller.resume(returning: outcome)
        case .dropLate(let outcome):
            abandoned.leave()
            onLate(outcome)
        }
    }
}

/// How much work goes on whose caller has left. Work that heeds neither its deadline nor its cancellation must not pile
/// up.
final class AbandonedWork: Sendable {
    private let limit: Int
    private let number = Atomic(0)

    init(limit: Int = 4096) { self.limit = limit }

    var count: Int { number.load(ordering: .relaxed) }

    /// Refuses more where there is too much.
    func admit() throws(TransportError) {
        guard count >= limit else { return }
        throw TransportError(
            .transportBusy, "\(limit) exchanges that were given up go on, for they heed no cancellation")
    }

    func enter() { number.add(1, ordering: .relaxed) }
    func leave() { number.subtract(1, ordering: .relaxed) }
}
