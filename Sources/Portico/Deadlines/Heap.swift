/// Elements of which the least is at hand: adding one and taking the least out costs the logarithm of their number.
struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func add(_ element: Element) {
        elements.append(element)
        siftUp(from: elements.count - 1)
    }

    @discardableResult
    mutating func removeFirst() -> Element? {
        guard !elements.isEmpty else { return nil }
        elements.swapAt(0, elements.count - 1)
        let first = elements.removeLast()
        siftDown()
        return first
    }

    /// Lays the heap out anew, of these elements. Sorted order is a heap's order.
    mutating func rebuild(of elements: some Sequence<Element>) { self.elements = elements.sorted() }

    mutating func removeAll(where isRemoved: (Element) -> Bool) { rebuild(of: elements.filter { !isRemoved($0) }) }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < elements.count else { return }
            let right = left + 1
            let child = right < elements.count && elements[right] < elements[left] ? right : left
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            parent = child
        }
    }
}

extension Heap: Sendable where Element: Sendable {}
