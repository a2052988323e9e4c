import Testing

@testable import Portico

@Suite struct ShortListTests {
    @Test(arguments: 0...4)
    func `elements keep their order`(count: Int) {
        var list = ShortList<Int>()

        for element in 0..<count { list.append(element) }

        #expect(list.elements == Array(0..<count))
        #expect(list.count == count)
    }

    @Test(arguments: 0..<3)
    func `any element can be taken out, and the others stay in order`(removed: Int) {
        var list = ShortList<Int>()
        for element in 0..<3 { list.append(element) }

        let taken = list.remove { $0 == removed }
        list.append(3)

        #expect(taken == removed)
        #expect(list.elements == [0, 1, 2, 3].filter { $0 != removed })
        #expect(list.remove { $0 == 7 } == nil)
    }

    @Test(arguments: 0..<3)
    func `any element can be changed`(changed: Int) {
        var list = ShortList<Int>()
        for element in 0..<3 { list.append(element) }

        list.update(where: { $0 == changed }) { $0 += 10 }

        #expect(list.elements == (0..<3).map { $0 == changed ? $0 + 10 : $0 })
    }

    @Test func `what is taken out all at once leaves an empty list`() {
        var list = ShortList<Int>()
        for element in 0..<3 { list.append(element) }

        #expect(list.removeAll() == [0, 1, 2])
        #expect(list.elements.isEmpty)
    }
}
