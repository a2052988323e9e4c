import Testing

@testable import PorticoTesting

@Suite struct TimerQueueTests {
    private let start = ContinuousClock.now

    private func queue(_ seconds: [Int]) -> TimerQueue {
        var queue = TimerQueue()
        for (number, second) in seconds.enumerated() {
            queue.add(TimerQueue.Timer(time: start + .seconds(second), connection: second, wait: number))
        }
        return queue
    }

    private func taken(_ queue: inout TimerQueue, until seconds: Int) -> [Int] {
        var connections: [Int] = []
        while let timer = queue.takeFirst(until: start + .seconds(seconds)) { connections.append(timer.connection) }
        return connections
    }

    @Test(arguments: [
        [], [1], [1, 2], [2, 1], [3, 1, 2], [5, 4, 3, 2, 1, 0], [1, 1, 1], Array((0..<100).shuffled()),
    ])
    func `times come in order, however they were put in`(seconds: [Int]) {
        var queue = queue(seconds)
        #expect(queue.first?.connection == seconds.min())
        #expect(taken(&queue, until: 1000) == seconds.sorted())
        #expect(queue.count == 0)
    }

    @Test func `what is not due stays`() {
        var queue = queue([4, 1, 3, 2])
        #expect(taken(&queue, until: 2) == [1, 2])
        #expect(taken(&queue, until: 2) == [])
        #expect(taken(&queue, until: 4) == [3, 4])
    }

    @Test func `what means nothing any more is forgotten`() {
        var queue = queue(Array(0..<20))
        queue.keep { $0.connection.isMultiple(of: 7) }
        #expect(taken(&queue, until: 100) == [0, 7, 14])
    }
}
