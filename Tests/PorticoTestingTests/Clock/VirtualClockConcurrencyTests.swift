import PorticoTesting
import Testing

@Suite struct VirtualClockConcurrencyTests {
    @Test func `every sleeper wakes once while many fall asleep and the clock advances`() async throws {
        let clock = VirtualClock()
        let advancer = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advance(by: .milliseconds(1))
            }
        }
        let woken = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
            for index in 0..<500 {
                group.addTask { (try? await clock.sleep(for: .milliseconds(1 + index % 7))) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        advancer.cancel()
        #expect(woken == 500)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a sleeper who is cancelled while the clock advances ends once, one way or the other`() async {
        let clock = VirtualClock()
        for _ in 0..<300 {
            let sleeper = Task { (try? await clock.sleep(for: .seconds(1))) != nil }
            let canceller = Task { sleeper.cancel() }
            clock.advance(by: .milliseconds(500))
            await canceller.value
            clock.advance(by: .seconds(1))
            _ = await sleeper.value
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `every observer is told while sleepers arrive`() async {
        let clock = VirtualClock()
        await withTaskGroup(of: Void.self) { group in
            for count in 1...50 {
                group.addTask { await clock.waitForSleepers(count) }
                group.addTask { try? await clock.sleep(for: .seconds(1)) }
            }
            await clock.waitForSleepers(50)
            #expect(clock.sleeperCount == 50)
            clock.advance(by: .seconds(1))
        }
        #expect(clock.sleeperCount == 0)
    }
}
