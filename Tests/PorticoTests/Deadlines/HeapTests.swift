@testable import Portico
import Testing

@Suite struct HeapTests {
    @Test(arguments: [[], [1], [2, 1], [3, 1, 2], [5, 5, 1, 5, 0], Array(0..<100), Array((0..<100).reversed())])
    func `the least comes out first`(elements: [Int]) {
        var heap = Heap<Int>()
        for element in elements { heap.add(element) }

        #expect(heap.first == elements.min())
        var sorted: [Int] = []
        while let least = heap.removeFirst() { sorted.append(least) }
        #expect(sorted == elements.sorted())
        #expect(heap.count == 0)
    }

    @Test func `a heap that some were taken out of is a heap`() {
        var heap = Heap<Int>()
        for element in [9, 2, 7, 4, 8, 1] { heap.add(element) }

        heap.removeAll { $0.isMultiple(of: 2) }
        heap.add(3)

        #expect([heap.removeFirst(), heap.removeFirst(), heap.removeFirst()] == [1, 3, 7])
        #expect(heap.count == 1)
    }
}
