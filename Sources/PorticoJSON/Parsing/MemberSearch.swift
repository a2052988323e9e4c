/// Finds members that are not where they are looked for first.
///
/// Names are compared one by one as long as that is cheap: so many times for each value of the document. Once that is used
/// up, objects with many members get tables of their names. So lookups in any order take a time in proportion to the
/// document and to their number.
struct MemberSearch {
    /// How much more is compared one by one.
    private var left: Int
    private var tables: [Int: [ExactName: Int]] = [:]

    /// From so many words on an object has a table.
    private static let manyWords = 64

    init(in tape: Tape) { left = 4096 + 32 * tape.count }

    /// Whether the members of an object are to be found by a table.
    func needsTable(of object: Int, in tape: Tape) -> Bool { left < 0 && tape[object].span > Self.manyWords }

    /// A name of so many bytes was read.
    mutating func spend(_ size: Int) { left &-= 1 &+ size >> 4 }

    /// The index of the value of a member of a regular object; -1 where it has none of this name.
    /// - Parameter start: the name behind which it is looked for first.
    mutating func regularMember(
        _ name: UnsafeBufferPointer<UInt8>, of object: Int, behind start: Int, in tape: Tape
    ) -> Int {
        if needsTable(of: object, in: tape) { return tabledMember(name, of: object, in: tape) }
        let end = object &+ tape[object].size
        let second = start < end ? tape.next(after: start &+ 1) : end
        var member = tape.regularMember(name, from: second, to: end, &left)
        if member < 0 { member = tape.regularMember(name, from: object &+ 1, to: start, &left) }
        return member < 0 ? -1 : member &+ 1
    }

    /// The same for any object, from its first member on: of several members of a name the first counts.
    mutating func firstMember(_ name: UnsafeBufferPointer<UInt8>, of object: Int, in tape: Tape) -> Int {
        if needsTable(of: object, in: tape) { return tabledMember(name, of: object, in: tape) }
        var member = object + 1
        let end = tape.end(of: object)
        while member < end {
            spend(0)
            if tape.name(tape[member], is: name) { return member + 1 }
            member = tape.next(after: member + 1)
        }
        return -1
    }

    /// The same by a table.
    mutating func tabledMember(_ name: UnsafeBufferPointer<UInt8>, of object: Int, in tape: Tape) -> Int {
        let name = ExactName(String(decoding: name, as: UTF8.self))
        if let table = tables[object] { return table[name] ?? -1 }
        let table = Self.table(of: object, in: tape)
        tables[object] = table
        return table[name] ?? -1
    }

    private static func table(of object: Int, in tape: Tape) -> [ExactName: Int] {
        var table: [ExactName: Int] = [:]
        table.reserveCapacity(tape.elementCount(of: object))
        var member = object + 1
        let end = tape.end(of: object)
        while member < end {
            let name = ExactName(tape.text(of: tape[member]) ?? "")
            if table[name] == nil { table[name] = member + 1 }
            member = tape.next(after: member + 1)
        }
        return table
    }
}
