/// A list that seldom has more than one element, which then takes no memory of its own.
struct ShortList<Element: Sendable>: Sendable {
    private var first: Element?
    private var others: [Element] = []

    var count: Int { (first == nil ? 0 : 1) + others.count }

    var elements: [Element] { (first.map { [$0] } ?? []) + others }

    mutating func append(_ element: Element) {
        if first == nil, others.isEmpty { first = element } else { others.append(element) }
    }

    /// Changes the first element that satisfies a condition.
    mutating func update(where isMeant: (Element) -> Bool, _ change: (inout Element) -> Void) {
        if var element = first, isMeant(element) {
            change(&element)
            first = element
        } else if let index = others.firstIndex(where: isMeant) {
            change(&others[index])
        }
    }

    /// Takes the first element that satisfies a condition out; nil where none does.
    mutating func remove(where isMeant: (Element) -> Bool) -> Element? {
        if let element = first, isMeant(element) { return first.take() }
        return others.firstIndex(where: isMeant).map { others.remove(at: $0) }
    }

    /// Takes everything out, in order.
    mutating func removeAll() -> [Element] {
        defer { self = ShortList() }
        return elements
    }
}
