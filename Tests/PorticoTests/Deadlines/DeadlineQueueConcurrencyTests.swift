import Synchronization
import Testing

@testable import Portico

@Suite struct DeadlineQueueConcurrencyTests {
    private final class Tally: Sendable {
        private let counts = Mutex<[Int: Int]>([:])
        func count(_ name: Int) { counts.withLock { $0[name, default: 0] += 1 } }
        var all: [Int: Int] { counts.withLock(\.self) }
    }

    @Test(.timeLimit(.minutes(1)))
    func `deadlines that are added and cancelled from many tasks run once, or not at all`() async {
        let queue = DeadlineQueue(clock: ContinuousClock())
        let runs = Tally()
        let kept = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<250 {
                        let name = task * 1000 + number
                        let token = queue.add(after: .microseconds(name % 700)) { runs.count(name) }
                        if number % 3 == 0 { queue.cancel(token) }
                    }
                    return (0..<250).count { $0 % 3 != 0 }
                }
            }
            return await group.reduce(0, +)
        }

        // Another deadline would not tell: it may run beside those that were taken out together.
        while runs.all.keys.count(where: { $0 % 1000 % 3 != 0 }) < kept { await Task.yield() }

        #expect(runs.all.values.allSatisfy { $0 == 1 })
        #expect(queue.count == 0)
    }
}
