import Testing

@testable import PorticoCurl

@Suite struct LoopQueueTests {
    @Test func `a sleeping loop is woken once for all that comes`() {
        var queue = LoopQueue<Int>()
        let asleep = queue.fallAsleep()
        let pushes = [queue.push(1), queue.push(2), queue.push(3)]

        #expect(asleep)
        #expect(pushes == [.queuedForSleeper, .queued, .queued])
    }

    @Test func `a loop that is awake is never woken, and does not fall asleep over commands`() {
        var queue = LoopQueue<Int>()
        let push = queue.push(1)

        #expect(push == .queued)
        let early = queue.fallAsleep()
        var commands: [Int] = []
        queue.take(into: &commands)
        let late = queue.fallAsleep()
        #expect(commands == [1])
        #expect(!early && late)
    }

    @Test func `commands come in order, and each once`() {
        var queue = LoopQueue<Int>()
        for command in 1...3 { _ = queue.push(command) }
        var (first, second): ([Int], [Int]) = ([], [])
        queue.take(into: &first)
        _ = queue.push(4)
        queue.take(into: &second)

        #expect(first == [1, 2, 3])
        #expect(second == [4])
    }

    @Test func `whether somebody woke the loop is told once it is awake`() {
        var queue = LoopQueue<Int>()
        _ = queue.fallAsleep()
        let alone = queue.awake()
        _ = queue.fallAsleep()
        _ = queue.push(1)
        let woken = queue.awake()

        #expect(!alone && woken)
    }

    @Test func `a closed loop ends when nothing is left to do, and takes nothing in after that`() {
        var queue = LoopQueue<Int>()
        _ = queue.push(1)
        let early = queue.end()
        _ = queue.close()
        let withCommand = queue.end()
        var commands: [Int] = []
        queue.take(into: &commands)
        let atLast = queue.end()

        let push = queue.push(2)
        #expect([early, withCommand, atLast] == [false, false, true])
        #expect(push == .refused)
    }

    @Test func `a sleeping loop is woken to end`() {
        var queue = LoopQueue<Int>()
        _ = queue.fallAsleep()

        let (mustWake, ends) = (queue.close(), queue.end())

        #expect(mustWake && ends)
    }

    @Test func `a closed loop whose exchanges go on sleeps like any other`() {
        var queue = LoopQueue<Int>()
        _ = queue.close()

        let sleeps = queue.fallAsleep()

        #expect(sleeps)
    }
}
