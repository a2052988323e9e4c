@testable import Portico
import Testing

private typealias Machine = CallMachine<String, String, String, String>

private func report(_ completed: Int64) -> TransferProgress {
    TransferProgress(direction: .download, completed: completed, expected: nil)
}

/// An expectation whose macro does not want its arguments to be immutable.
private func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, _ location: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: location)
}

private func expectNothing<Delivery>(_ delivery: Delivery?, _ location: SourceLocation = #_sourceLocation) {
    if case .some(let delivery) = delivery { Issue.record("\(delivery)", sourceLocation: location) }
}

@Suite struct CallMachineTests {
    private var machine = Machine(cancelled: "cancelled")

    @Test mutating func `a call starts once`() {
        expect(machine.start(), true)
        expect(machine.start(), false)
        guard case .park = machine.wait("w") else {
            Issue.record("a started call is waited for")
            return
        }
    }

    @Test mutating func `whoever first waits starts the call`() {
        guard case .run = machine.wait("first") else {
            Issue.record("the first starts it")
            return
        }
        guard case .park = machine.wait("second") else {
            Issue.record("the second waits")
            return
        }
        let end = machine.finish("value", isCancellation: false)

        #expect(end.resumed == ["first", "second"])
        #expect(end.outcome == "value")
        guard case .resume("value") = machine.wait("late") else {
            Issue.record("a late one is answered at once")
            return
        }
    }

    @Test mutating func `a call that was cancelled before it began never starts`() {
        expect(machine.add(ending: "end"), false)
        expect(machine.cancel(), .deliver)

        expect(machine.start(), false)
        expect(machine.settle(), "cancelled")
        guard case .resume("cancelled") = machine.wait("late") else {
            Issue.record("a late one is answered at once")
            return
        }
    }

    @Test mutating func `cancelling twice stops the operation once`() {
        _ = machine.start()

        expect(machine.cancel(), .stopOperation)
        expect(machine.cancel(), .none)
    }

    @Test mutating func `a value that comes after the cancellation is none`() {
        _ = machine.start()
        _ = machine.cancel()

        expect(machine.finish("value", isCancellation: false).outcome, "cancelled")
    }

    @Test mutating func `the operation's own cancellation is kept, for it knows more`() {
        _ = machine.start()
        _ = machine.cancel()

        expect(machine.finish("cancelled in attempt 2", isCancellation: true).outcome, "cancelled in attempt 2")
    }

    @Test mutating func `a cancellation counts until somebody was told of the end`() {
        _ = machine.start()
        _ = machine.add(ending: "end")
        expect(machine.finish("value", isCancellation: false).startsDelivery, true)
        guard case .ending("end") = machine.next() else {
            Issue.record("the handler is next")
            return
        }

        expect(machine.cancel(), .none)
        expect(machine.settle(), "cancelled")
    }

    @Test mutating func `a cancellation does nothing once somebody was told of the end`() {
        _ = machine.wait("w")
        _ = machine.add(ending: "end")
        expect(machine.finish("value", isCancellation: false).resumed, ["w"])

        expect(machine.cancel(), .none)
        expect(machine.settle(), "value")
        #expect(!machine.isCancelled)
    }

    @Test mutating func `of many reports that wait only the newest are kept`() {
        machine.add(progress: "p")
        _ = machine.start()
        expect(machine.report(report(0)), true)
        for number in 1...99 { expect(machine.report(report(Int64(number))), false) }

        var told: [Int64] = []
        while case .progress(["p"], let progress)? = machine.next() { told.append(progress.completed) }
        #expect(told == Array(36...99))
    }

    @Test mutating func `reports that nobody asked for are not kept`() {
        _ = machine.start()

        #expect(!machine.wantsProgress)
        expect(machine.report(report(1)), false)
        expectNothing(machine.next())
    }

    @Test mutating func `the progress handlers are let go at the end`() {
        final class Owner {}
        weak var owner: Owner?
        var machine = CallMachine<String, Owner, String, String>(cancelled: "")
        do {
            let held = Owner()
            owner = held
            machine.add(progress: held)
        }
        _ = machine.start()
        #expect(owner != nil)

        expect(machine.finish("value", isCancellation: false).startsDelivery, true)
        expectNothing(machine.next())
        #expect(owner == nil)
    }
}

/// Every order in which up to nine things can happen to a call.
@Suite struct CallMachineInterleavingTests {
    private enum Event: CaseIterable { case start, wait, cancel, report, finish, addEnding, deliver, run }

    /// A call, who was told what of it so far, and what has to hold.
    private struct Model {
        var machine = Machine(cancelled: "cancelled")
        var starts = 0
        var isRunning = false, isDelivering = false, wasCancelled = false
        /// The delivery that was handed out and has not run yet.
        var inFlight: Machine.Delivery?
        var outcomes: [String] = []
        var waiting = 0, resumed = 0, endings = 0, told = 0
        var progressAfterEnd = false, progressAfterCancel = false
        var lastCompleted: Int64 = 0, reported: Int64 = 0

        init() { machine.add(progress: "p") }

        /// Returns false where the event cannot happen now.
        mutating func apply(_ event: Event) -> Bool {
            switch event {
            case .start:
                if machine.start() { begin() }
            case .wait:
                guard waiting < 2 else { return false }
                waiting += 1
                switch machine.wait("w") {
                case .run: begin()
                case .park: break
                case .resume(let outcome): resume(1, outcome)
                }
            case .cancel:
                let action = machine.cancel()
                if outcomes.isEmpty { wasCancelled = true }
                if action == .deliver { startDelivery() }
            case .report:
                reported += 1
                if machine.report(report(reported)) { startDelivery() }
            case .finish:
                guard isRunning else { return false }
                isRunning = false
                let end = machine.finish("value", isCancellation: false)
                if !end.resumed.isEmpty { resume(end.resumed.count, end.outcome) }
                if end.startsDelivery { startDelivery() }
            case .addEnding:
                guard endings < 2 else { return false }
                endings += 1
                if machine.add(ending: "e") { startDelivery() }
            case .deliver:
                guard isDelivering, inFlight == nil else { return false }
                inFlight = machine.next()
                if inFlight == nil { isDelivering = false }
            case .run:
                guard let delivery = inFlight else { return false }
                inFlight = nil
                run(delivery)
            }
            return true
        }

        private mutating func run(_ delivery: Machine.Delivery) {
            switch delivery {
            case .progress(_, let progress):
                guard machine.allowsProgress else { return }
                progressAfterEnd = progressAfterEnd || told > 0
                progressAfterCancel = progressAfterCancel || wasCancelled
                #expect(progress.completed > lastCompleted)
                lastCompleted = progress.completed
            case .ending:
                told += 1
                if let outcome = machine.settle() { outcomes.append(outcome) }
            }
        }

        private mutating func begin() {
            starts += 1
            isRunning = true
        }

        private mutating func resume(_ count: Int, _ outcome: String) {
            resumed += count
            outcomes.append(outcome)
        }

        private mutating func startDelivery() {
            #expect(!isDelivering)
            isDelivering = true
        }

        /// Lets everything that is under way come to its end.
        mutating func drain() {
            while apply(.run) || apply(.finish) || apply(.deliver) {}
        }
    }

    @Test func `whatever the order, a call ends once and everybody is told the same`() {
        var count = 0
        explore(Model(), depth: 7, [], &count)
        #expect(count > 100_000)
    }

    private func explore(_ model: Model, depth: Int, _ path: [Event], _ count: inout Int) {
        check(model, path)
        count += 1
        guard depth > 0 else { return }
        for event in Event.allCases {
            var next = model
            if next.apply(event) { explore(next, depth: depth - 1, path + [event], &count) }
        }
    }

    private func check(_ given: Model, _ path: [Event]) {
        var model = given
        model.drain()
        let hasEnded = model.starts > 0 || model.machine.isCancelled
        let holds =
            model.starts <= 1
            && Set(model.outcomes).count <= 1
            && !model.progressAfterEnd && !model.progressAfterCancel
            && (!model.wasCancelled || model.outcomes.allSatisfy { $0 == "cancelled" })
            && (model.wasCancelled || model.outcomes.allSatisfy { $0 == "value" })
            && (!hasEnded || model.resumed == model.waiting && model.told == model.endings)
            && !model.isDelivering
        if !holds { Issue.record("after \(path): \(model)") }
    }
}
