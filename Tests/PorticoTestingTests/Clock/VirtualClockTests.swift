import PorticoTesting
import Synchronization
import Testing

@Suite struct VirtualClockTests {
    @Test func `it stands still until it is advanced, and shows how far`() {
        let clock = VirtualClock()
        #expect(clock.now == VirtualClock.Instant(offset: .zero))

        clock.advance(by: .milliseconds(1500))
        clock.advance(by: .nanoseconds(1))

        #expect(clock.now.offset == .seconds(1.5) + .nanoseconds(1))
    }

    @Test func `it never goes back`() {
        let clock = VirtualClock()
        clock.advance(by: .seconds(5))

        clock.advance(by: .seconds(-2))
        clock.advance(to: VirtualClock.Instant(offset: .seconds(1)))

        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `a sleeper wakes exactly at its deadline and not before`() async throws {
        let clock = VirtualClock()
        let sleeper = Task {
            try await clock.sleep(for: .seconds(10))
            return clock.now.offset
        }
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .nanoseconds(1))

        #expect(clock.sleeperCount == 0)
        #expect(try await sleeper.value == .seconds(10))
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a sleep of no time returns at once`(duration: Duration) async throws {
        let clock = VirtualClock()
        try await clock.sleep(for: duration)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `sleepers wake in order of their deadlines, and of arrival where these are equal`() async throws {
        let clock = VirtualClock()
        let recorder = Recorder()
        let tasks = [3, 1, 2, 1, 3].enumerated().map { index, seconds in
            Task(executorPreference: InlineExecutor()) {
                try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)))
                recorder.woken.withLock { $0.append(index) }
            }
        }
        await clock.waitForSleepers(5)

        clock.advance(by: .seconds(3))
        for task in tasks { try await task.value }

        #expect(recorder.woken.withLock { $0 } == [1, 3, 2, 0, 4])
    }

    @Test func `the next deadline is that of the sleeper who wakes first`() async throws {
        let clock = VirtualClock()
        #expect(clock.nextDeadline == nil)
        let late = Task { try await clock.sleep(for: .seconds(9)) }
        let early = Task { try await clock.sleep(for: .seconds(4)) }
        await clock.waitForSleepers(2)

        let first = try #require(clock.nextDeadline)
        #expect(first.offset == .seconds(4))
        clock.advance(to: first)
        try await early.value

        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(5))
        try await late.value
    }

    @Test func `a cancelled sleeper throws at once, and the others sleep on`() async throws {
        let clock = VirtualClock()
        let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
        let other = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(2)

        cancelled.cancel()

        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await other.value
    }

    @Test func `a task that is cancelled already does not fall asleep`() async {
        let clock = VirtualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `waiting for sleepers who are there already returns at once`() async {
        let clock = VirtualClock()
        await clock.waitForSleepers(0)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a cancelled wait for sleepers returns`() async {
        let clock = VirtualClock()
        let waiter = Task { await clock.waitForSleepers(1) }
        waiter.cancel()
        await waiter.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `it serves as any clock of durations`() async throws {
        let clock = VirtualClock()
        let any: any Clock<Duration> = clock
        let sleeper = Task { try await any.sleep(for: .seconds(2)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        try await sleeper.value
    }
}

/// Who woke, in order.
private final class Recorder: Sendable {
    let woken = Mutex<[Int]>([])
}

/// Runs a task on the thread that resumes it, before the resuming call returns: the order of the runs is that of the calls.
private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
