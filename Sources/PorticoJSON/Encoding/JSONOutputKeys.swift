// The keys of the open objects: which repeat, and in which order they are to stand.

extension JSONOutput {
    /// Remembers a key, and whether the object may have it already.
    @inline(__always)
    func note(keyFrom start: Int, to end: Int, in object: UnsafeMutablePointer<OpenContainer>) {
        let key = writtenKey(from: start, to: end)
        let bit: UInt64 = 1 << UInt64(key.hash >> 26)
        if object.pointee.seen & bit != 0, !object.pointee.mayRepeatKeys {
            // Those of very many are looked through once, at their end.
            object.pointee.mayRepeatKeys = hasManyKeys(object) || isKnown(key, in: object)
        }
        object.pointee.seen |= bit
        push(key)
    }

    /// A key that stands in the bytes. There is room behind them, so the loads stay inside.
    @inline(__always)
    func writtenKey(from start: Int, to end: Int) -> WrittenKey {
        let length = end &- start
        var mixed = UnsafeRawPointer(bytes + start).loadUnaligned(as: UInt64.self)
        if length >= 8 {
            mixed ^= UnsafeRawPointer(bytes + (end &- 8)).loadUnaligned(as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
        } else {
            mixed &= ~(UInt64.max << UInt64(truncatingIfNeeded: length &* 8))
        }
        mixed = (mixed ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        return WrittenKey(
            start: start, count: Int32(truncatingIfNeeded: length), hash: UInt32(truncatingIfNeeded: mixed >> 32))
    }

    private func hasManyKeys(_ object: UnsafeMutablePointer<OpenContainer>) -> Bool {
        keyCount - object.pointee.firstKey > 64
    }

    /// Whether a key is among those of the innermost object, as far as a hash can tell where it has many.
    func isKnown(_ key: WrittenKey, in object: UnsafeMutablePointer<OpenContainer>) -> Bool {
        let known = object.pointee.firstKey..<keyCount
        guard hasManyKeys(object) else { return known.contains { isSame(keys[$0], key) } }
        var hashes = object.pointee.hashes ?? []
        object.pointee.hashes = nil
        for index in known.dropFirst(object.pointee.hashedKeys) { hashes.insert(keys[index].hash) }
        object.pointee.hashedKeys = known.count
        defer { object.pointee.hashes = hashes }
        return hashes.contains(key.hash)
    }

    private func isSame(_ first: WrittenKey, _ second: WrittenKey) -> Bool {
        first.hash == second.hash && first.count == second.count && text(of: first).elementsEqual(text(of: second))
    }

    private func text(of key: WrittenKey) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + key.start, count: Int(key.count))
    }

    /// The object of which the closing brace was just written: which members it keeps, and in which order.
    func arrangeKeys(of object: OpenContainer) {
        let known = UnsafeBufferPointer(start: keys + object.firstKey, count: keyCount - object.firstKey)
        guard known.count > 1 else { return }
        if !options.sortsKeys {
            let hashes = known.map(\.hash).sorted()
            if zip(hashes, hashes.dropFirst()).allSatisfy(!=) { return }
        }
        var shape: UInt64 = 0
        for key in known { shape = (shape ^ UInt64(key.hash)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(key.count) }
        if !arrange(known, by: orders[shape] ?? []) {
            collect(known, 0..<known.count)
            if isOrdered { return }
            sortMembers()
            if orders.count < 256 { orders[shape] = sortable.map(\.index) }
            if !options.sortsKeys { sortable.sort { $0.start < $1.start } }
        }
        disorders.add(start: object.start, end: count, sortable.lazy.map { $0.start - 1..<$0.end })
    }

    /// Puts members into an order that was right for others of the same keys, as far as a hash can tell; false where
    /// it is not right for these.
    private func arrange(_ known: UnsafeBufferPointer<WrittenKey>, by order: [Int32]) -> Bool {
        guard order.count == known.count, options.sortsKeys else { return false }
        collect(known, order.lazy.map(Int.init))
        return isOrdered
    }

    private func collect(_ known: UnsafeBufferPointer<WrittenKey>, _ order: some Sequence<Int>) {
        sortable.removeAll(keepingCapacity: true)
        for index in order {
            let end = index + 1 < known.count ? known[index + 1].start - 2 : count - 1
            sortable.append(SortableMember(known[index], at: index, end: end, in: bytes))
        }
    }

    private var isOrdered: Bool {
        zip(sortable, sortable.dropFirst()).allSatisfy { $0.precedes($1, in: bytes) }
    }

    /// By their keys; of those with equal keys the last one stays.
    private func sortMembers() {
        // Most objects have few members.
        if sortable.count <= 32 {
            for index in sortable.indices.dropFirst() {
                let member = sortable[index]
                var place = index
                while place > 0, member.precedes(sortable[place - 1], in: bytes) {
                    sortable[place] = sortable[place - 1]
                    place -= 1
                }
                sortable[place] = member
            }
        } else {
            // Stable, since it looks at the place last.
            sortable.sort { $0.precedes($1, in: bytes) || !$1.precedes($0, in: bytes) && $0.start < $1.start }
        }
        var kept = 0
        for index in sortable.indices {
            if index + 1 < sortable.count, !sortable[index].precedes(sortable[index + 1], in: bytes) { continue }
            sortable[kept] = sortable[index]
            kept += 1
        }
        sortable.removeLast(sortable.count - kept)
    }
}

/// A member that is put in order by its key.
struct SortableMember {
    /// The first eight bytes of the key, as a number that sorts as they do; zeros behind a shorter one.
    private let prefix: UInt64
    /// Whether the key has no escape, so that its bytes sort as its characters do.
    private let isPlain: Bool
    /// The how manieth it is as they were written.
    let index: Int32
    let start: Int
    private let count: Int
    /// Where the value ends.
    let end: Int

    init(_ key: WrittenKey, at index: Int, end: Int, in bytes: UnsafePointer<UInt8>) {
        (self.index, start, count, self.end) = (Int32(truncatingIfNeeded: index), key.start, Int(key.count), end)
        let text = UnsafeBufferPointer(start: bytes + start, count: count)
        let word = UInt64(bigEndian: UnsafeRawPointer(bytes + start).loadUnaligned(as: UInt64.self))
        prefix = count >= 8 ? word : word & ~(UInt64.max >> UInt64(count * 8))
        isPlain = !text.contains(UInt8(ascii: "\\"))
    }

    @inline(__always)
    func precedes(_ other: SortableMember, in bytes: UnsafePointer<UInt8>) -> Bool {
        if isPlain, other.isPlain {
            if prefix != other.prefix { return prefix < other.prefix }
            if count <= 8 || other.count <= 8 { return count < other.count }
        }
        return CompactText.precedes(
            UnsafeBufferPointer(start: bytes + start, count: count),
            UnsafeBufferPointer(start: bytes + other.start, count: other.count))
    }
}
