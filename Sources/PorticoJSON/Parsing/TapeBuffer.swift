/// The words that a parser writes.
///
/// It begins with room for most documents of the length, and grows by what the document had up to there.
struct TapeBuffer: ~Copyable {
    private(set) var words: UnsafeMutablePointer<UInt64>
    private(set) var count = 0
    private var capacity: Int
    private let length: Int

    init(forDocumentOf length: Int) {
        self.length = length
        capacity = max(length / 16, 32)
        words = .allocate(capacity: capacity)
    }

    deinit { words.deallocate() }

    @inline(__always)
    mutating func append(_ word: TapeWord) {
        if count == capacity { grow(at: word.offset) }
        words[count] = word.bits
        count &+= 1
    }

    /// The index must be that of a word that was appended.
    @inline(__always)
    subscript(index: Int) -> TapeWord {
        get { TapeWord(bits: words[index]) }
        set { words[index] = newValue.bits }
    }

    @inline(never)
    private mutating func grow(at offset: Int) {
        // An eighth more than by the rule of three. No value, with its comma, has less than two bytes.
        let estimate = Int(Double(count) / Double(max(offset, 1)) * Double(length) * 1.125)
        capacity = max(min(estimate, length / 2 + 8), capacity + capacity / 4)
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        larger.moveInitialize(from: words, count: count)
        words.deallocate()
        words = larger
    }
}
