/// Times at which connections go on, the earliest first: a binary heap.
struct TimerQueue {
    struct Timer {
        let time: ContinuousClock.Instant
        let connection: Int
        /// Which of the connection's waits it is; it means nothing once that is over.
        let wait: Int
    }

    private var heap: [Timer] = []

    var count: Int { heap.count }
    var first: Timer? { heap.first }

    mutating func add(_ timer: Timer) {
        heap.append(timer)
        var index = heap.count - 1
        while index > 0, case let parent = (index - 1) / 2, heap[index].time < heap[parent].time {
            heap.swapAt(index, parent)
            index = parent
        }
    }

    /// Takes out the earliest, where its time has come.
    mutating func takeFirst(until now: ContinuousClock.Instant) -> Timer? {
        guard let first = heap.first, first.time <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return first
    }

    /// Forgets those that mean nothing any more.
    mutating func keep(where isAlive: (Timer) -> Bool) {
        let alive = heap.filter(isAlive)
        heap = []
        for timer in alive { add(timer) }
    }

    private mutating func sink() {
        var index = 0
        while case let left = 2 * index + 1, left < heap.count {
            let right = left + 1
            let least = right < heap.count && heap[right].time < heap[left].time ? right : left
            guard heap[least].time < heap[index].time else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
