/// A document as nodes: what an output turns to when something is written out of the order of the text.
///
/// It takes anything anywhere: members of objects that were left, slots that are filled last, one key twice (the last
/// one counts).
struct LateTree {
    private(set) var nodes: [Node] = []
    /// The nodes of the values in the text that was read, by the offset at which they began.
    private var nodeAtOffset: [Int: Int] = [:]
    /// Slots with a serial up to this are known by offset, later ones by node.
    private let lastSerialInText: Int

    struct Node {
        let parent: Int
        let key: (any CodingKey)?
        /// The member that it took the place of.
        fileprivate var replaced: Int?
        fileprivate(set) var content = Content.waiting
        // Beside the content and not in it, where they could not be changed without a copy.
        fileprivate(set) var members = LateMembers()
        fileprivate(set) var elements: [Int] = []
    }

    enum Content {
        /// A slot with no value; an empty object in the end.
        case waiting
        case text([UInt8])
        case object, array
    }

    /// A slot, in a document of which values up to this serial are in a text.
    init(lastSerialInText: Int) {
        self.lastSerialInText = lastSerialInText
        nodes.append(Node(parent: -1, key: nil))
    }

    /// Says that the value of a node begins there in the text.
    mutating func note(_ node: Int, at offset: Int) { nodeAtOffset[offset] = node }

    /// The node of a slot; nil where it belongs to a value that failed.
    func node(of place: Place, _ abandoned: SerialRanges) -> Int? {
        if place.serial > lastSerialInText { return place.start >= 0 ? place.start : nil }
        return abandoned.contains(place.serial) ? nil : nodeAtOffset[place.start]
    }

    /// A waiting member, in the place of one of the same key; nil where the node is no object.
    mutating func member(_ key: [UInt8], of node: Int) -> Int? {
        guard case .object = nodes[node].content else { return nil }
        let member = nodes.count
        nodes.append(Node(parent: node, key: PathKey.name(CompactText.string(key))))
        nodes[member].replaced = nodes[node].members.set(key, to: member)
        return member
    }

    /// A waiting element at the end; nil where the node is no array.
    mutating func element(of node: Int) -> Int? {
        guard case .array = nodes[node].content else { return nil }
        nodes.append(Node(parent: node, key: PathKey.index(nodes[node].elements.count)))
        nodes[node].elements.append(nodes.count - 1)
        return nodes.count - 1
    }

    /// The member of that key where there is one.
    func existing(_ key: [UInt8], in node: Int) -> Int? { nodes[node].members[key] }

    /// Makes a waiting node an object or an array, or says whether it is one already.
    mutating func open(_ node: Int, isArray: Bool) -> Bool {
        switch nodes[node].content {
        case .waiting:
            nodes[node].content = isArray ? .array : .object
            return true
        case .object: return !isArray
        case .array: return isArray
        case .text: return false
        }
    }

    /// Whether a single value may be put there.
    func isWaiting(_ node: Int) -> Bool {
        if case .waiting = nodes[node].content { true } else { false }
    }

    mutating func set(_ text: [UInt8], at node: Int) { nodes[node].content = .text(text) }

    mutating func empty(_ node: Int) {
        (nodes[node].content, nodes[node].members, nodes[node].elements) = (.waiting, LateMembers(), [])
    }

    /// Takes a member or element out of its parent; what it took the place of is there again.
    mutating func remove(_ node: Int) {
        let parent = nodes[node].parent
        guard parent >= 0 else { return }
        nodes[parent].members.remove(node, insteadOf: nodes[node].replaced)
        // It is the last one as a rule.
        if let index = nodes[parent].elements.lastIndex(of: node) { nodes[parent].elements.remove(at: index) }
    }

    /// How many elements an array has.
    func count(of node: Int) -> Int { nodes[node].elements.count }

    func path(to node: Int) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        var node = node
        while let key = nodes[node].key {
            keys.append(key)
            node = nodes[node].parent
        }
        return keys.reversed()
    }
}

/// The members of an object in a tree, in order. Their keys are as they stand between quotes in the text.
struct LateMembers {
    private(set) var inOrder: [(key: [UInt8], node: Int)] = []
    private var places: [[UInt8]: Int] = [:]

    subscript(key: [UInt8]) -> Int? { places[key].map { inOrder[$0].node } }

    /// Adds a member, or puts it in the place of the one that has its key, which it returns.
    mutating func set(_ key: [UInt8], to node: Int) -> Int? {
        guard let place = places[key] else {
            places[key] = inOrder.count
            inOrder.append((key, node))
            return nil
        }
        defer { inOrder[place].node = node }
        return inOrder[place].node
    }

    /// Removes a member, for the one that was there before where there was one.
    mutating func remove(_ node: Int, insteadOf replaced: Int?) {
        guard let place = inOrder.lastIndex(where: { $0.node == node }) else { return }
        if let replaced { return inOrder[place].node = replaced }
        places[inOrder[place].key] = nil
        inOrder.remove(at: place)
        for later in place..<inOrder.count { places[inOrder[later].key] = later }
    }
}
