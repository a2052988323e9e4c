/// Keys in camelCase and the names in snake_case that they stand for.
///
/// A name is compared with a key, and neither is converted: `user_id` is the name of `userID` as well as of `userId`,
/// so what an encoder writes for either comes back.
enum SnakeCase {
    /// Whether the name stands for the key.
    ///
    /// They have the same letters and digits, whatever their case. Each underscore inside of the name stands before what is no
    /// small letter in the key. A name with none inside is the key itself.
    static func isName(_ name: String, of key: String) -> Bool {
        if name == key { return true }
        var (name, key) = (Array(name.utf8)[...], Array(key.utf8)[...])
        guard dropUnderscores(&name, &key) else { return false }
        var (breaks, index) = (0, key.startIndex)
        var isBreak = false
        for byte in name {
            if byte == UInt8(ascii: "_") {
                isBreak = true
                continue
            }
            guard index < key.endIndex, byte.lowercased == key[index].lowercased else { return false }
            if isBreak {
                if key[index].isSmallLetter { return false }
                breaks += 1
            }
            isBreak = false
            index += 1
        }
        return index == key.endIndex && breaks > 0 && !isBreak
    }

    /// Takes the underscores from the front and the back of both; false where they are not as many.
    private static func dropUnderscores(_ name: inout ArraySlice<UInt8>, _ key: inout ArraySlice<UInt8>) -> Bool {
        while name.first == UInt8(ascii: "_") || key.first == UInt8(ascii: "_") {
            guard name.popFirst() == key.popFirst() else { return false }
        }
        while name.last == UInt8(ascii: "_") || key.last == UInt8(ascii: "_") {
            guard name.popLast() == key.popLast() else { return false }
        }
        return true
    }

    /// The key that a name stands for, where the keys of the type are not known: each word but the first with a capital
    /// letter, underscores in front and at the back kept.
    static func camelCased(_ name: String) -> String {
        let isUnderscore = { (character: Character) in character == "_" }
        let front = name.prefix(while: isUnderscore)
        let rest = name.dropFirst(front.count)
        let back = rest.reversed().prefix(while: isUnderscore).count
        let words = rest.dropLast(back).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return name }
        let others = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        return front + first.lowercased() + others.joined() + String(repeating: "_", count: back)
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
    fileprivate var isSmallLetter: Bool { self &- UInt8(ascii: "a") < 26 }
}
