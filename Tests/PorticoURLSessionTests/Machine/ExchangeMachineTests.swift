import Foundation
import Portico
import Testing

@testable import PorticoURLSession

/// Every order of events up to a depth, whether URLSession would really tell them so or not.
@Suite struct ExchangeMachineTests {
    /// The events, in a form that can be listed.
    enum Step: CaseIterable {
        case called, prepared, refused, admitted, launched, head, interim, bytes, ended, failed, cancelled, expired,
            left, sent, grace, parked

        var event: ExchangeMachine.Event {
            switch self {
            case .called: .called
            case .prepared: .prepared(uploadLength: 10)
            case .refused: .refused(TransportError(.bodyFailed))
            case .admitted: .admitted
            case .launched: .launched
            case .head: .head(AnswerHead(head: ResponseHead(status: .ok)))
            case .interim: .head(AnswerHead(head: ResponseHead(status: 103)))
            case .bytes: .bytes(Data("abc".utf8))
            case .ended: .ended(nil)
            case .failed: .ended(TransportError(.connectionLost))
            case .cancelled: .cancelled
            case .expired: .expired
            case .left: .readerLeft
            case .sent: .sent(5)
            case .grace: .graceOver
            case .parked: .parked
            }
        }
    }

    /// How often each thing has happened that may happen once.
    struct Account {
        var (answers, abandons, releases, launches, finishes, prepares, queues) = (0, 0, 0, 0, 0, 0, 0)
        var (graces, breaks) = (0, 0)
        var (wasCalled, isStreamed, isClockStopped) = (false, false, false)
        var lastSent: Int64 = 0
    }

    private func explore(
        _ machine: ExchangeMachine, _ account: Account, depth: Int, path: [Step], count: inout Int
    ) {
        count += 1
        guard depth > 0 else { return }
        for step in Step.allCases where Self.canHappen(step, path) {
            var (machine, account) = (machine, account)
            if step == .called { account.wasCalled = true }
            for action in machine.receive(step.event) { note(action, &account, path + [step]) }
            check(machine, account, path + [step])
            explore(machine, account, depth: depth - 1, path: path + [step], count: &count)
        }
    }

    /// What the performer and URLSession can bring about at all: a task that was launched ends once, and so on.
    private static func canHappen(_ step: Step, _ path: [Step]) -> Bool {
        switch step {
        case .called, .launched, .cancelled, .expired, .left, .ended, .failed, .prepared, .refused, .admitted:
            !path.contains(step)
        case .head, .interim, .bytes, .sent, .grace, .parked:
            path.count { $0 == step } < 2
        }
    }

    private func note(_ action: ExchangeMachine.Action, _ account: inout Account, _ path: [Step]) {
        switch action {
        case .answer(let answer):
            account.answers += 1
            if case .streamed = answer { account.isStreamed = true }
        case .abandon: account.abandons += 1
        case .startGrace: account.graces += 1
        case .breakOff: account.breaks += 1
        case .release: account.releases += 1
        case .launch: account.launches += 1
        case .finish: account.finishes += 1
        case .prepare: account.prepares += 1
        case .queue: account.queues += 1
        case .stopClock: account.isClockStopped = true
        case .write:
            #expect(account.isStreamed && account.finishes == 0 && account.abandons == 0, "\(path)")
        case .report(let progress):
            guard progress.direction == .upload else { return }
            #expect(progress.completed > account.lastSent && progress.completed <= 10, "\(path)")
            account.lastSent = progress.completed
        case .stopPreparing, .leaveQueue: break
        }
    }

    private func check(_ machine: ExchangeMachine, _ account: Account, _ path: [Step]) {
        let counts = [
            account.answers, account.abandons, account.releases, account.launches, account.finishes, account.prepares,
            account.queues, account.graces, account.breaks,
        ]
        #expect(counts.allSatisfy { $0 <= 1 }, "\(path)")
        #expect(account.answers == 0 || account.wasCalled && account.isClockStopped, "\(path)")
        #expect(account.finishes == 0 || account.isStreamed, "\(path)")
        #expect(account.abandons == 0 || path.contains(.launched) && account.answers == 1, "\(path)")
        #expect(account.graces + account.breaks >= account.abandons, "\(path)")
        #expect(account.breaks <= account.abandons, "\(path)")
        #expect(account.releases <= account.abandons, "\(path)")
        #expect(account.finishes + account.abandons <= 1, "\(path)")
        if machine.isOver { #expect(account.answers == 1 || !account.wasCalled, "\(path)") }
        if machine.isOver { #expect(account.releases == account.abandons, "\(path)") }
        if machine.isAbandoned, path.contains(.launched) { #expect(account.abandons == 1, "\(path)") }
    }

    /// An exchange that is already at a point, since the events before it have but one order.
    private func machine(_ delivery: TransportOptions.Delivery, after steps: [Step]) -> (ExchangeMachine, Account) {
        var machine = ExchangeMachine(ExchangeMachine.Terms(delivery: delivery, bodyLimit: 5))
        var account = Account()
        for step in steps {
            if step == .called { account.wasCalled = true }
            for action in machine.receive(step.event) { note(action, &account, steps) }
        }
        return (machine, account)
    }

    @Test(arguments: [TransportOptions.Delivery.buffered, .streamed])
    func `whatever the order of events, the caller is answered once and a task is abandoned and released once`(
        delivery: TransportOptions.Delivery
    ) {
        var count = 0
        for start: [Step] in [
            [], [.called, .prepared], [.called, .prepared, .admitted], [.called, .prepared, .admitted, .head],
        ] {
            let (machine, account) = machine(delivery, after: start)
            explore(machine, account, depth: 4, path: start, count: &count)
        }
        #expect(count > 40_000)
    }

    @Test func `a caller who was cancelled before it waits is answered without any work`() {
        var machine = ExchangeMachine(ExchangeMachine.Terms(delivery: .buffered, bodyLimit: 5))

        let before = machine.receive(.cancelled)
        let after = machine.receive(.called)

        #expect(before.isEmpty)
        #expect(after.count == 2 && machine.isOver)
        guard case .answer(.failed(let error)) = after[1] else { return #expect(Bool(false), "\(after)") }
        #expect(error.kind == .cancelled)
    }

    @Test func `a deadline that passes while there is no room is no time-out`() {
        for (isParked, kind) in [(true, TransportError.Kind.transportBusy), (false, .timedOut(.attempt))] {
            var (machine, _) = machine(.buffered, after: [.called, .prepared] + (isParked ? [.parked] : []))

            let actions = machine.receive(.expired)

            guard case .answer(.failed(let error)) = actions.last else { return #expect(Bool(false), "\(actions)") }
            #expect(error.kind == kind)
        }
    }

    @Test func `a caller who leaves before the task is launched has it abandoned once it is`() {
        var (machine, _) = machine(.buffered, after: [.called, .prepared, .admitted])

        let first = machine.receive(.expired)
        let second = machine.receive(.launched)
        let third = machine.receive(.ended(nil))

        #expect(first.count == 2)
        guard case .abandon? = second.first, case .release? = third.first else {
            return #expect(Bool(false), "\(second), \(third)")
        }
    }

    @Test func `a task whose caller was cancelled may end by itself for a while, but not receive without end`() {
        var (machine, _) = machine(.buffered, after: [.called, .prepared, .admitted, .launched])

        let first = machine.receive(.cancelled)
        let second = machine.receive(.bytes(Data(count: ExchangeMachine.graceBytes)))
        let third = machine.receive(.bytes(Data(count: 1)))
        let fourth = machine.receive(.graceOver)

        guard case .startGrace? = first.last, case .breakOff? = third.first else {
            return #expect(Bool(false), "\(first), \(third)")
        }
        #expect(second.isEmpty && third.count == 1 && fourth.isEmpty)
    }

    @Test func `a body that was announced longer than the limit is refused before it comes`() {
        var (machine, _) = machine(.buffered, after: [.called, .prepared, .admitted, .launched])

        let actions = machine.receive(.head(AnswerHead(head: ResponseHead(status: .ok), expectedLength: 6)))

        guard case .answer(.failed(let error)) = actions[1] else { return #expect(Bool(false), "\(actions)") }
        #expect(error.kind == .bodyTooLarge(limit: 5))
        #expect(machine.isAbandoned)
    }

    @Test func `fewer bytes than announced are never a short success, whatever the stack below says`() {
        var (machine, _) = machine(.buffered, after: [.called, .prepared, .admitted, .launched])
        _ = machine.receive(.head(AnswerHead(head: ResponseHead(status: .ok), expectedLength: 5)))
        _ = machine.receive(.bytes(Data("abc".utf8)))

        let actions = machine.receive(.ended(nil))

        guard case .answer(.failed(let error)) = actions.last else { return #expect(Bool(false), "\(actions)") }
        #expect(error.kind == .bodyTruncated)
    }
}
