public import Portico

/// A value of a document that is being mapped: what ``JSONMappable`` takes its parts from.
///
/// It is lent out for the time of one `init(map:)`, and cannot be copied or kept.
public struct JSONMap: ~Copyable {
    @usableFromInline let document: UnsafeMutablePointer<MappedDocument>
    /// The word of the value on the tape.
    @usableFromInline let index: Int
    /// The name that comes next: types ask in the order of the document, mostly.
    private let nextName: UnsafeMutablePointer<Int>

    @usableFromInline
    init(_ document: UnsafeMutablePointer<MappedDocument>, _ index: Int, _ nextName: UnsafeMutablePointer<Int>) {
        (self.document, self.index, self.nextName) = (document, index, nextName)
    }
}

/// What all maps of one document share.
@usableFromInline
struct MappedDocument {
    let tape: Tape
    let settings: FastJSONDecoder
    /// For the values in it that are `Decodable` alone.
    private var decoding: DecodingSession?
    /// Bad elements that are dropped ask for the paths of many values, one after the other.
    private var finder = TapePathFinder()
    var search: MemberSearch

    init(_ tape: Tape, _ settings: FastJSONDecoder) {
        (self.tape, self.settings) = (tape, settings)
        search = MemberSearch(in: tape)
    }

    mutating func session() -> DecodingSession {
        if let decoding { return decoding }
        let session = DecodingSession(tape, settings: settings)
        decoding = session
        return session
    }

    mutating func path(to index: Int) -> [any CodingKey] {
        finder.path(to: index, in: tape) { name, _, _ in PathKey.name(name) }
    }

    /// Whoever kept a decoder can go on using it.
    mutating func end() {
        guard var session = decoding.take(), !isKnownUniquelyReferenced(&session) else { return }
        session.keepDocument()
    }
}

extension JSONMap {
    @inline(__always)
    var tape: Tape { document.pointee.tape }
    @inline(__always)
    var word: TapeWord { tape[index] }

    /// Whether the value is `null`.
    public var isNull: Bool { word.kind == .null }
    /// Whether the value is an object.
    public var isObject: Bool { word.kind.isObject }
    /// Whether the value is an array.
    public var isArray: Bool { word.kind == .array }

    /// Whether there is a member of this name, `null` or not.
    public func contains(_ name: StaticString) -> Bool { member(name) >= 0 }

    /// The index of a member's value; -1 where there is none.
    @usableFromInline
    func member(_ name: StaticString) -> Int { name.withUTF8Buffer { member($0) } }

    /// The index of a member's value that is not `null`; -1 where there is none.
    @usableFromInline
    func valueIfPresent(_ name: StaticString) -> Int {
        let index = member(name)
        return index < 0 || tape[index].kind == .null ? -1 : index
    }

    @inline(__always)
    private func member(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        let tape = tape
        let word = tape[index]
        guard word.kind == .object else { return irregularMember(name) }
        let next = nextName.pointee
        if next < index &+ word.size, tape.regularName(at: next, is: name) {
            nextName.pointee = tape.next(after: next &+ 1)
            return next &+ 1
        }
        return laterMember(name, from: next)
    }

    @inline(never)
    private func laterMember(_ name: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let value = document.pointee.search.regularMember(name, of: index, behind: start, in: tape)
        if value >= 0 { nextName.pointee = tape.next(after: value) }
        return value
    }

    /// Of names that come twice the first counts.
    @inline(never)
    private func irregularMember(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        guard word.kind.isObject else { return -1 }
        return document.pointee.search.firstMember(name, of: index, in: tape)
    }
}

// What code in a client's module, specialised for its types, goes over elements and members with.
extension JSONMap {
    /// Where the elements or members end.
    @usableFromInline var end: Int { tape.end(of: index) }
    @usableFromInline func next(after index: Int) -> Int { tape.next(after: index) }
    @usableFromInline var elementCount: Int { tape.elementCount(of: index) }
    @usableFromInline func name(at index: Int) -> String { tape.text(of: tape[index]) ?? "" }

    /// The value with that index.
    @inlinable
    @inline(__always)
    func mapped<Value: JSONMappable>(at index: Int) throws(MappingError) -> Value {
        let document = document
        var nextName = index &+ 1
        return try withUnsafeMutablePointer(to: &nextName) { (nextName) throws(MappingError) in
            try Value(map: JSONMap(document, index, nextName))
        }
    }
}
