import Foundation
import Synchronization

/// Whether everything held so far; what did not is printed at once.
final class Report: Sendable {
    private let failures = Atomic(0)

    var isGood: Bool { failures.load(ordering: .relaxed) == 0 }

    func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        guard !condition else { return }
        // The first few say it all.
        if failures.add(1, ordering: .relaxed).newValue <= 20 { print("  FAILED: \(message())") }
    }

    /// Waits until no more descriptors are open than at the start: the system takes its time to close connections.
    func expectDescriptors(_ atStart: Int, patience: Duration = .seconds(20)) async {
        let end = ContinuousClock.now.advanced(by: patience)
        while ProcessUse.descriptors > atStart, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(50))
        }
        guard atStart > 0 else { return }
        print("  descriptors: \(ProcessUse.descriptors), \(atStart) at the start")
        expect(ProcessUse.descriptors <= atStart, "descriptors were left open")
    }
}

/// Ends the program when nothing has moved for a minute: a caller that never returns.
final class Watchdog: Sendable {
    private let moves = Atomic(0)
    private let isOver = Atomic(false)

    init() {
        Thread.detachNewThread { [weak self] in
            var (last, still) = (0, 0)
            while let self, !self.isOver.load(ordering: .relaxed) {
                let now = self.moves.load(ordering: .relaxed)
                still = now == last ? still + 1 : 0
                last = now
                if still > 60 {
                    print("  FAILED: nothing has returned for a minute, after \(now) calls")
                    exit(1)
                }
                Thread.sleep(forTimeInterval: 1)
            }
        }
    }

    func move() { moves.add(1, ordering: .relaxed) }
    func stop() { isOver.store(true, ordering: .relaxed) }
}
