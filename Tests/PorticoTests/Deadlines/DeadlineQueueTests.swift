import PorticoTesting
import Synchronization
import Testing

@testable import Portico

@Suite struct DeadlineQueueTests {
    /// Notes down who ran, and lets a test wait for it.
    private final class Log: Sendable {
        private let names = Mutex<[String]>([])
        private let signal = AsyncStream.makeStream(of: Void.self)

        func note(_ name: String) {
            names.withLock { $0.append(name) }
            signal.continuation.yield()
        }

        func wait(for count: Int) async -> [String] {
            var signals = signal.stream.makeAsyncIterator()
            while names.withLock({ $0.count }) < count { await signals.next() }
            return names.withLock(\.self)
        }

        var all: [String] { names.withLock(\.self) }
    }

    @Test func `actions run in the order of their deadlines, and in order of adding where these are equal`() async {
        let (clock, log) = (VirtualClock(), Log())
        let queue = DeadlineQueue(clock: clock)
        for (name, delay) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20)] {
            queue.add(after: .milliseconds(delay)) { log.note(name) }
        }

        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(20))
        let early = await log.wait(for: 3)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(10))

        #expect(early == ["a", "b1", "b2"])
        #expect(await log.wait(for: 4) == ["a", "b1", "b2", "c"])
    }

    @Test func `a cancelled deadline never runs, and neither does cancelling twice take another's place`() async {
        let (clock, log) = (VirtualClock(), Log())
        let queue = DeadlineQueue(clock: clock)
        let first = queue.add(after: .seconds(1)) { log.note("first") }
        queue.cancel(first)
        queue.add(after: .seconds(1)) { log.note("second") }
        queue.cancel(first)

        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))

        #expect(await log.wait(for: 1) == ["second"])
        #expect(queue.count == 0)
    }

    @Test func `an earlier deadline that comes later is not kept waiting`() async {
        let (clock, log) = (VirtualClock(), Log())
        let queue = DeadlineQueue(clock: clock)
        queue.add(after: .seconds(60)) { log.note("late") }
        await clock.waitForSleepers(1)
        queue.add(after: .seconds(1)) { log.note("soon") }
        while clock.nextDeadline != VirtualClock.Instant(offset: .seconds(1)) { await Task.yield() }

        clock.advance(by: .seconds(1))

        #expect(await log.wait(for: 1) == ["soon"])
    }

    @Test func `one task sleeps for all, and none when nothing is left`() async {
        let (clock, log) = (VirtualClock(), Log())
        let queue = DeadlineQueue(clock: clock)
        for _ in 0..<100 { queue.add(after: .seconds(1)) { log.note("") } }

        await clock.waitForSleepers(1)
        let sleepers = clock.sleeperCount
        clock.advance(by: .seconds(1))
        _ = await log.wait(for: 100)

        #expect(sleepers == 1)
        #expect(clock.sleeperCount == 0)
        #expect(queue.placesInUse == 0)
    }

    @Test func `the places of cancelled deadlines are used again`() {
        let queue = DeadlineQueue(clock: VirtualClock())
        let kept = (0..<10).map { _ in queue.add(after: .seconds(3600)) {} }

        for _ in 0..<10_000 { queue.cancel(queue.add(after: .seconds(60)) {}) }

        #expect(queue.count == kept.count)
        #expect(queue.placesInUse <= 2 * kept.count + 64)
    }

    @Test func `the places of cancelled deadlines are let go when those that outnumbered them are due`() {
        var heap = DeadlineHeap()
        for _ in 0..<1000 { _ = heap.add(.seconds(1)) {} }
        _ = heap.add(.seconds(60)) {}
        let cancelled = (0..<1000).map { _ in heap.add(.seconds(3600)) {} }
        for token in cancelled { _ = heap.remove(token.slot, token.id) }

        let due = heap.takeDue(.seconds(1))

        #expect(due.count == 1000)
        #expect(heap.count == 1)
        #expect(heap.placesInUse <= 66)
    }

    @Test func `a queue that is dropped drops its actions, and its task sleeps no longer`() async {
        let (clock, log) = (VirtualClock(), Log())
        do {
            let queue = DeadlineQueue(clock: clock)
            queue.add(after: .seconds(1)) { log.note("dropped") }
            await clock.waitForSleepers(1)
        }
        while clock.sleeperCount > 0 { await Task.yield() }

        clock.advance(by: .seconds(2))

        #expect(log.all.isEmpty)
    }

    @Test(arguments: [1 as UInt64, 2, 3])
    func `random adding and cancelling leaves exactly the living, in order`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var heap = DeadlineHeap()
        var living: [(slot: Int, id: UInt64, deadline: Duration)] = []
        for _ in 0..<3000 {
            if living.isEmpty || Int.random(in: 0..<5, using: &generator) < 3 {
                let deadline = Duration.milliseconds(Int.random(in: 0..<500, using: &generator))
                let (slot, id) = heap.add(deadline) {}
                living.append((slot, id, deadline))
            } else {
                let victim = living.remove(at: Int.random(in: 0..<living.count, using: &generator))
                #expect(heap.remove(victim.slot, victim.id) != nil)
                #expect(heap.remove(victim.slot, victim.id) == nil)
            }
            #expect(heap.count == living.count)
            #expect(heap.first == living.map(\.deadline).min())
            #expect(heap.placesInUse <= 2 * heap.count + 65)
        }
        let due = living.count { $0.deadline <= .milliseconds(250) }
        #expect(heap.takeDue(.milliseconds(250)).count == due)
        #expect(heap.count == living.count - due)
    }
}

private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
