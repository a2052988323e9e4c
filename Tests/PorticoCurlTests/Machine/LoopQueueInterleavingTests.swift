import Testing

@testable import PorticoCurl

/// Every order in which callers, somebody who closes the loop, and its thread can come to a ``LoopQueue``.
@Suite struct LoopQueueInterleavingTests {
    @Test func `each of three callers' exchanges runs once, whoever has the loop`() {
        var orders = 0
        World(callers: 3, isClosed: false).explore { world in
            orders += 1
            #expect(world.begun.sorted() == [0, 1, 2])
            #expect(world.refused.isEmpty)
        }
        #expect(orders > 10_000)
    }

    @Test func `a loop that is closed beside two callers ends, and each exchange runs or is refused`() {
        var orders = 0
        World(callers: 2, isClosed: true).explore { world in
            orders += 1
            #expect((world.begun + world.refused).sorted() == [0, 1])
            #expect(world.thread == .ended)
        }
        #expect(orders > 1000)
    }

    /// The threads' places in the programs of `Loop`, one step to what no other thread can come between.
    private struct World {
        enum Thread { case awake, asleep, resting, ended }
        enum Caller { case starts, hasLoop, mustWake, isDone }

        var queue = LoopQueue<Int>()
        var thread = Thread.awake
        var callers: [Caller]
        /// Beside the callers: nil once it has done so.
        var closer: Caller?
        var isRung = false
        /// Whether the thread has woken by itself, which it does once.
        var hasWoken = false
        /// The exchanges under way, which end when the thread looks at them.
        var underWay = 0
        var begun: [Int] = []
        var refused: [Int] = []

        init(callers count: Int, isClosed: Bool) {
            callers = Array(repeating: .starts, count: count)
            closer = isClosed ? .starts : nil
        }

        /// Goes through all orders, and shows the world where nobody has anything left to do.
        func explore(_ end: (World) -> Void) {
            var isOver = true
            for next in steps() {
                isOver = false
                next.explore(end)
            }
            if isOver { end(self) }
        }

        private func steps() -> [World] {
            var worlds: [World] = []
            for caller in callers.indices where callers[caller] != .isDone { worlds.append(after { $0.step(caller) }) }
            if closer != nil { worlds.append(after { $0.close() }) }
            switch thread {
            case .awake:
                worlds.append(after { $0.turn() })
            case .asleep, .resting:
                if isRung || underWay > 0 { worlds.append(after { $0.wake() }) }
                if !isRung, underWay == 0, !hasWoken { worlds.append(after { $0.wake() }) }
            case .ended:
                break
            }
            return worlds
        }

        private func after(_ step: (inout World) -> Void) -> World {
            var world = self
            step(&world)
            return world
        }

        private mutating func step(_ caller: Int) {
            switch callers[caller] {
            case .starts:
                switch queue.pushOrBorrow(caller) {
                case .queued:
                    callers[caller] = .isDone
                case .queuedForSleeper:
                    callers[caller] = .mustWake
                case .refused:
                    refused.append(caller)
                    callers[caller] = .isDone
                case .lent:
                    #expect(thread == .resting && !callers.contains(.hasLoop) && underWay == 0)
                    callers[caller] = .hasLoop
                }
            case .hasLoop:
                begun.append(caller)
                // The first one's fails at once.
                if caller > 0 { underWay += 1 }
                callers[caller] = queue.handBack(isBusy: underWay > 0) ? .mustWake : .isDone
            case .mustWake:
                isRung = true
                callers[caller] = .isDone
            case .isDone:
                break
            }
        }

        private mutating func close() {
            if closer == .mustWake {
                isRung = true
                closer = nil
            } else {
                closer = queue.close() ? .mustWake : nil
            }
        }

        private mutating func turn() {
            #expect(!callers.contains(.hasLoop))
            // What was under way ends in this turn, and what comes in now in the next.
            underWay = 0
            var commands: [Int] = []
            queue.take(into: &commands)
            begun += commands
            underWay += commands.count
            let isIdle = underWay == 0
            if isIdle, queue.end() {
                thread = .ended
            } else if queue.fallAsleep(lends: isIdle) {
                thread = isIdle ? .resting : .asleep
            }
        }

        private mutating func wake() {
            hasWoken = hasWoken || !isRung && underWay == 0
            isRung = false
            if queue.awake() != .superfluous { thread = .awake }
        }
    }
}
