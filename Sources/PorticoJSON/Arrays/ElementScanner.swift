/// Finds the elements of an array in a document that comes in pieces, cut anywhere: the document's own array, or one
/// under a path of names.
///
/// It holds no more of the document than the element that it is in. What stands around the array is passed over by its
/// brackets and quotes.
struct ElementScanner {
    enum Step: Equatable {
        /// An element ends here: what is ``ElementScanner/carried``, and then this part of the piece.
        case element(Range<Int>)
        /// The piece is used up.
        case more
    }

    /// What the document should have had, and where it had not.
    struct Malformed: Error, Equatable {
        let expected: String
        let offset: Int
    }

    private enum State {
        /// A byte order mark may come, of which so many bytes did.
        case mark(Int)
        case value
        case firstName, name, inName, inNameEscape
        case colon(isOnPath: Bool)
        case otherValue, inOtherValue
        case afterMember
        case firstElement, element, inElement, afterElement
        case end
    }

    private let path: [String]
    private let limit: Int
    private let nameLimit: Int
    private var state = State.mark(0)
    private var skipper = ValueSkipper(first: 0)
    /// How many names of the path were found, and how many objects are open.
    private var found = 0
    private var open = 0
    private var isPastArray = false
    private var name: [UInt8] = []
    /// How many bytes came before the piece.
    private var offset = 0
    /// The beginning of an element that ends in the piece.
    private(set) var carried: [UInt8] = []

    /// - Parameter limit: the most bytes that an element may have.
    init(path: [String], limit: Int) {
        (self.path, self.limit) = (path, limit)
        // A longer name, even if each of its letters is an escape, is none of the path.
        nameLimit = (path.map(\.utf8.count).max() ?? 0) * 6 + 1
    }

    /// Goes on to the end of the next element, or of the piece.
    /// - Parameters:
    ///   - piece: the bytes that follow those of the piece before it.
    ///   - position: where to go on in it; 0 at first.
    mutating func next(
        in piece: UnsafeBufferPointer<UInt8>, from position: inout Int
    ) throws(Malformed) -> Step {
        var start = position
        if case .inElement = state {} else { carried.removeAll(keepingCapacity: true) }
        while position < piece.count {
            switch state {
            case .inElement:
                guard let end = skipper.end(in: piece, from: position) else {
                    try carry(piece, from: start)
                    position = piece.count
                    offset += piece.count
                    return .more
                }
                position = end
                state = .afterElement
                try check(carried.count + end - start, at: end)
                return .element(start..<end)
            case .inOtherValue:
                let end = skipper.end(in: piece, from: position)
                position = end ?? piece.count
                if end != nil { state = .afterMember }
            default:
                try take(piece[position], at: position)
                position += 1
                if case .inElement = state { start = position - 1 }
            }
        }
        if case .inElement = state { try carry(piece, from: start) }
        offset += piece.count
        return .more
    }

    private mutating func carry(_ piece: UnsafeBufferPointer<UInt8>, from start: Int) throws(Malformed) {
        try check(carried.count + piece.count - start, at: piece.count)
        carried += piece[start...]
    }

    private func check(_ size: Int, at position: Int) throws(Malformed) {
        if size > limit { throw malformed("elements of no more than \(limit) bytes", at: position) }
    }

    private func malformed(_ expected: String, at position: Int) -> Malformed {
        Malformed(expected: expected, offset: offset + position)
    }

    /// The document is over.
    func finish() throws(Malformed) {
        if case .end = state { return }
        throw malformed("more of the document", at: 0)
    }
}

extension ElementScanner {
    /// Takes a byte outside of values.
    private mutating func take(_ byte: UInt8, at position: Int) throws(Malformed) {
        switch state {
        case .inName, .inNameEscape: return takeOfName(byte)
        case .mark(let count):
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if byte == mark[count] {
                state = count == 2 ? .value : .mark(count + 1)
                return
            }
            if count > 0 { throw malformed("a value", at: position) }
            state = .value
        default: break
        }
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return }
        guard let next = next(byte) else { throw malformed(expected, at: position) }
        state = next
    }

    /// What follows a byte that is no space; nil where it must not stand there.
    private mutating func next(_ byte: UInt8) -> State? {
        switch (state, byte) {
        case (.value, UInt8(ascii: "{")) where found < path.count:
            open += 1
            return .firstName
        case (.value, UInt8(ascii: "[")) where found == path.count: return .firstElement
        case (.firstName, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")):
            name.removeAll(keepingCapacity: true)
            return .inName
        case (.colon(let isOnPath), UInt8(ascii: ":")):
            if isOnPath { found += 1 }
            return isOnPath ? .value : .otherValue
        case (.afterMember, UInt8(ascii: ",")): return .name
        case (.afterMember, UInt8(ascii: "}")) where isPastArray:
            open -= 1
            return open == 0 ? .end : .afterMember
        case (.firstElement, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
            isPastArray = true
            return open == 0 ? .end : .afterMember
        case (.afterElement, UInt8(ascii: ",")): return .element
        case (.firstElement, _), (.element, _): return begin(byte, .inElement)
        case (.otherValue, _): return begin(byte, .inOtherValue)
        default: return nil
        }
    }

    private mutating func begin(_ byte: UInt8, _ next: State) -> State? {
        switch byte {
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"): return nil
        default:
            skipper = ValueSkipper(first: byte)
            return next
        }
    }

    private mutating func takeOfName(_ byte: UInt8) {
        if case .inName = state, byte == UInt8(ascii: "\"") {
            let isOnPath = !isPastArray && name.withUnsafeBufferPointer(EscapedText.unescaped) == path[found]
            state = .colon(isOnPath: isOnPath)
            return
        }
        if case .inName = state, byte == UInt8(ascii: "\\") { state = .inNameEscape } else { state = .inName }
        if name.count < nameLimit { name.append(byte) }
    }

    private var expected: String {
        switch state {
        case .value: found < path.count ? "an object with a member '\(path[found])'" : "an array"
        case .firstName,
            .afterMember where !isPastArray:
            "a member '\(path[found])'"
        case .name: "a name"
        case .colon: "':' after a name"
        case .afterMember: "',' or '}' after a member"
        case .afterElement: "',' or ']' after an element"
        case .end: "the end"
        default: "a value"
        }
    }
}
