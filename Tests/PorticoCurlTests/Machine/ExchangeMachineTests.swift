import Portico
import Testing

@testable import PorticoCurl

/// Every order of events up to a depth, whether libcurl would really tell them so or not.
@Suite struct ExchangeMachineTests {
    enum Step: CaseIterable {
        case started, gaveUp, head, ended, endedWithBacklog, failed, drained, drainedBroken, readerLeft

        var event: ExchangeMachine.Event {
            switch self {
            case .started: .started
            case .gaveUp: .gaveUp(TransportError(.cancelled))
            case .head: .head
            case .ended: .ended(nil, hasBacklog: false)
            case .endedWithBacklog: .ended(nil, hasBacklog: true)
            case .failed: .ended(TransportError(.connectionLost), hasBacklog: false)
            case .drained: .drained(nil)
            case .drainedBroken: .drained(TransportError(.malformedResponse))
            case .readerLeft: .readerLeft
            }
        }
    }

    /// How often each thing has happened that may happen once.
    struct Account {
        var (begins, answers, heads, finishes, leaves) = (0, 0, 0, 0, 0)
    }

    @Test func `whatever the order of events, all is answered once and ended once`() {
        var count = 0
        explore(ExchangeMachine(), Account(), path: [], depth: 6, count: &count)

        #expect(count > 20_000)
    }

    private func explore(_ machine: ExchangeMachine, _ account: Account, path: [Step], depth: Int, count: inout Int) {
        count += 1
        guard depth > 0 else { return }
        for step in Step.allCases where Self.canHappen(step, machine, path) {
            var (machine, account) = (machine, account)
            note(machine.receive(step.event), step, &account)
            check(machine, account, path + [step])
            explore(machine, account, path: path + [step], depth: depth - 1, count: &count)
        }
    }

    /// libcurl tells of a transfer only while it is in the loop, and a caller starts once.
    private static func canHappen(_ step: Step, _ machine: ExchangeMachine, _ path: [Step]) -> Bool {
        switch step {
        case .started: !path.contains(.started)
        case .head, .ended, .endedWithBacklog, .failed: machine.isUnderWay
        case .gaveUp, .drained, .drainedBroken, .readerLeft: true
        }
    }

    private func note(_ action: ExchangeMachine.Action, _ step: Step, _ account: inout Account) {
        if [.ended, .endedWithBacklog, .failed].contains(step) { account.leaves += 1 }
        switch action {
        case .none: break
        case .begin: account.begins += 1
        case .answer: account.answers += 1
        case .answerHead:
            account.answers += 1
            account.heads += 1
        case .fail(_, let closes):
            account.answers += 1
            account.leaves += closes ? 1 : 0
        case .finish(_, let closes):
            account.finishes += 1
            account.leaves += closes ? 1 : 0
        }
    }

    private func check(_ machine: ExchangeMachine, _ account: Account, _ path: [Step]) {
        let isRight =
            account.answers <= 1 && account.finishes <= account.heads && account.begins <= 1
            && account.leaves == account.begins - (machine.isUnderWay ? 1 : 0)
            && (!path.contains(.started) || account.answers == 1 || machine.isUnderWay)
            && (account.heads == 0 || account.finishes == 1 || machine.isUnderWay || machine.isDraining)
        if !isRight { Issue.record("after \(path): \(account)") }
    }

    @Test func `one that is given up before it starts causes no transfer`() {
        var machine = ExchangeMachine()
        _ = machine.receive(.gaveUp(TransportError(.cancelled)))

        guard case .fail(let error, closes: false) = machine.receive(.started) else {
            return #expect(Bool(false), "\(machine)")
        }
        #expect(error.kind == .cancelled)
    }
}
