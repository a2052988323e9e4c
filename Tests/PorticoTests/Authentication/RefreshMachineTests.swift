import Foundation
import Testing

@testable import Portico

private typealias Machine = RefreshMachine<String, Int, String>

extension RefreshMachine.Answer {
    /// The answer in one line.
    fileprivate var text: String {
        switch self {
        case .use(let credential): "use \(credential.token)"
        case .wait: "wait"
        case .begin(let flight, let work): "begin \(flight) \(work.text)"
        case .fail(let failure): "fail \(failure)"
        }
    }
}

extension RefreshMachine.Work {
    fileprivate var text: String {
        switch self {
        case .read: "read"
        case .refresh(let old): old.map { "refresh \($0)" } ?? "obtain"
        }
    }
}

extension RefreshMachine.Outcome {
    fileprivate var text: String {
        switch self {
        case .none: "none"
        case .resume(let waiters, let credential): "resume \(waiters) with \(credential.token)"
        case .fail(let waiters, let failure): "fail \(waiters) with \(failure)"
        case .begin(let flight, let work): "begin \(flight) \(work.text)"
        }
    }
}

extension RefreshMachine {
    /// What a call takes at a time without asking.
    fileprivate func current(_ now: () -> Date) -> IssuedCredential<Token>? { usable?.current(now) }
}

@Suite struct RefreshMachineTests {
    private let past = Date(timeIntervalSince1970: 0)
    private let future = Date(timeIntervalSince1970: 100)
    private let now = { Date(timeIntervalSince1970: 50) }

    /// A machine that holds `A`, and the credential that a call was given of it.
    private func holding(renewal: Date? = nil) throws -> (Machine, IssuedCredential<String>) {
        var machine = Machine()
        _ = machine.ask(0, 0, refused: nil, now)
        guard case .resume(_, let credential) = machine.read(1, "A", renewal: renewal, absence: "-", now) else {
            throw CancellationError()
        }
        return (machine, credential)
    }

    @Test func `the first call has the store read, and the others wait with it`() {
        var machine = Machine()

        #expect(machine.current(now) == nil)
        #expect(machine.ask(7, 1, refused: nil, now).text == "begin 1 read")
        #expect(machine.ask(8, 2, refused: nil, now).text == "wait")
        #expect(machine.read(1, "A", renewal: nil, absence: "-", now).text == "resume [7, 8] with A")
        #expect(machine.current(now)?.token == "A")
    }

    @Test func `an empty store fails those who wait, and those who come`() {
        var machine = Machine()
        _ = machine.ask(7, 1, refused: nil, now)

        #expect(machine.read(1, nil, renewal: nil, absence: "missing", now).text == "fail [7] with missing")
        #expect(machine.ask(8, 2, refused: nil, now).text == "fail missing")
    }

    @Test func `a store that fails is read again by the next call`() {
        var machine = Machine()
        _ = machine.ask(7, 1, refused: nil, now)

        #expect(machine.failed(1, "unreadable").text == "fail [7] with unreadable")
        #expect(machine.ask(8, 2, refused: nil, now).text == "begin 2 read")
    }

    @Test func `where nobody signs in, an empty store has the first credential obtained`() {
        var machine = Machine(obtainsFirst: true)
        _ = machine.ask(7, 1, refused: nil, now)

        #expect(machine.read(1, nil, renewal: nil, absence: "-", now).text == "begin 2 obtain")
        #expect(machine.refreshed(2, "A", renewal: nil).text == "resume [7] with A")
    }

    @Test func `what was read and has ended is renewed before anybody goes on`() {
        var machine = Machine()
        _ = machine.ask(7, 1, refused: nil, now)

        #expect(machine.read(1, "A", renewal: past, absence: "-", now).text == "begin 2 refresh A")
        #expect(machine.refreshed(2, "B", renewal: future).text == "resume [7] with B")
    }

    @Test func `what has ended meanwhile is renewed by the first who asks`() throws {
        var (machine, _) = try holding(renewal: future)
        let later = { Date(timeIntervalSince1970: 100) }

        #expect(machine.current(now)?.token == "A")
        #expect(machine.current(later) == nil)
        #expect(machine.ask(7, 1, refused: nil, later).text == "begin 2 refresh A")
        #expect(machine.ask(8, 2, refused: nil, later).text == "wait")
        #expect(machine.refreshed(2, "B", renewal: nil).text == "resume [7, 8] with B")
    }

    @Test func `many refusals begin one refresh, and a late one is answered with what it brought`() throws {
        var (machine, old) = try holding()

        #expect(machine.ask(1, 1, refused: old, now).text == "begin 2 refresh A")
        #expect(machine.ask(2, 2, refused: old, now).text == "wait")
        #expect(machine.ask(3, 3, refused: nil, now).text == "wait")
        #expect(machine.refreshed(2, "B", renewal: nil).text == "resume [1, 2, 3] with B")
        #expect(machine.ask(4, 4, refused: old, now).text == "use B")
    }

    @Test func `a refresh that fails fails all who wait, and who is refused late; the next call tries anew`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)

        #expect(machine.failed(2, "down").text == "fail [1] with down")
        #expect(machine.ask(2, 2, refused: old, now).text == "fail down")
        let next = try #require(machine.current(now))
        #expect(machine.ask(3, 3, refused: next, now).text == "begin 3 refresh A")
    }

    @Test func `a refresh that ends the session leaves no credential`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)

        #expect(machine.failed(2, "revoked", endsSession: true).text == "fail [1] with revoked")
        #expect(machine.current(now) == nil)
        #expect(machine.ask(2, 2, refused: old, now).text == "fail revoked")
        #expect(machine.signIn("B", renewal: nil).text == "resume [] with B")
        #expect(machine.ask(3, 3, refused: old, now).text == "use B")
    }

    @Test func `a refresh that takes too long lets all go, and what it brings late is kept`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)

        #expect(machine.timedOut(2, "too long").text == "fail [1] with too long")
        #expect(machine.ask(2, 2, refused: nil, now).text == "fail too long")
        #expect(machine.refreshed(2, "B", renewal: nil).text == "resume [] with B")
        #expect(machine.ask(3, 3, refused: old, now).text == "use B")
    }

    @Test func `a refresh that takes too long and then fails is tried anew, and not before`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)
        _ = machine.timedOut(2, "too long")

        #expect(machine.failed(2, "cancelled").text == "fail [] with cancelled")
        #expect(machine.ask(2, 2, refused: old, now).text == "fail too long")
        let next = try #require(machine.current(now))
        #expect(machine.ask(3, 3, refused: next, now).text == "begin 3 refresh A")
    }

    @Test func `signing out fails who waits, and what was under way brings nothing`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)

        #expect(machine.signOut("bye").text == "fail [1] with bye")
        #expect(machine.refreshed(2, "B", renewal: nil).text == "none")
        #expect(machine.current(now) == nil)
        #expect(machine.ask(2, 2, refused: old, now).text == "fail bye")
    }

    @Test func `signing in wakes who waits, and what was under way brings nothing`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)

        #expect(machine.signIn("C", renewal: nil).text == "resume [1] with C")
        #expect(machine.refreshed(2, "B", renewal: nil).text == "none")
        #expect(machine.failed(2, "late").text == "none")
        #expect(machine.current(now)?.token == "C")
    }

    @Test func `a waiter that goes is not woken, and the refresh that it began goes on`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)
        _ = machine.ask(2, 2, refused: old, now)

        #expect(machine.leave(1) == 1)
        #expect(machine.leave(1) == nil)
        #expect(machine.refreshed(2, "B", renewal: nil).text == "resume [2] with B")
    }

    @Test func `a credential that cannot be stored is kept, and who waited is told`() throws {
        var (machine, old) = try holding()
        _ = machine.ask(1, 1, refused: old, now)

        #expect(machine.refreshed(2, "B", renewal: nil, problem: "disk full").text == "fail [1] with disk full")
        #expect(machine.current(now)?.token == "B")
    }
}
