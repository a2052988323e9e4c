/// The attempts of a call in the order in which they began: those that go on, and the first of those that have ended.
///
/// The first of all takes no memory of its own, for most calls have no other.
struct AttemptHistory: Sendable {
    private struct Entry: Sendable {
        let number: Int
        let start: Duration
        var timings: TransportTimings?
        /// Nil while it goes on.
        var outcome: Attempt.Outcome?
        var duration = Duration.zero

        init(_ number: Int, _ start: Duration) {
            self.number = number
            self.start = start
        }

        var isRunning: Bool { outcome == nil }

        mutating func end(_ outcome: Attempt.Outcome, at now: Duration) -> Bool {
            guard isRunning else { return false }
            self.outcome = outcome
            duration = now - start
            return true
        }

        func attempt(_ redaction: Redaction) -> Attempt? {
            outcome.map {
                Attempt(number: number, outcome: $0, duration: duration, timings: timings, redaction: redaction)
            }
        }
    }

    /// So many are told of in the end, and a few more are kept while they go on.
    static let limit = 32

    private var first: Entry?
    private var others: [Entry] = []
    private var begun = 0
    /// Those that have ended, the untold too, but not those of which nothing was sent.
    private(set) var count = 0

    /// Returns the number of the attempt that begins, from 1.
    mutating func begin(at start: Duration) -> Int {
        begun += 1
        guard begun > 1 else {
            first = Entry(begun, start)
            return begun
        }
        let latestEnded = others.lastIndex { !$0.isRunning }
        if let latestEnded, latestEnded >= Self.limit - 1 { others.remove(at: latestEnded) }
        if others.count < 2 * Self.limit { others.append(Entry(begun, start)) }
        return begun
    }

    mutating func note(_ timings: TransportTimings, of number: Int) {
        if number == 1 {
            first?.timings = timings
        } else if let index = index(of: number) {
            others[index].timings = timings
        }
    }

    /// Returns whether the attempt was going on: one that the call had given up has ended already.
    mutating func end(_ number: Int, _ outcome: Attempt.Outcome, at now: Duration) -> Bool {
        let wasRunning =
            if number == 1 {
                first?.end(outcome, at: now) == true
            } else if let index = index(of: number) {
                others[index].end(outcome, at: now)
            } else {
                false
            }
        if wasRunning, outcome.wasSent { count += 1 }
        return wasRunning
    }

    private func index(of number: Int) -> Int? { others.lastIndex { $0.number == number } }

    /// The numbers of those that go on.
    var running: [Int] { entries.filter(\.isRunning).map(\.number) }

    /// An attempt that has ended, until the next one begins.
    func attempt(_ number: Int, _ redaction: Redaction) -> Attempt? {
        entries.last { $0.number == number }?.attempt(redaction)
    }

    /// The first of those that have ended and of which something was sent.
    func ended(_ redaction: Redaction) -> [Attempt] {
        let ended = entries.compactMap { $0.attempt(redaction) }.filter(\.outcome.wasSent)
        return Array(ended.prefix(Self.limit))
    }

    private var entries: [Entry] { (first.map { [$0] } ?? []) + others }
}

extension Attempt.Outcome {
    /// A request that is refused as invalid does not leave.
    fileprivate var wasSent: Bool { if case .failed(is InvalidRequest) = self { false } else { true } }
}
