import Testing

@testable import Portico

@Suite struct AttemptHistoryTests {
    @Test(arguments: [1, 2, 3, 32, 33, 100])
    func `of attempts that follow each other the first 32 are told, and all are counted`(number: Int) {
        var history = AttemptHistory()

        for index in 1...number {
            let begun = history.begin(at: .seconds(index))
            let running = history.running
            let hasEnded = history.end(index, .response(503), at: .seconds(2 * index))

            #expect(begun == index)
            #expect(running == [index])
            #expect(hasEnded)
            #expect(history.attempt(index, .standard)?.duration == .seconds(index))
        }

        #expect(history.ended(.standard).map(\.number) == Array(1...min(number, 32)))
        #expect(history.count == number)
        #expect(history.running.isEmpty)
    }

    @Test func `attempts at the same time end in any order, each once`() {
        var history = AttemptHistory()
        for index in 1...3 { _ = history.begin(at: .seconds(index)) }

        let ended = [2, 3, 2, 1, 1, 7].map { history.end($0, .response(200), at: .seconds(10)) }

        #expect(ended == [true, true, false, true, false, false])
        #expect(history.ended(.standard).map(\.number) == [1, 2, 3])
        #expect(history.ended(.standard).map(\.duration) == [.seconds(9), .seconds(8), .seconds(7)])
        #expect(history.count == 3)
    }

    @Test func `attempts that overlap are followed, however many there are`() {
        var history = AttemptHistory()
        _ = history.begin(at: .zero)

        let ended = (1...100).map { number in
            _ = history.begin(at: .zero)
            return history.end(number, .response(503), at: .zero)
        }

        #expect(ended == Array(repeating: true, count: 100))
        #expect(history.ended(.standard).map(\.number) == Array(1...32))
        #expect(history.count == 100)
        #expect(history.running == [101])
    }

    @Test(arguments: [1, 2, 3])
    func `timings are those of their attempt`(number: Int) {
        var history = AttemptHistory()
        for _ in 1...3 { _ = history.begin(at: .zero) }
        var timings = TransportTimings()
        timings.completed = .seconds(number)

        history.note(timings, of: number)

        for index in 1...3 { _ = history.end(index, .response(200), at: .zero) }
        #expect(history.ended(.standard).map(\.timings) == (1...3).map { $0 == number ? timings : nil })
    }

    @Test func `an attempt of which nothing was sent is none`() {
        var history = AttemptHistory()
        for _ in 1...2 { _ = history.begin(at: .zero) }

        let ended = [
            history.end(1, .failed(InvalidRequest(.url, "no")), at: .zero),
            history.end(2, .failed(TransportError(.connectionLost)), at: .zero),
        ]

        #expect(ended == [true, true])
        #expect(history.attempt(1, .standard)?.number == 1)
        #expect(history.ended(.standard).map(\.number) == [2])
        #expect(history.count == 1)
    }

    @Test func `one that no longer goes on, or never did, has not ended`() {
        var history = AttemptHistory()
        _ = history.begin(at: .zero)

        let hasEnded = history.end(2, .response(200), at: .zero)

        #expect(!hasEnded)
        #expect(history.attempt(1, .standard) == nil)
        #expect(history.attempt(2, .standard) == nil)
    }

    @Test func `so many at once are not all followed`() {
        var history = AttemptHistory()
        for _ in 1...1000 { _ = history.begin(at: .zero) }

        #expect(history.running == Array(1...(2 * AttemptHistory.limit + 1)))
    }
}
