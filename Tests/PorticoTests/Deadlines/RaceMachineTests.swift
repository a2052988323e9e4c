@testable import Portico
import Testing

@Suite struct RaceMachineTests {
    private enum Step: String, CaseIterable { case wait, work, deadline, cancel }

    /// Every order of every selection of steps.
    private static func paths(_ rest: [Step]) -> [[Step]] {
        [[]] + rest.flatMap { step in paths(rest.filter { $0 != step }).map { [step] + $0 } }
    }

    /// What happened on a path.
    private struct Log: Equatable {
        var given: [String] = []
        var late: [String] = []
        var abandonments = 0
    }

    private static func run(_ path: [Step]) -> (Log, RaceMachine<Int, String>) {
        var (machine, log) = (RaceMachine<Int, String>(), Log())
        func note(_ action: RaceMachine<Int, String>.EndAction) {
            switch action {
            case .none: break
            case .abandon(let waiter, let outcome):
                log.abandonments += 1
                if waiter != nil { log.given.append(outcome) }
            case .resume(_, let outcome): log.given.append(outcome)
            case .dropLate(let outcome): log.late.append(outcome)
            }
        }
        for step in path {
            switch step {
            case .wait: if case .proceed(let outcome) = machine.wait(1) { log.given.append(outcome) }
            case .work: note(machine.finish("work"))
            case .deadline, .cancel: note(machine.interrupt(step.rawValue))
            }
        }
        return (log, machine)
    }

    @Test func `in every order the caller gets the first outcome, once, and late work is dropped, once`() {
        let paths = Self.paths(Step.allCases)

        for path in paths {
            let (log, machine) = Self.run(path)
            let first = path.first { $0 != .wait }?.rawValue
            let isInterrupted = first != nil && first != "work"
            #expect(log.given == (path.contains(.wait) ? [first].compactMap(\.self) : []), "\(path)")
            #expect(log.late == (isInterrupted && path.contains(.work) ? ["work"] : []), "\(path)")
            #expect(log.abandonments == (isInterrupted ? 1 : 0), "\(path)")
            #expect(machine.isAbandoned == (isInterrupted && !path.contains(.work)), "\(path)")
        }
        #expect(paths.count == 65)
    }

    @Test func `an outcome that is there already is taken without waiting, once`() {
        var machine = RaceMachine<Int, String>()
        #expect(machine.poll() == nil)

        _ = machine.finish("work")

        #expect(machine.poll() == "work")
        #expect(machine.poll() == nil)
    }
}
