/// How many values there is room for before the first of them is read.
///
/// A document of two bytes a value could else ask for a hundred times its length, and more than there is, for values that
/// it does not have.
@usableFromInline
enum RoomAhead {
    /// In bytes. What needs more grows as it goes.
    private static let most = 1 << 24

    @usableFromInline
    static func count<Value>(for type: Value.Type, of count: Int) -> Int {
        min(count, most / max(MemoryLayout<Value>.stride, 1))
    }
}
