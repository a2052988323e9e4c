#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// Performs what a ``RefreshMachine`` decides: reads the store, runs the refresh, wakes those who wait.
final class CredentialKeeper<Token: Sendable>: Sendable {
    typealias Credential = IssuedCredential<Token>
    private typealias Waiter = CheckedContinuation<Credential?, any Error>
    private typealias Machine = RefreshMachine<Token, Waiter, any Error>

    /// What the machine has for calls that need not wait. Almost every call reads this and no more, so it stands apart
    /// from the state, and changes under the state's lock only.
    private let usable = Mutex<UsableCredential<Token>?>(nil)

    private let store: any CredentialStore<Token>
    private let times: CredentialTimes<Token>
    private let obtain: @Sendable (Token?) async throws -> Token

    private let deadlines: DeadlineQueue
    private let writes = WriteQueue()
    private let lastID = Atomic<UInt64>(0)
    /// No continuation is resumed, and no task made or cancelled, under the lock.
    private let state: Mutex<State>

    private struct State {
        var machine: Machine
        var task: (flight: Int, handle: Task<Void, Never>)?

        /// The task of a flight that nobody wants any more.
        mutating func takeTask() -> Task<Void, Never>? {
            defer { task = nil }
            return task?.handle
        }
    }

    init(
        _ store: any CredentialStore<Token>, _ times: CredentialTimes<Token>, obtainsFirst: Bool,
        _ obtain: @escaping @Sendable (Token?) async throws -> Token
    ) {
        self.store = store
        self.times = times
        self.obtain = obtain
        deadlines = DeadlineQueue(clock: times.clock)
        state = Mutex(State(machine: Machine(obtainsFirst: obtainsFirst)))
    }

    /// The credential, where there is one and it need not be renewed first.
    var current: Credential? { usable.withLock { $0 }?.current(times.now) }

    func signIn(_ token: Token) async throws {
        let renewal = times.renewal(of: token, isNew: true)
        try await set(token) { $0.signIn(token, renewal: renewal) }
    }

    func signOut() async throws { try await set(nil) { $0.signOut(CredentialProblem.signedOut) } }

    private func set(_ token: Token?, _ event: @Sendable (inout Machine) -> Machine.Outcome) async throws {
        let (outcome, generation, task) = change { state in
            let outcome = event(&state.machine)
            return (outcome, state.machine.generation, state.takeTask())
        }
        task?.cancel()
        perform(outcome)
        try await save(token, generation)
    }

    /// Writes what is held to the store, unless it has changed again meanwhile.
    private func save(_ token: Token?, _ generation: Int) async throws {
        try await write(token) { $0.generation == generation }
    }

    /// Writes to the store what is wanted there still when its turn comes. Who waits for it does so for the time-out at
    /// most; the write goes on.
    private func write(_ token: Token?, if isWanted: @escaping @Sendable (Machine) -> Bool) async throws {
        let timeout = CredentialProblem.timedOut(times.timeout)
        try await writes.run(within: times.timeout, by: deadlines, else: timeout) { [self] in
            guard state.withLock({ isWanted($0.machine) }) else { return }
            try await store.save(token)
        }
    }

    /// Tells the machine something, and has calls find what it holds then.
    private func change<Result>(_ event: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = event(&state)
            let current = state.machine.usable
            usable.withLock { $0 = current }
            return result
        }
    }

    private func perform(_ outcome: Machine.Outcome) {
        switch outcome {
        case .none: break
        case .resume(let waiters, let credential):
            for waiter in waiters { waiter.resume(returning: credential) }
        case .fail(let waiters, let error):
            for waiter in waiters { waiter.resume(throwing: error) }
        case .begin(let flight, let work): begin(flight, work)
        }
    }
}

// MARK: Waiting

extension CredentialKeeper {
    /// The credential in place of one that was refused, or of none; it waits for it. Nil within the refresh itself.
    func credential(replacing refused: Credential?, in call: CallContext?) async throws -> Credential? {
        guard RefreshScope.keeper != ObjectIdentifier(self) else { return nil }
        let id = lastID.add(1, ordering: .relaxed).newValue
        let deadline = call?.timeLeft.map { left in
            deadlines.add(after: left) { [weak self] in self?.leave(id, TotalDeadlinePassed()) }
        }
        defer { if let deadline { deadlines.cancel(deadline) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { ask($0, id, refused, call) }
        } onCancel: {
            leave(id, CancellationError())
        }
    }

    /// Another credential than the one that is held now: of the refresh that is under way, or of a new one.
    func renewed() async throws -> Credential? {
        let isToBeRenewed = state.withLock { $0.machine.isToBeRenewed(times.now) }
        let credential = try await credential(replacing: nil, in: nil)
        return isToBeRenewed ? credential : try await self.credential(replacing: credential, in: nil)
    }

    private func ask(_ waiter: Waiter, _ id: UInt64, _ refused: Credential?, _ call: CallContext?) {
        let answer = change { state -> Machine.Answer in
            // Whoever was to wake this one before it waited found nobody.
            if Task.isCancelled { return .fail(CancellationError()) }
            if let left = call?.timeLeft, left <= .zero { return .fail(TotalDeadlinePassed()) }
            return state.machine.ask(waiter, id, refused: refused, times.now)
        }
        switch answer {
        case .use(let credential): waiter.resume(returning: credential)
        case .fail(let error): waiter.resume(throwing: error)
        case .wait: break
        case .begin(let flight, let work): begin(flight, work)
        }
    }

    private func leave(_ id: UInt64, _ error: any Error) {
        state.withLock { $0.machine.leave(id) }?.resume(throwing: error)
    }
}

// MARK: Flights

extension CredentialKeeper {
    private func begin(_ flight: Int, _ work: Machine.Work) {
        let timer = deadlines.add(after: times.timeout) { [weak self] in self?.timeOut(flight) }
        let task = Task.detached { [self] in
            switch work {
            case .read: await read(flight)
            case .refresh(let old): await refresh(flight, old)
            }
            deadlines.cancel(timer)
        }
        let isUnwanted = state.withLock { state in
            guard state.machine.flight == flight else { return true }
            state.task = (flight, task)
            return false
        }
        if isUnwanted { task.cancel() }
    }

    private func read(_ flight: Int) async {
        do {
            let token = try await store.load()
            let renewal = token.flatMap { times.renewal(of: $0, isNew: false) }
            end {
                $0.read(flight, token, renewal: renewal, absence: CredentialProblem.missing, times.now)
            }
        } catch {
            end { $0.failed(flight, error) }
        }
    }

    private func refresh(_ flight: Int, _ old: Token?) async {
        do {
            let token = try await RefreshScope.$keeper.withValue(ObjectIdentifier(self)) { try await obtain(old) }
            let problem = await problemSaving(token, flight)
            let renewal = times.renewal(of: token, isNew: true)
            end { $0.refreshed(flight, token, renewal: renewal, problem: problem) }
        } catch {
            let endsSession = (error as? CredentialProblem)?.endsSession == true
            let generation = end { $0.failed(flight, error, endsSession: endsSession) }
            // Nobody is left to be told of a store that fails; the next run finds out what the token is worth.
            if endsSession { try? await save(nil, generation) }
        }
    }

    /// Writes what a refresh brought, unless somebody signed in or out meanwhile. Returns why this failed.
    private func problemSaving(_ token: Token, _ flight: Int) async -> (any Error)? {
        do {
            try await write(token) { $0.flight == flight }
            return nil
        } catch {
            return error
        }
    }

    /// Tells the machine how a flight ended. Returns the generation of what is held then.
    @discardableResult
    private func end(_ event: @Sendable (inout Machine) -> Machine.Outcome) -> Int {
        let (outcome, generation) = change { state in
            let outcome = event(&state.machine)
            return (outcome, state.machine.generation)
        }
        perform(outcome)
        return generation
    }

    private func timeOut(_ flight: Int) {
        let (outcome, task) = change { state in
            let outcome = state.machine.timedOut(flight, CredentialProblem.timedOut(times.timeout))
            return (outcome, state.task?.flight == flight ? state.task?.handle : nil)
        }
        task?.cancel()
        perform(outcome)
    }
}

/// The keeper whose refresh the running task is a part of.
enum RefreshScope {
    @TaskLocal static var keeper: ObjectIdentifier?
}
