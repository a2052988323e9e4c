/// The callers whose answers have come and who were not resumed yet: a value, without lock or thread.
///
/// To resume a caller wakes a thread, which on a busy core takes it from the one that resumes. A loop that resumed every
/// caller of a turn itself would lose its core as often. So it resumes one, who resumes the next, and so on: for each turn
/// the loop loses its core once.
///
/// Whenever somebody waits here, there is a caller who was resumed and will ask for the next one. So only callers belong
/// here who go on at once when there is a thread, which those who have to wait for an actor do not.
struct AnsweredCallers<Caller> {
    private var waiting: [Caller] = []
    /// Where the next one is; those before it are gone.
    private var next = 0

    /// Takes in the callers of a turn, and leaves an empty array. Returns the one who is to be resumed now, or nil where
    /// the last one of an earlier turn is still to ask.
    mutating func add(_ callers: inout [Caller]) -> Caller? {
        defer { callers.removeAll(keepingCapacity: true) }
        guard waiting.isEmpty else {
            waiting.append(contentsOf: callers)
            return nil
        }
        swap(&waiting, &callers)
        return takeNext()
    }

    /// The one to be resumed by a caller who was; nil where nobody waits.
    mutating func takeNext() -> Caller? {
        guard next < waiting.count else { return nil }
        let caller = waiting[next]
        next += 1
        if next == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            next = 0
        }
        return caller
    }
}
