// How a tree is read of the text that there is, and becomes text again.

extension LateTree {
    /// Reads text of our own, which ends behind a value or, where that is said, before one.
    /// - Parameter unfilled: the offsets of objects that stand for slots with no value.
    init(
        _ text: UnsafeBufferPointer<UInt8>, isCutBeforeValue: Bool, unfilled: Set<Int>, lastSerial: Int
    ) {
        self.init(lastSerialInText: lastSerial)
        var reader = Reader(text: text, isCutBeforeValue: isCutBeforeValue, unfilled: unfilled)
        reader.readValue(into: 0, of: &self)
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        let isCutBeforeValue: Bool
        let unfilled: Set<Int>
        var position = 0

        mutating func readValue(into node: Int, of tree: inout LateTree) {
            tree.note(node, at: position)
            guard position < text.count else { return }
            switch text[position] {
            case UInt8(ascii: "{") where unfilled.contains(position): position += 2
            case UInt8(ascii: "{"): readObject(into: node, of: &tree)
            case UInt8(ascii: "["): readArray(into: node, of: &tree)
            default:
                let start = position
                CompactText.skipScalar(in: text, &position)
                tree.set(Array(text[start..<position]), at: node)
            }
        }

        private mutating func readObject(into node: Int, of tree: inout LateTree) {
            _ = tree.open(node, isArray: false)
            position += 1
            while position < text.count, text[position] != UInt8(ascii: "}") {
                if text[position] == UInt8(ascii: ",") { position += 1 }
                let start = position + 1
                CompactText.skipScalar(in: text, &position)
                let member = tree.member(Array(text[start..<position - 1]), of: node)
                position += 1
                if let member { readValue(into: member, of: &tree) }
            }
            position += 1
        }

        private mutating func readArray(into node: Int, of tree: inout LateTree) {
            _ = tree.open(node, isArray: true)
            position += 1
            while position < text.count
                ? text[position] != UInt8(ascii: "]") : position == text.count && isCutBeforeValue
            {
                if position < text.count, text[position] == UInt8(ascii: ",") { position += 1 }
                let isCut = position == text.count
                if let element = tree.element(of: node) { readValue(into: element, of: &tree) }
                if isCut { break }
            }
            position += 1
        }
    }

    /// Appends a node as text.
    func write(_ node: Int = 0, sortingKeys sorts: Bool, to output: inout [UInt8]) {
        switch nodes[node].content {
        case .waiting: output += "{}".utf8
        case .text(let text): output += text
        case .array:
            output.append(UInt8(ascii: "["))
            for (index, element) in nodes[node].elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(element, sortingKeys: sorts, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object:
            output.append(UInt8(ascii: "{"))
            let members = nodes[node].members.inOrder
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
