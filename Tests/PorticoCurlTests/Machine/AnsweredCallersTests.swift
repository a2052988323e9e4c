import Testing

@testable import PorticoCurl

@Suite struct AnsweredCallersTests {
    @Test func `the first of a turn is resumed at once and each resumed one resumes the next, in order`() {
        var callers = AnsweredCallers<Int>()
        var turn = [1, 2, 3]

        let resumed = callers.add(&turn)

        #expect(resumed == 1)
        #expect(turn.isEmpty)
        #expect(callers.takeNext() == 2)
        #expect(callers.takeNext() == 3)
        #expect(callers.takeNext() == nil)
    }

    @Test func `callers of a later turn wait behind those who wait already`() {
        var callers = AnsweredCallers<Int>()
        var (first, second) = ([1, 2], [3, 4])
        _ = callers.add(&first)

        let resumed = callers.add(&second)

        #expect(resumed == nil)
        #expect([callers.takeNext(), callers.takeNext(), callers.takeNext(), callers.takeNext()] == [2, 3, 4, nil])
    }

    @Test func `a turn that comes when nobody waits resumes its first itself`() {
        var callers = AnsweredCallers<Int>()
        var (first, second) = ([1], [2])
        _ = callers.add(&first)

        let resumed = callers.add(&second)

        #expect(resumed == 2)
        #expect(callers.takeNext() == nil)
    }

    /// Callers who were resumed and did not ask yet come in any order with the turns of the loop.
    @Test(arguments: 0..<243)
    func `nobody is left behind, whatever comes first`(order: Int) {
        var callers = AnsweredCallers<Int>()
        var (asking, resumed, added, digits) = (0, [Int](), 0, order)
        func resume(_ caller: Int?) {
            guard let caller else { return }
            resumed.append(caller)
            asking += 1
        }

        for _ in 0..<5 {
            let size = digits % 3
            digits /= 3
            if size == 0 {
                if asking > 0 {
                    asking -= 1
                    resume(callers.takeNext())
                }
            } else {
                var turn = Array(added..<(added + size))
                added += size
                resume(callers.add(&turn))
            }
        }
        while asking > 0 {
            asking -= 1
            resume(callers.takeNext())
        }

        #expect(resumed == Array(0..<added))
    }
}
