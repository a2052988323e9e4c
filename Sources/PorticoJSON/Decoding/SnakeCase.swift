internal import Portico

/// Keys in camelCase and the names in snake_case that they stand for.
///
/// The key is what is converted, so what an encoder writes for it comes back: `user_id` for `userID` as well as for
/// `userId`. Names that the other way round would have made the key are taken as well, as `JSONDecoder` takes them:
/// `line_2` for `line2`.
enum SnakeCase {
    /// The name that an encoder gives the key.
    static func name(of key: String) -> String { ParameterStyle.Keys.snakeCase.key(for: key) }

    /// Whether a name stands for a key.
    static func isName(_ name: String, of key: String) -> Bool {
        var (name, key, written) = (name, key, self.name(of: key))
        return name.utf8.elementsEqual(written.utf8)
            || name.withUTF8 { name in
                key.withUTF8 { key in written.withUTF8 { isOtherName(name, of: key, written: $0) } }
            }
    }

    /// Whether a name stands for a key without being the one that an encoder writes: it is the key itself, it has several
    /// words and is turned into the key, or it is what an encoder writes but for capital letters.
    static func isOtherName(
        _ name: UnsafeBufferPointer<UInt8>, of key: UnsafeBufferPointer<UInt8>, written: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if name.elementsEqual(key) || isCamelCased(name, key) { return true }
        return name.count == written.count && zip(name, written).allSatisfy { $0.lowercased == $1 } && hasWords(name)
    }

    /// Whether a name of several words is turned into the key. It looks no further than both agree.
    private static func isCamelCased(
        _ name: UnsafeBufferPointer<UInt8>, _ key: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let (inner, rest) = withoutUnderscores(name, key) else { return false }
        var (breaks, index, isBreak) = (0, rest.startIndex, false)
        for byte in inner {
            if byte == UInt8(ascii: "_") {
                isBreak = true
                continue
            }
            guard index < rest.endIndex else { return false }
            if byte >= 0x80, rest[index] >= 0x80 {
                let text = String(decoding: name, as: UTF8.self)
                return hasWords(name) && camelCased(text).utf8.elementsEqual(key)
            }
            if isBreak { breaks += 1 }
            guard rest[index] == (isBreak ? byte.uppercased : byte.lowercased) else { return false }
            isBreak = false
            index += 1
        }
        return index == rest.endIndex && breaks > 0
    }

    /// Whether a name has underscores other than those in front and at the back.
    static func hasWords(_ name: String) -> Bool {
        var name = name
        return name.withUTF8(hasWords)
    }

    private static func hasWords(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let front = name.drop { $0 == UInt8(ascii: "_") }
        guard let last = front.lastIndex(where: { $0 != UInt8(ascii: "_") }) else { return false }
        return front[...last].contains(UInt8(ascii: "_"))
    }

    /// A name with its capital letters, those of ASCII, made small.
    static func lowercased(_ name: String) -> String {
        String(decoding: name.utf8.map(\.lowercased), as: UTF8.self)
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
    fileprivate var uppercased: UInt8 { self &- UInt8(ascii: "a") < 26 ? self & ~0x20 : self }
}
