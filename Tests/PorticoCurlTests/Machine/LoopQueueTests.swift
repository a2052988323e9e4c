import Testing

@testable import PorticoCurl

@Suite struct LoopQueueTests {
    @Test func `a sleeping loop is woken once for all that comes`() {
        var queue = LoopQueue<Int>()
        let asleep = queue.fallAsleep(lends: false)
        let pushes = [queue.push(1), queue.push(2), queue.push(3)]

        #expect(asleep)
        #expect(pushes == [.queuedForSleeper, .queued, .queued])
    }

    @Test func `a loop that is awake is never woken, and does not fall asleep over commands`() {
        var queue = LoopQueue<Int>()
        let push = queue.push(1)

        #expect(push == .queued)
        let early = queue.fallAsleep(lends: false)
        var commands: [Int] = []
        queue.take(into: &commands)
        let late = queue.fallAsleep(lends: false)
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
        _ = queue.fallAsleep(lends: false)
        let alone = queue.awake()
        _ = queue.fallAsleep(lends: false)
        _ = queue.push(1)
        let woken = queue.awake()

        #expect(alone == .alone && woken == .called)
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
        _ = queue.fallAsleep(lends: false)

        let (mustWake, ends) = (queue.close(), queue.end())

        #expect(mustWake && ends)
    }

    @Test func `a closed loop whose exchanges go on sleeps like any other`() {
        var queue = LoopQueue<Int>()
        _ = queue.close()

        let sleeps = queue.fallAsleep(lends: false)

        #expect(sleeps)
    }

    @Test func `whoever starts something borrows a loop that can be lent`() {
        var queue = LoopQueue<Int>()
        let busy = (queue.fallAsleep(lends: false), queue.pushOrBorrow(1))
        var commands: [Int] = []
        queue.take(into: &commands)

        let lendable = (queue.fallAsleep(lends: true), queue.pushOrBorrow(2), queue.pushOrBorrow(3))

        #expect(busy == (true, .queuedForSleeper))
        #expect(lendable == (true, .lent, .queued))
    }

    @Test func `other commands wake a loop that can be lent`() {
        var queue = LoopQueue<Int>()
        _ = queue.fallAsleep(lends: true)

        #expect(queue.push(1) == .queuedForSleeper)
    }

    @Test func `the thread sleeps on while a caller has the loop`() {
        var queue = LoopQueue<Int>()
        _ = queue.fallAsleep(lends: true)
        _ = queue.pushOrBorrow(1)
        let meanwhile = queue.awake()
        let isWanted = queue.handBack(isBusy: false)
        let afterwards = queue.awake()

        #expect(meanwhile == .superfluous && afterwards == .alone)
        #expect(!isWanted)
    }

    @Test(arguments: [(true, false, false), (false, true, false), (false, false, true)])
    func `a caller who has the loop wakes the thread for what is left`(
        isBusy: Bool, hasCommand: Bool, closes: Bool
    ) {
        var queue = LoopQueue<Int>()
        _ = queue.fallAsleep(lends: true)
        _ = queue.pushOrBorrow(1)
        if hasCommand { _ = queue.push(2) }
        let mustWakeToClose = closes && queue.close()

        let isWanted = queue.handBack(isBusy: isBusy)

        #expect(isWanted && !mustWakeToClose)
        #expect(queue.awake() == .called)
    }
}
