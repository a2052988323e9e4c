/// The latest of many entries, which are numbered from 1, and the number of all.
///
/// It holds no more than `limit` entries, and of these no more than weigh `weightLimit` together; the very latest stays
/// whatever it weighs, unless the limit is 0.
struct BoundedJournal<Entry: Sendable>: Sendable {
    private(set) var total = 0
    private let limit: Int
    private let weightLimit: Int
    /// The kept entries begin at `start`; those before are gone.
    private var entries: [(entry: Entry, weight: Int)?] = []
    private var start = 0
    private var weight = 0

    init(limit: Int, weightLimit: Int = .max) {
        self.limit = max(0, limit)
        self.weightLimit = weightLimit
    }

    /// Oldest first.
    var kept: [Entry] { entries[start...].compactMap { $0?.entry } }

    /// The entry of a number, or nil where it is not here yet or no longer.
    subscript(number: Int) -> Entry? {
        let index = entries.count - 1 - (total - number)
        return number <= total && index >= start ? entries[index]?.entry : nil
    }

    mutating func append(_ entry: Entry, weight added: Int = 0) {
        total += 1
        guard limit > 0 else { return }
        entries.append((entry, added))
        weight += added
        while entries.count - start > limit || weight > weightLimit && entries.count - start > 1 { dropOldest() }
        guard start >= limit else { return }
        entries.removeFirst(start)
        start = 0
    }

    private mutating func dropOldest() {
        weight -= entries[start]?.weight ?? 0
        entries[start] = nil
        start += 1
    }
}
