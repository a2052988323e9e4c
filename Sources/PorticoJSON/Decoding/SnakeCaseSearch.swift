/// Finds the members that keys stand for where names are converted: those with the name that an encoder writes, or else
/// the first with another name that ``SnakeCase`` takes for the key.
struct SnakeCaseSearch {
    private var names: [ExactName: String] = [:]
    private var tables: [Int: [ExactName: Int]] = [:]

    /// So many keys are converted only once: as many as the types of a program have.
    private static let mostNames = 4096

    /// The name that an encoder writes for a key.
    mutating func name(of key: String) -> String {
        if let name = names[ExactName(key)] { return name }
        let name = SnakeCase.name(of: key)
        if names.count < Self.mostNames { names[ExactName(key)] = name }
        return name
    }

    /// The index of the value of the first member that has another name than that; -1 where there is none.
    /// - Parameter written: the name that an encoder writes.
    mutating func otherMember(
        _ key: String, written: String, of object: Int, in tape: Tape, _ search: inout MemberSearch
    ) -> Int {
        var (key, written) = (key, written)
        if search.needsTable(of: object, in: tape) { return tabledMember(key, written, of: object, in: tape, &search) }
        return key.withUTF8 { key in
            written.withUTF8 { written in
                var member = object + 1
                let end = tape.end(of: object)
                while member < end {
                    search.spend(tape[member].size)
                    if Self.isOtherName(tape[member], in: tape, of: key, written: written) { return member + 1 }
                    member = tape.next(after: member + 1)
                }
                return -1
            }
        }
    }

    private static func isOtherName(
        _ word: TapeWord, in tape: Tape, of key: UnsafeBufferPointer<UInt8>, written: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard word.kind == .escaped else {
            return SnakeCase.isOtherName(tape.contents(of: word), of: key, written: written)
        }
        var text = tape.text(of: word) ?? ""
        return text.withUTF8 { SnakeCase.isOtherName($0, of: key, written: written) }
    }

    private mutating func tabledMember(
        _ key: String, _ written: String, of object: Int, in tape: Tape, _ search: inout MemberSearch
    ) -> Int {
        let table = tables[object] ?? Self.table(of: object, in: tape)
        tables[object] = table
        var key = key
        let own = key.withUTF8 { search.tabledMember($0, of: object, in: tape) }
        let found = [table[ExactName(key)], table[ExactName(written)], own < 0 ? nil : own]
        return found.compactMap(\.self).min() ?? -1
    }

    /// The members by the keys that their names mean, and by their names in small letters. These do not meet: a name of
    /// several words has underscores between them, and the key that it means has none.
    private static func table(of object: Int, in tape: Tape) -> [ExactName: Int] {
        var table: [ExactName: Int] = [:]
        var member = object + 1
        let end = tape.end(of: object)
        while member < end {
            let name = tape.text(of: tape[member]) ?? ""
            let keys = SnakeCase.hasWords(name) ? [SnakeCase.camelCased(name), SnakeCase.lowercased(name)] : [name]
            for key in keys.map(ExactName.init) where table[key] == nil { table[key] = member + 1 }
            member = tape.next(after: member + 1)
        }
        return table
    }
}
