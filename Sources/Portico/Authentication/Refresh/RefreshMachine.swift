#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a ``CredentialRefresher`` decides, as a value with no task, lock or clock of its own.
///
/// Credentials are counted: each that comes or goes makes a higher generation, and what a call was given says which it
/// was of. So a refusal that comes late, for an older one, asks for no refresh.
///
/// A flight is one reading of the store, or one refresh. There is never a second beside it, not even when it has taken
/// too long: it is told to end then, those who waited are let go, and whoever comes before it has ended is refused at
/// once. For a refresh token may be good for one use only, and a flight that is late may still bring the next.
struct RefreshMachine<Token: Sendable, Waiter: Sendable, Failure: Sendable>: Sendable {
    typealias ID = UInt64

    enum Work: Sendable {
        case read
        /// Get another in place of this one; nil where there is none yet.
        case refresh(Token?)
    }

    /// What becomes of one who asks.
    enum Answer: Sendable {
        case use(IssuedCredential<Token>)
        /// The waiter was kept.
        case wait
        /// The waiter was kept, and a flight is to begin.
        case begin(flight: Int, Work)
        case fail(Failure)
    }

    /// What becomes of those who waited, in the order in which they came.
    enum Outcome: Sendable {
        case none
        case resume([Waiter], IssuedCredential<Token>)
        case fail([Waiter], Failure)
        /// They wait for another flight, which is to begin.
        case begin(flight: Int, Work)
    }

    fileprivate struct Held: Sendable {
        let token: Token
        let generation: Int
        /// From when on another is got before this one is used; nil where only a refusal tells.
        let renewal: Date?

        func isStale(_ now: () -> Date) -> Bool { renewal.map { $0 <= now() } ?? false }
    }

    fileprivate struct FailedFlight: Sendable {
        let number: Int
        let failure: Failure
    }

    fileprivate enum State: Sendable {
        /// Nobody has asked for what is in the store.
        case unread
        case reading(flight: Int)
        case absent(Failure)
        case present(Held)
        case refreshing(Held?, flight: Int)
        /// A flight has taken too long and not ended yet. Nil where it was to be the first credential.
        case overdue(Held?, flight: Int, Failure)
    }

    private var state = State.unread
    /// Who waits for the flight, by numbers that rise with their coming. Not in the state, where each change would copy
    /// them all.
    private var waiting: [ID: Waiter] = [:]
    /// Rises with every credential that comes or goes.
    private(set) var generation = 0
    private var lastFlight = 0
    /// The last refresh that failed. Refusals of what was given out before it began are answered by its error.
    private var failed: FailedFlight?
    /// Whether the first credential is got as the others are, and not by somebody who signs in.
    private let obtainsFirst: Bool

    init(obtainsFirst: Bool = false) { self.obtainsFirst = obtainsFirst }

    /// What calls take without asking, where there is one: the path of almost every call.
    var usable: UsableCredential<Token>? {
        guard case .present(let held) = state else { return nil }
        return UsableCredential(issue(held), renewal: held.renewal)
    }

    /// The credential that is held, whatever its state.
    var token: Token? {
        switch state {
        case .present(let held): held.token
        case .refreshing(let held, _), .overdue(let held, _, _): held?.token
        case .unread, .reading, .absent: nil
        }
    }

    /// The flight that has not ended, and whose outcome counts.
    var flight: Int? {
        switch state {
        case .reading(let flight), .refreshing(_, let flight), .overdue(_, let flight, _): flight
        case .unread, .absent, .present: nil
        }
    }

    /// Whether whoever asks for a credential is going to get another than the one that is held.
    func isToBeRenewed(_ now: () -> Date) -> Bool {
        switch state {
        case .refreshing, .overdue: true
        case .present(let held): held.isStale(now)
        case .unread, .reading, .absent: false
        }
    }

    /// A call wants a credential, for the first time or in place of one that was refused.
    mutating func ask(_ waiter: Waiter, _ id: ID, refused: IssuedCredential<Token>?, _ now: () -> Date) -> Answer {
        switch state {
        case .unread:
            waiting[id] = waiter
            lastFlight += 1
            state = .reading(flight: lastFlight)
            return .begin(flight: lastFlight, .read)
        case .reading, .refreshing:
            waiting[id] = waiter
            return .wait
        case .absent(let error), .overdue(_, _, let error):
            return .fail(error)
        case .present(let held):
            let isNewer = refused.map { $0.generation < held.generation } ?? true
            if isNewer, !held.isStale(now) { return .use(issue(held)) }
            if let refused, let failed, refused.flight < failed.number { return .fail(failed.failure) }
            waiting[id] = waiter
            let (flight, work) = refresh(held)
            return .begin(flight: flight, work)
        }
    }

    /// A waiter goes, and is returned; nil where it has been answered already.
    mutating func leave(_ id: ID) -> Waiter? { waiting.removeValue(forKey: id) }

    /// The store was read; nil where nothing is in it.
    /// - Parameter absence: what is told to calls where nobody signs in.
    mutating func read(
        _ number: Int, _ token: Token?, renewal: Date?, absence: Failure, _ now: () -> Date
    ) -> Outcome {
        guard number == flight else { return .none }
        guard let token else { return obtainsFirst ? renewed(nil) : end(absence) }
        let held = hold(token, renewal)
        return held.isStale(now) ? renewed(held) : .resume(takeWaiters(), issue(held))
    }

    /// A refresh brought another credential.
    /// - Parameter problem: why it could not be stored. Who waited is told so; the credential is kept all the same.
    mutating func refreshed(_ number: Int, _ token: Token, renewal: Date?, problem: Failure? = nil) -> Outcome {
        guard number == flight else { return .none }
        let held = hold(token, renewal)
        return problem.map { .fail(takeWaiters(), $0) } ?? .resume(takeWaiters(), issue(held))
    }

    /// A flight failed.
    /// - Parameter endsSession: whether there is no credential any more.
    mutating func failed(_ number: Int, _ failure: Failure, endsSession: Bool = false) -> Outcome {
        guard number == flight else { return .none }
        if endsSession { return end(failure) }
        switch state {
        case .refreshing(let held, _): keep(held, FailedFlight(number: number, failure: failure))
        // Whoever is late is told what the others were.
        case .overdue(let held, _, let timeout): keep(held, FailedFlight(number: number, failure: timeout))
        case .reading, .unread, .absent, .present: state = .unread
        }
        return .fail(takeWaiters(), failure)
    }

    /// A flight has taken too long.
    mutating func timedOut(_ number: Int, _ failure: Failure) -> Outcome {
        guard number == flight else { return .none }
        switch state {
        case .refreshing(let held, _): state = .overdue(held, flight: number, failure)
        case .reading: state = .overdue(nil, flight: number, failure)
        case .unread, .absent, .present, .overdue: return .none
        }
        return .fail(takeWaiters(), failure)
    }

    /// Somebody signs in, whatever was under way.
    mutating func signIn(_ token: Token, renewal: Date?) -> Outcome {
        let held = hold(token, renewal)
        return .resume(takeWaiters(), issue(held))
    }

    /// Somebody signs out: what is under way brings nothing any more.
    mutating func signOut(_ absence: Failure) -> Outcome { end(absence) }
}

extension RefreshMachine {
    private func issue(_ held: Held) -> IssuedCredential<Token> {
        IssuedCredential(token: held.token, generation: held.generation, flight: lastFlight)
    }

    private mutating func hold(_ token: Token, _ renewal: Date?) -> Held {
        generation += 1
        failed = nil
        let held = Held(token: token, generation: generation, renewal: renewal)
        state = .present(held)
        return held
    }

    /// There is no credential any more, for this reason.
    private mutating func end(_ reason: Failure) -> Outcome {
        generation += 1
        state = .absent(reason)
        return .fail(takeWaiters(), reason)
    }

    private mutating func keep(_ held: Held?, _ flight: FailedFlight) {
        failed = flight
        state = held.map { .present($0) } ?? .unread
    }

    /// Another flight follows the one that ended, unless nobody waits any more.
    private mutating func renewed(_ held: Held?) -> Outcome {
        guard !waiting.isEmpty else {
            if held == nil { state = .unread }
            return .none
        }
        let (flight, work) = refresh(held)
        return .begin(flight: flight, work)
    }

    private mutating func refresh(_ held: Held?) -> (flight: Int, Work) {
        lastFlight += 1
        state = .refreshing(held, flight: lastFlight)
        return (lastFlight, .refresh(held?.token))
    }

    private mutating func takeWaiters() -> [Waiter] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
}

// Equal machines decide alike, whatever comes. So a search through all that can come knows where it has been.
extension RefreshMachine.Held: Equatable, Hashable where Token: Hashable {}
extension RefreshMachine.FailedFlight: Equatable, Hashable where Failure: Hashable {}
extension RefreshMachine.State: Equatable, Hashable where Token: Hashable, Failure: Hashable {}
extension RefreshMachine: Equatable, Hashable where Token: Hashable, Waiter: Hashable, Failure: Hashable {}
