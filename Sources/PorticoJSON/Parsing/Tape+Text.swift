extension Tape {
    /// The text of a string or a name; nil where the word is neither.
    @inline(__always)
    func text(of word: TapeWord) -> String? {
        guard word.kind.isString else { return nil }
        let contents = contents(of: word)
        if word.kind == .escaped { return EscapedText.unescaped(contents) }
        return String(validated: contents, isASCII: word.kind == .plain)
    }

    /// Whether a name, or a string, is this text, byte by byte.
    @inline(__always)
    func name(at index: Int, is text: String) -> Bool {
        let word = self[index]
        var text = text
        return text.withUTF8 { name(word, is: $0) }
    }

    /// Whether a name, or a string, has these bytes once its escapes are undone.
    @inline(__always)
    func name(_ word: TapeWord, is name: UnsafeBufferPointer<UInt8>) -> Bool {
        if word.kind == .escaped {
            // No escape means less than a sixth of itself; a long name is not made a text for each short one.
            guard word.size > name.count, word.size <= name.count * 6 else { return false }
            return EscapedText.unescaped(contents(of: word)).utf8.elementsEqual(name)
        }
        guard word.size == name.count else { return false }
        guard let one = contents(of: word).baseAddress, let other = name.baseAddress else { return word.size == 0 }
        return one.isEqual(to: other, count: word.size)
    }

    /// The same for a name of a regular object, which has no escapes.
    @inline(__always)
    func regularName(at index: Int, is name: UnsafeBufferPointer<UInt8>) -> Bool { regularName(self[index], is: name) }

    /// The same for the word of such a name.
    @inline(__always)
    func regularName(_ word: TapeWord, is name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard word.size == name.count else { return false }
        guard let one = contents(of: word).baseAddress, let other = name.baseAddress else { return word.size == 0 }
        return one.isEqual(to: other, count: word.size)
    }
}

extension String {
    /// A copy of bytes that the parser has found to be UTF-8.
    @inline(__always)
    init(validated bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        } else {
            self.init(decoding: bytes, as: UTF8.self)
        }
    }
}
