/// Finds out, when an object closes, whether all its names are different.
///
/// Each name sets a bit that depends on its bytes; only where the bit is set already is it compared with the names
/// before it. Objects with many members have a table instead, so the time stays in proportion to the members.
struct NameCheck: ~Copyable {
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private let bits: UnsafeMutablePointer<UInt64>

    private static let bitWords = 16
    private static let mostByBits = 64

    init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        (self.start, self.end) = (start, end)
        bits = .allocate(capacity: Self.bitWords)
    }

    deinit { bits.deallocate() }

    /// Whether the names of the members in these words are different, and have no escapes.
    @inline(__always)
    func areUnique(in words: UnsafePointer<UInt64>, count: Int) -> Bool {
        // One member, whose value is a scalar or not.
        if count < 2 || count == 1 &+ TapeWord(bits: words[1]).span {
            return count < 2 || TapeWord(bits: words[0]).kind != .escaped
        }
        return areAllDifferent(words, count)
    }

    @inline(never)
    private func areAllDifferent(_ words: UnsafePointer<UInt64>, _ count: Int) -> Bool {
        bits.update(repeating: 0, count: Self.bitWords)
        var (index, members) = (0, 0)
        while index < count {
            let name = TapeWord(bits: words[index])
            guard name.kind != .escaped else { return false }
            let hash = hash(of: name)
            let (word, bit) = (Int(hash >> 60), UInt64(1) << ((hash >> 54) & 63))
            if bits[word] & bit != 0, isAmong(words, before: index, name) { return false }
            bits[word] |= bit
            index &+= 1 &+ TapeWord(bits: words[index &+ 1]).span
            members &+= 1
            if members > Self.mostByBits { return areAllDifferentByTable(words, count) }
        }
        return true
    }

    private func isAmong(_ words: UnsafePointer<UInt64>, before limit: Int, _ name: TapeWord) -> Bool {
        var index = 0
        while index < limit {
            if areEqual(TapeWord(bits: words[index]), name) { return true }
            index &+= 1 &+ TapeWord(bits: words[index &+ 1]).span
        }
        return false
    }

    private func areAllDifferentByTable(_ words: UnsafePointer<UInt64>, _ count: Int) -> Bool {
        // At least twice as many slots as members, each of which has two words or more.
        let shift = count.leadingZeroBitCount
        let slots = 1 << (Int.bitWidth - shift)
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: slots) { table in
            table.initialize(repeating: 0)
            var index = 0
            while index < count {
                let name = TapeWord(bits: words[index])
                guard name.kind != .escaped else { return false }
                var slot = seededHash(of: name) & (slots - 1)
                while table[slot] != 0 {
                    if areEqual(TapeWord(bits: words[Int(table[slot]) - 1]), name) { return false }
                    slot = (slot + 1) & (slots - 1)
                }
                table[slot] = UInt32(index + 1)
                index += 1 + TapeWord(bits: words[index + 1]).span
            }
            return true
        }
    }

    /// Of the length and the first and last eight bytes.
    @inline(__always)
    private func hash(of name: TapeWord) -> UInt64 {
        let bytes = start + name.offset
        let length = name.size
        var value = UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
        if length >= 8 {
            value ^= ByteWord(bytes).bits ^ ByteWord(bytes + (length &- 8)).bits &* 0xD6E8_FEB8_6659_FD93
        } else if end - bytes >= 8 {
            // What follows the name in the document is shifted out.
            value ^= ByteWord(bytes).bits << UInt64(truncatingIfNeeded: 64 &- length &* 8)
        } else {
            var word: UInt64 = 0
            for index in 0..<length { word = word >> 8 | UInt64(bytes[index]) << 56 }
            value ^= word
        }
        return value &* 0xFF51_AFD7_ED55_8CCD
    }

    /// Of all the bytes, and seeded, so that nobody can choose names that meet in the table.
    private func seededHash(of name: TapeWord) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(start: start + name.offset, count: name.size))
        return hasher.finalize()
    }

    @inline(__always)
    private func areEqual(_ one: TapeWord, _ other: TapeWord) -> Bool {
        one.size == other.size && (start + one.offset).isEqual(to: start + other.offset, count: one.size)
    }
}
