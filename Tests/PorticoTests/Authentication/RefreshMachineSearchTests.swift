import Foundation
import Testing

@testable import Portico

private typealias Machine = RefreshMachine<Int, Int, Reason>

private enum Reason: Hashable {
    case missing, storeFailed, refreshFailed, rejected, timedOut, signedOut
}

/// A machine, and all around it that matters: the calls, as the middleware leads them, and the flights.
private struct World: Hashable {
    enum Call: Hashable {
        case new
        case waiting(refused: IssuedCredential<Int>?)
        /// On its way with this credential.
        case sent(IssuedCredential<Int>, isReplay: Bool)
        case ended

        var rank: Int {
            switch self {
            case .new: 0
            case .waiting: 1
            case .sent(let credential, let isReplay):
                2 + 100 * credential.generation + 2 * credential.flight + (isReplay ? 1 : 0)
            case .ended: .max
            }
        }
    }

    enum Flight: Hashable {
        case reading, refreshing
        case overdue(Bool)
    }

    var machine: Machine
    var calls: [Call]
    /// The flights that have not ended, and whose outcome counts.
    var flights: [Int: Flight] = [:]
    var time = 0
    var signOuts = 0
    var signIns = 0
    var timeouts = 0
    var lastToken = 1
    /// The highest generation that a call was given.
    var highest = 0
    var isSignedOut = false
    /// The order in which calls began to wait.
    var line: [Int] = []

    static let nobody = World(machine: Machine(), calls: [])
}

private enum Event: Hashable {
    /// `end`: a call that was sent is answered, or cancelled.
    case start(Int), end(Int), refuse(Int), cancel(Int)
    case read(Int), readNothing(Int), readFails(Int)
    case refreshed(Int), refreshFails(Int), rejected(Int), timedOut(Int)
    case timePasses, signOut, signIn
}

/// How often what can go on for ever may happen.
private struct Bounds {
    var timePasses = 1
    var signOuts = 1
    var signIns = 1
    var timeouts = 1
}

extension World {
    private var now: @Sendable () -> Date { { [time] in Date(timeIntervalSince1970: Double(time)) } }
    /// A token that is new at time 0 is to be renewed at time 1; later ones end when they are refused.
    private var renewal: Date? { time == 0 ? Date(timeIntervalSince1970: 1) : nil }

    func events(_ bounds: Bounds) -> [Event] {
        var events: [Event] = []
        for (index, call) in calls.enumerated() {
            switch call {
            case .new: if index == calls.firstIndex(of: .new) { events.append(.start(index)) }
            case .waiting: events.append(.cancel(index))
            case .sent: if index == calls.firstIndex(of: call) { events += [.end(index), .refuse(index)] }
            case .ended: break
            }
        }
        for (number, flight) in flights {
            switch flight {
            case .reading, .overdue(true): events += [.read(number), .readNothing(number), .readFails(number)]
            case .refreshing, .overdue(false):
                events += [.refreshed(number), .refreshFails(number), .rejected(number)]
            }
            if flight == .reading || flight == .refreshing, timeouts < bounds.timeouts {
                events.append(.timedOut(number))
            }
        }
        if time < bounds.timePasses { events.append(.timePasses) }
        if signOuts < bounds.signOuts { events.append(.signOut) }
        if signIns < bounds.signIns { events.append(.signIn) }
        return events
    }

    mutating func apply(_ event: Event) throws {
        switch event {
        case .start(let index): try ask(index, refused: nil)
        case .end(let index): calls[index] = .ended
        case .refuse(let index):
            guard case .sent(let credential, let isReplay) = calls[index] else { return }
            if isReplay { calls[index] = .ended } else { try ask(index, refused: credential) }
        case .cancel(let index):
            if case .waiting = calls[index] {
                try require(machine.leave(UInt64(place(of: index))) == index, "a waiter that is not there: \(index)")
                line[place(of: index)] = -1
            }
            calls[index] = .ended
        case .read(let number):
            let outcome = machine.read(number, lastToken, renewal: renewal, absence: .missing, now)
            try perform(outcome, endOf: number)
        case .readNothing(let number):
            try perform(machine.read(number, nil, renewal: nil, absence: .missing, now), endOf: number)
        case .readFails(let number): try perform(machine.failed(number, .storeFailed), endOf: number)
        case .refreshed(let number):
            lastToken += 1
            try perform(machine.refreshed(number, lastToken, renewal: renewal), endOf: number)
        case .refreshFails(let number): try perform(machine.failed(number, .refreshFailed), endOf: number)
        case .rejected(let number):
            try perform(machine.failed(number, .rejected, endsSession: true), endOf: number)
            isSignedOut = true
        case .timedOut(let number):
            timeouts += 1
            let wasReading = flights[number] == .reading
            let outcome = machine.timedOut(number, .timedOut)
            try require(machine.flight == number, "a flight that has not ended is forgotten")
            flights[number] = .overdue(wasReading)
            try perform(outcome, endOf: nil)
        case .timePasses: time += 1
        case .signOut:
            signOuts += 1
            try perform(machine.signOut(.signedOut), endOf: nil)
            isSignedOut = true
            try leaveFlight()
        case .signIn:
            signIns += 1
            lastToken += 1
            isSignedOut = false
            try perform(machine.signIn(lastToken, renewal: renewal), endOf: nil)
            try leaveFlight()
        }
        try check()
        order()
    }

    /// The calls are alike, so it makes no difference which of them it is that does not wait.
    private mutating func order() {
        let places = calls.indices.filter { if case .waiting = calls[$0] { false } else { true } }
        let ordered = places.map { calls[$0] }.sorted { $0.rank < $1.rank }
        for (place, call) in zip(places, ordered) { calls[place] = call }
    }

    /// Waiters are numbered in the order in which they came.
    private func place(of call: Int) -> Int { line.lastIndex(of: call) ?? -1 }

    private mutating func ask(_ index: Int, refused: IssuedCredential<Int>?) throws {
        calls[index] = .waiting(refused: refused)
        line.append(index)
        switch machine.ask(index, UInt64(line.count - 1), refused: refused, now) {
        case .use(let credential): try send(index, credential)
        case .wait: break
        case .begin(let flight, let work): try begin(flight, work)
        case .fail: calls[index] = .ended
        }
    }

    private mutating func begin(_ flight: Int, _ work: Machine.Work) throws {
        try require(flights.isEmpty, "a flight begins beside another")
        flights[flight] = if case .read = work { .reading } else { .refreshing }
    }

    private mutating func send(_ index: Int, _ credential: IssuedCredential<Int>) throws {
        guard case .waiting(let refused) = calls[index] else {
            throw Violation("call \(index) is woken, and did not wait")
        }
        try require(credential.generation >= highest, "an older credential after a newer one")
        try require(!isSignedOut, "a credential after signing out")
        if let refused { try require(credential.generation > refused.generation, "the refused credential once more") }
        highest = credential.generation
        calls[index] = .sent(credential, isReplay: refused != nil)
    }

    private mutating func perform(_ outcome: Machine.Outcome, endOf flight: Int?) throws {
        if let flight { flights[flight] = nil }
        let waiting = line.indices.filter { place in
            guard line[place] >= 0, self.place(of: line[place]) == place else { return false }
            if case .waiting = calls[line[place]] { return true }
            return false
        }
        .map { line[$0] }
        switch outcome {
        case .none: try require(waiting.isEmpty, "waiters are forgotten")
        case .resume(let woken, let credential):
            try require(woken == waiting, "not all who wait are woken in their order")
            for index in woken { try send(index, credential) }
        case .fail(let woken, _):
            try require(woken == waiting, "not all who wait fail in their order")
            for index in woken { calls[index] = .ended }
        case .begin(let flight, let work): try begin(flight, work)
        }
        if machine.flight == nil, calls.allSatisfy({ if case .waiting = $0 { false } else { true } }) { line = [] }
    }

    /// What was under way when somebody signed in or out brings nothing, whatever it ends in.
    private mutating func leaveFlight() throws {
        for number in flights.keys {
            var later = machine
            _ = later.read(number, 0, renewal: nil, absence: .missing, now)
            _ = later.refreshed(number, 0, renewal: nil)
            _ = later.failed(number, .refreshFailed)
            _ = later.failed(number, .rejected, endsSession: true)
            _ = later.timedOut(number, .timedOut)
            try require(later == machine, "a flight that was left behind changes something")
        }
        flights = [:]
    }

    private func check() throws {
        try require(flights.count <= 1, "two flights at once")
        try require(machine.flight == flights.keys.first, "the machine knows of another flight than there is")
        let waits = calls.contains { if case .waiting = $0 { true } else { false } }
        try require(!waits || machine.flight != nil, "somebody waits for nothing")
    }

    private func require(_ holds: Bool, _ rule: String) throws { if !holds { throw Violation(rule) } }
}

private struct Violation: Error {
    let rule: String
    init(_ rule: String) { self.rule = rule }
}

@Suite struct RefreshMachineSearchTests {
    /// Goes through everything that can happen, in every order.
    private func search(from start: World, _ bounds: Bounds = Bounds()) throws -> (states: Int, steps: Int, ends: Int) {
        var known: Set<World> = [start]
        var open: [World] = [start]
        var (steps, ends) = (0, 0)
        while let world = open.popLast() {
            let events = world.events(bounds)
            if world.calls.allSatisfy({ $0 == .ended }) {
                ends += 1
                continue
            }
            try #require(!events.isEmpty, "no call may be left: \(world)")
            for event in events {
                var next = world
                do { try next.apply(event) } catch let violation as Violation {
                    Issue.record("\(violation.rule), by \(event) after \(world)")
                    throw violation
                }
                steps += 1
                if known.insert(next).inserted { open.append(next) }
            }
        }
        return (known.count, steps, ends)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `whatever happens in whatever order, what must hold does`(calls: Int) throws {
        var start = World.nobody
        start.calls = Array(repeating: .new, count: calls)

        let found = try search(from: start, Bounds(signIns: calls < 4 ? 1 : 0))

        print("refresh machine, \(calls) calls: \(found.states) states, \(found.steps) steps, \(found.ends) ends")
        #expect(found.ends > 0)
    }
}
