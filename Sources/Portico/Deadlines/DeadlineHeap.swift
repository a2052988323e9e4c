/// The deadlines of a ``DeadlineQueue`` in the order of a heap: no clock, no lock.
struct DeadlineHeap {
    private struct Entry: Comparable {
        let deadline: Duration
        /// Rises with each entry, so that equal deadlines keep their order.
        let id: UInt64
        let slot: Int

        static func < (left: Entry, right: Entry) -> Bool {
            left.deadline == right.deadline ? left.id < right.id : left.deadline < right.deadline
        }
    }

    /// An action and the entry that it belongs to; slots are used again, ids are not.
    private struct Slot {
        var id: UInt64
        var action: (@Sendable () -> Void)?
    }

    private var entries = Heap<Entry>()
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var lastID: UInt64 = 0
    private(set) var count = 0

    var placesInUse: Int { entries.count }

    /// The first deadline that was not cancelled.
    var first: Duration? {
        mutating get {
            while let entry = entries.first, !isLive(entry) { entries.removeFirst() }
            return entries.first?.deadline
        }
    }

    mutating func add(_ deadline: Duration, _ action: @escaping @Sendable () -> Void) -> (slot: Int, id: UInt64) {
        lastID += 1
        count += 1
        let slot = freeSlots.popLast() ?? slots.count
        let content = Slot(id: lastID, action: action)
        if slot == slots.count { slots.append(content) } else { slots[slot] = content }
        entries.add(Entry(deadline: deadline, id: lastID, slot: slot))
        return (slot, lastID)
    }

    /// The action that will not run any more, for the caller to let go of outside its lock.
    mutating func remove(_ slot: Int, _ id: UInt64) -> (@Sendable () -> Void)? {
        guard slots.indices.contains(slot), slots[slot].id == id, let action = slots[slot].action else { return nil }
        empty(slot)
        forgetDead()
        return action
    }

    mutating func takeDue(_ now: Duration) -> [@Sendable () -> Void] {
        var due: [@Sendable () -> Void] = []
        while let entry = entries.first, entry.deadline <= now || !isLive(entry) {
            if isLive(entry), let action = slots[entry.slot].action {
                due.append(action)
                empty(entry.slot)
            }
            entries.removeFirst()
        }
        forgetDead()
        return due
    }

    /// Those that were cancelled never outnumber the others by much.
    private mutating func forgetDead() {
        guard entries.count > 2 * count + 64 else { return }
        let slots = slots
        entries.removeAll { !Self.isLive($0, in: slots) }
    }

    private func isLive(_ entry: Entry) -> Bool { Self.isLive(entry, in: slots) }

    private static func isLive(_ entry: Entry, in slots: [Slot]) -> Bool {
        slots[entry.slot].id == entry.id && slots[entry.slot].action != nil
    }

    private mutating func empty(_ slot: Int) {
        slots[slot].action = nil
        freeSlots.append(slot)
        count -= 1
    }
}
