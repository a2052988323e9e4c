import Foundation
import Portico
import Synchronization

/// Many calls of a client, 64 at a time.
struct Run {
    let name: String
    let calls: Int
    let seed: UInt64
    let arrivals: Arrivals
    /// From which call on memory is watched.
    var settling = 0

    private let tally = Tally()

    init(name: String, calls: Int, seed: UInt64, arrivals: Arrivals) {
        (self.name, self.calls, self.seed, self.arrivals) = (name, calls, seed, arrivals)
    }

    /// How long a caller may take to return once it is cancelled. Far more than it takes: the machine does other things
    /// too.
    private static let patience = Duration.seconds(5)

    final class Tally: Sendable {
        let next = Atomic(0)
        let cancels = Atomic(0)
        let cancelsWhileHeld = Atomic(0)
        let slowestReturn = Mutex(Duration.zero)
        let settledMemory = Atomic(0)
        let endMemory = Atomic(0)
    }

    func perform(_ client: Client, _ report: Report) async {
        let (start, watchdog) = (ContinuousClock.now, Watchdog())
        await withTaskGroup { group in
            for _ in 0..<64 { group.addTask { await work(client, report, watchdog) } }
        }
        watchdog.stop()
        tally.endMemory.store(ProcessUse.memory, ordering: .relaxed)
        let cancels = tally.cancels.load(ordering: .relaxed)
        let held = tally.cancelsWhileHeld.load(ordering: .relaxed)
        let slowest = tally.slowestReturn.withLock(\.self)
        print("\(name): \(calls) calls in \(ContinuousClock.now - start)")
        print("  \(cancels) cancelled, \(held) of them while the server held the answer")
        print("  slowest return of a cancelled caller: \(slowest)")
        report.expect(held * 10 >= cancels * 3, "too few of the cancels met a held answer")
        report.expect(slowest < Self.patience, "a cancelled caller took \(slowest) to return")
    }

    func checkMemory(bound: Int, _ report: Report) {
        let growth = tally.endMemory.load(ordering: .relaxed) - tally.settledMemory.load(ordering: .relaxed)
        let watched = calls - settling
        print("  memory growth after the first \(settling): \(growth) bytes, \(growth / max(1, watched)) a call")
        report.expect(growth <= bound, "memory grew by \(growth) bytes, more than \(bound)")
    }

    private func work(_ client: Client, _ report: Report, _ watchdog: Watchdog) async {
        while true {
            let number = tally.next.add(1, ordering: .relaxed).newValue
            guard number <= calls else { return }
            if number == settling { tally.settledMemory.store(ProcessUse.memory, ordering: .relaxed) }
            switch Fate(call: number, seed: seed) {
            case .answered:
                let result = await client.result(PlainCall())
                report.expect((try? result.get()) != nil, "call \(number): \(result)")
            case .cancelled(let turns): await cancel(number, after: turns, client, report)
            case .cancelledWhileHeld: await cancelWhileHeld(number, client, report)
            }
            watchdog.move()
        }
    }

    private func cancel(_ number: Int, after turns: Int, _ client: Client, _ report: Report) async {
        let call = Task { await client.result(PlainCall()) }
        for _ in 0..<turns { await Task.yield() }
        let result = await cancelAndWait(call)
        if case .failure(let error) = result { report.expect(error.isCancellation, "call \(number): \(error)") }
    }

    private func cancelWhileHeld(_ number: Int, _ client: Client, _ report: Report) async {
        let call = Task {
            // A call that ends without coming to the server must not be waited for there.
            defer { arrivals.note(number) }
            return await client.result(HeldCall(id: number))
        }
        await arrivals.wait(for: number)
        let result = await cancelAndWait(call)
        arrivals.forget(number)
        guard case .failure(let error) = result, error.isCancellation else {
            return report.expect(false, "call \(number), held by the server: \(result)")
        }
        tally.cancelsWhileHeld.add(1, ordering: .relaxed)
    }

    private func cancelAndWait(
        _ call: Task<Result<Void, CallError<ErrorBody>>, Never>
    ) async -> Result<Void, CallError<ErrorBody>> {
        let start = ContinuousClock.now
        call.cancel()
        let result = await call.value
        let time = ContinuousClock.now - start
        tally.slowestReturn.withLock { $0 = max($0, time) }
        tally.cancels.add(1, ordering: .relaxed)
        return result
    }
}
