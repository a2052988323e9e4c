/// A document that was parsed: its bytes, and the tape of its values. What it hands out costs nothing until it is asked
/// for: a number is read, and a string made, from the bytes.
///
/// A value is known by the index of its word; the document's own is 0. The elements of an array follow its word; those
/// of an object do too, each name before its value:
///
/// ```
/// {"a": [1, 2], "b": null}     object  "a"  array  1  2  "b"  null
///                                  0    1      2  3  4    5     6
/// ```
///
/// ```swift
/// try Tape.read(bytes, limits: JSONLimits()) { tape in
///     var member = 1
///     let end = tape.end(of: 0)
///     while member < end {                           // 1, 5
///         if tape.name(at: member, is: "b") { … }
///         member = tape.next(after: member + 1)      // over the value, however large, in one step
///     }
/// }
/// ```
///
/// It borrows the bytes and the words: it must not be used once the closure that it was given to has returned. Any
/// index can be asked; where there is no value it says `null`.
struct Tape {
    /// The bytes of the document.
    let bytes: UnsafeBufferPointer<UInt8>
    private let words: UnsafePointer<UInt64>
    /// How many words there are.
    let count: Int

    init(bytes: UnsafeBufferPointer<UInt8>, words: UnsafePointer<UInt64>, count: Int) {
        (self.bytes, self.words, self.count) = (bytes, words, count)
    }

    /// Parses a document and lends out its tape.
    /// - Throws: ``JSONSyntaxError``, and what the closure throws.
    static func read<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, _ body: (Tape) throws -> Result
    ) throws -> Result {
        guard bytes.count <= limits.length, let start = bytes.baseAddress else {
            let expected = bytes.isEmpty ? "a value" : "no more than \(limits.length) bytes"
            throw JSONSyntaxError(offset: min(bytes.count, limits.length), expected: expected, in: bytes)
        }
        var parser = TapeParser(bytes, start: start, limits: limits)
        if let offset = parser.parse() {
            throw JSONSyntaxError(offset: offset, expected: "\(parser.expected)", in: bytes)
        }
        return try body(Tape(bytes: bytes, words: parser.tape.words, count: parser.tape.count))
    }

    /// The word of a value or a name; that of `null` beyond the end.
    @inline(__always)
    subscript(index: Int) -> TapeWord {
        index >= 0 && index < count ? TapeWord(bits: words[index]) : TapeWord(.null, offset: 0, size: 0)
    }

    /// The index of what comes after a value: over the whole of a container.
    @inline(__always)
    func next(after index: Int) -> Int { index &+ self[index].span }

    /// For a container: the index behind its last element or member. The first is at `index + 1`.
    @inline(__always)
    func end(of index: Int) -> Int { min(next(after: index), count) }

    /// How many elements an array has, or members an object: it steps over each.
    func elementCount(of index: Int) -> Int {
        let (end, isObject) = (end(of: index), self[index].kind.isObject)
        var (count, next) = (0, index + 1)
        while next < end {
            if isObject { next += 1 }
            next = self.next(after: next)
            count += 1
        }
        return count
    }

    /// The first of the members of a regular object between two places that has this name; -1 where none has.
    /// - Parameters:
    ///   - first: the index of a name of the object, or its end.
    ///   - end: the same, further on.
    ///   - left: from which the number of names that were looked at is taken.
    func regularMember(_ name: UnsafeBufferPointer<UInt8>, from first: Int, to end: Int, _ left: inout Int) -> Int {
        guard first >= 0, end <= count else { return -1 }
        var (member, looks) = (first, 0)
        defer { left &-= looks }
        while member < end {
            let word = TapeWord(bits: words[member])
            looks &+= 1
            if word.size == name.count, regularName(word, is: name) { return member }
            // Each name has a value behind it.
            member &+= 1 &+ TapeWord(bits: words[member &+ 1]).span
        }
        return -1
    }

    /// The bytes of a scalar: those inside the quotes, for a string, with its escapes as they are.
    @inline(__always)
    func contents(of word: TapeWord) -> UnsafeBufferPointer<UInt8> {
        guard word.offset &+ word.size <= bytes.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: bytes[word.offset..<word.offset &+ word.size])
    }

    /// The offset of the first byte of a value, the quote of a string among it.
    func offset(at index: Int) -> Int {
        let word = self[index]
        return word.kind.isString ? word.offset - 1 : word.offset
    }

    /// The words once more, in memory that whoever calls this owns.
    func copyOfWords() -> UnsafeMutablePointer<UInt64> {
        let copy = UnsafeMutablePointer<UInt64>.allocate(capacity: max(count, 1))
        copy.initialize(from: words, count: count)
        return copy
    }

    /// A tape with no value: whatever is asked for is `null`.
    var nothing: Tape { Tape(bytes: UnsafeBufferPointer(start: nil, count: 0), words: words, count: 0) }
}
