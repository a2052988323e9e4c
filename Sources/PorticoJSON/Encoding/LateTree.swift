/// A document as nodes: what an output turns to when something is written out of the order of the text.
///
/// It takes anything anywhere: members of objects that were left, slots that are filled last, one key twice (the last
/// one counts).
struct LateTree {
    private var nodes: [Node] = []
    /// The nodes of the values in the text that was read, by the offset at which they began.
    private var nodeAtOffset: [Int: Int] = [:]
    /// Slots with a serial up to this are known by offset, later ones by node.
    private let lastSerialInText: Int
    /// Whether the text ends where a value was to come.
    private let isCutBeforeValue: Bool

    private struct Node {
        let parent: Int
        let key: (any CodingKey)?
        var content = Content.waiting
    }

    private enum Content {
        /// A slot with no value; an empty object in the end.
        case waiting
        case text([UInt8])
        /// Keys as they stand between quotes in the text.
        case object([(key: [UInt8], node: Int)])
        case array([Int])
    }

    /// Reads text of our own, which ends behind a value or, where that is said, before one.
    init(_ text: UnsafeBufferPointer<UInt8>, isCutBeforeValue: Bool, lastSerial: Int) {
        lastSerialInText = lastSerial
        self.isCutBeforeValue = isCutBeforeValue
        var position = 0
        nodes.append(Node(parent: -1, key: nil))
        readValue(text, &position, into: 0)
    }

    private mutating func readValue(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, into node: Int) {
        nodeAtOffset[position] = node
        guard position < text.count else { return }
        switch text[position] {
        case UInt8(ascii: "{"): readObject(text, &position, into: node)
        case UInt8(ascii: "["): readArray(text, &position, into: node)
        default:
            let start = position
            CompactText.skipScalar(in: text, &position)
            nodes[node].content = .text(Array(text[start..<position]))
        }
    }

    private mutating func readObject(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, into node: Int) {
        nodes[node].content = .object([])
        position += 1
        while position < text.count, text[position] != UInt8(ascii: "}") {
            if text[position] == UInt8(ascii: ",") { position += 1 }
            let start = position + 1
            CompactText.skipScalar(in: text, &position)
            let member = self.member(Array(text[start..<position - 1]), of: node)
            position += 1
            if let member { readValue(text, &position, into: member) }
        }
        position += 1
    }

    private mutating func readArray(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, into node: Int) {
        nodes[node].content = .array([])
        position += 1
        while position < text.count ? text[position] != UInt8(ascii: "]") : position == text.count && isCutBeforeValue {
            if position < text.count, text[position] == UInt8(ascii: ",") { position += 1 }
            let isCut = position == text.count
            if let element = self.element(of: node) { readValue(text, &position, into: element) }
            if isCut { break }
        }
        position += 1
    }
}

extension LateTree {
    /// The node of a slot; nil where it belongs to a value that failed.
    func node(of place: Place, _ abandoned: [ClosedRange<Int>]) -> Int? {
        if place.serial > lastSerialInText { return place.start >= 0 ? place.start : nil }
        return abandoned.contains { $0.contains(place.serial) } ? nil : nodeAtOffset[place.start]
    }

    /// A waiting member, in the place of one of the same key; nil where the node is no object.
    mutating func member(_ key: [UInt8], of node: Int) -> Int? {
        guard case .object(var members) = nodes[node].content else { return nil }
        nodes[node].content = .waiting
        defer { nodes[node].content = .object(members) }
        nodes.append(Node(parent: node, key: PathKey.name(CompactText.string(key))))
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].node = nodes.count - 1
        } else {
            members.append((key, nodes.count - 1))
        }
        return nodes.count - 1
    }

    /// A waiting element at the end; nil where the node is no array.
    mutating func element(of node: Int) -> Int? {
        guard case .array(var elements) = nodes[node].content else { return nil }
        nodes[node].content = .waiting
        nodes.append(Node(parent: node, key: PathKey.index(elements.count)))
        elements.append(nodes.count - 1)
        nodes[node].content = .array(elements)
        return nodes.count - 1
    }

    /// The member of that key where there is one.
    func existing(_ key: [UInt8], in node: Int) -> Int? {
        guard case .object(let members) = nodes[node].content else { return nil }
        return members.first { $0.key == key }?.node
    }

    /// Makes a waiting node an object or an array, or says whether it is one already.
    mutating func open(_ node: Int, isArray: Bool) -> Bool {
        switch nodes[node].content {
        case .waiting:
            nodes[node].content = isArray ? .array([]) : .object([])
            return true
        case .object(let members):
            // An empty object may be a slot that was left waiting.
            if isArray, members.isEmpty { nodes[node].content = .array([]) }
            return !isArray || members.isEmpty
        case .array: return isArray
        case .text: return false
        }
    }

    /// Whether a single value may be put there.
    func isWaiting(_ node: Int) -> Bool {
        switch nodes[node].content {
        case .waiting: true
        case .object(let members): members.isEmpty
        case .text, .array: false
        }
    }

    mutating func set(_ text: [UInt8], at node: Int) { nodes[node].content = .text(text) }

    /// Takes a node out of its parent.
    mutating func remove(_ node: Int) {
        switch nodes[nodes[node].parent].content {
        case .object(let members): nodes[nodes[node].parent].content = .object(members.filter { $0.node != node })
        case .array(let elements): nodes[nodes[node].parent].content = .array(elements.filter { $0 != node })
        case .waiting, .text: break
        }
    }

    /// How many members or elements a node has.
    func count(of node: Int) -> Int {
        switch nodes[node].content {
        case .object(let members): members.count
        case .array(let elements): elements.count
        case .waiting, .text: 0
        }
    }

    /// The last member or element.
    func last(of node: Int) -> Int? {
        switch nodes[node].content {
        case .object(let members): members.last?.node
        case .array(let elements): elements.last
        case .waiting, .text: nil
        }
    }

    func path(to node: Int) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        var node = node
        while let key = nodes[node].key {
            keys.append(key)
            node = nodes[node].parent
        }
        return keys.reversed()
    }

    func write(_ node: Int = 0, sortingKeys sorts: Bool, to output: inout [UInt8]) {
        switch nodes[node].content {
        case .waiting: output += "{}".utf8
        case .text(let text): output += text
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(element, sortingKeys: sorts, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            let ordered = sorts ? members.sorted { CompactText.precedes($0.key, $1.key) } : members
            for (index, member) in ordered.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                output.append(UInt8(ascii: "\""))
                output += member.key
                output += "\":".utf8
                write(member.node, sortingKeys: sorts, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }
}
