extension UnsafePointer<UInt8> {
    /// Whether as many bytes are the same at both places. They must be there.
    ///
    /// Names are short: each half of one is compared at once, and the halves may overlap.
    @inline(__always)
    func isEqual(to other: UnsafePointer<UInt8>, count: Int) -> Bool {
        let (one, other) = (UnsafeRawPointer(self), UnsafeRawPointer(other))
        if count >= 8 {
            var index = 0
            while count &- index > 8 {
                if Self.differ(one, other, at: index, as: UInt64.self) { return false }
                index &+= 8
            }
            return !Self.differ(one, other, at: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            return !Self.differ(one, other, at: 0, as: UInt32.self)
                && !Self.differ(one, other, at: count &- 4, as: UInt32.self)
        } else if count >= 2 {
            return !Self.differ(one, other, at: 0, as: UInt16.self)
                && !Self.differ(one, other, at: count &- 2, as: UInt16.self)
        }
        return count == 0 || !Self.differ(one, other, at: 0, as: UInt8.self)
    }

    @inline(__always)
    private static func differ<Word: FixedWidthInteger & BitwiseCopyable>(
        _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, at offset: Int, as type: Word.Type
    ) -> Bool {
        one.loadUnaligned(fromByteOffset: offset, as: type) != other.loadUnaligned(fromByteOffset: offset, as: type)
    }
}
