internal import Portico

/// Keys in camelCase and the names in snake_case that they stand for.
///
/// The key is what is converted, so what an encoder writes for it comes back: `user_id` for `userID` as well as for
/// `userId`. Names that the other way round would have made the key are taken as well, as `JSONDecoder` takes them:
/// `line_2` for `line2`.
enum SnakeCase {
    /// The name that an encoder gives the key.
    static func name(of key: String) -> String { ParameterStyle.Keys.snakeCase.key(for: key) }

    /// Whether a name stands for a key: it has the same letters and digits, whatever their case, and each underscore
    /// inside of it stands before what is no small letter in the key. A name with none inside is the key itself, or that which an
    /// encoder gives it.
    static func isName(_ name: String, of key: String) -> Bool {
        var (name, key) = (name, key)
        if name.withUTF8({ name in key.withUTF8 { isName(name, of: $0) } }) { return true }
        return name == self.name(of: key)
    }

    private static func isName(_ name: UnsafeBufferPointer<UInt8>, of key: UnsafeBufferPointer<UInt8>) -> Bool {
        if name.elementsEqual(key) { return true }
        guard let (name, key) = withoutUnderscores(name, key) else { return false }
        var (breaks, index, isBreak) = (0, key.startIndex, false)
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
        return index == key.endIndex && breaks > 0
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Both without the underscores in front and at the back; nil where these are not as many.
    private static func withoutUnderscores(
        _ name: UnsafeBufferPointer<UInt8>, _ key: UnsafeBufferPointer<UInt8>
    ) -> (Bytes, Bytes)? {
        var (name, key) = (name[...], key[...])
        while name.first == UInt8(ascii: "_") || key.first == UInt8(ascii: "_") {
            guard name.popFirst() == key.popFirst() else { return nil }
        }
        while name.last == UInt8(ascii: "_") || key.last == UInt8(ascii: "_") {
            guard name.popLast() == key.popLast() else { return nil }
        }
        return (name, key)
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
