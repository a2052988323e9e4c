import Synchronization

/// Hands the events of a client, and of the copies made of it, to whoever listens.
final class EventHub: Sendable {
    private let observer: (@Sendable (CallEvent) -> Void)?
    /// The hub of the client that this one was made of, whose listeners hear everything too.
    private let parent: EventHub?
    private let continuations = Mutex<[Int: AsyncStream<CallEvent>.Continuation]>([:])
    /// The streams, and the observer: looked at for every event, so it takes no lock.
    private let listenerCount: Atomic<Int>
    private let lastStream = Atomic(0)

    init(observer: (@Sendable (CallEvent) -> Void)? = nil, parent: EventHub? = nil) {
        self.observer = observer
        self.parent = parent
        listenerCount = Atomic(observer == nil ? 0 : 1)
    }

    /// How many there are, without those of the parent.
    var listeners: Int { listenerCount.load(ordering: .relaxed) }

    var hasListeners: Bool { listenerCount.load(ordering: .relaxed) > 0 || parent?.hasListeners == true }

    func send(_ event: CallEvent) {
        observer?(event)
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield(event) }
        parent?.send(event)
    }

    /// A stream of the events from now on; a reader that falls behind by more than `limit` loses the oldest.
    func stream(keeping limit: Int) -> AsyncStream<CallEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CallEvent.self, bufferingPolicy: .bufferingNewest(max(1, limit)))
        let number = lastStream.add(1, ordering: .relaxed).newValue
        continuations.withLock { $0[number] = continuation }
        listenerCount.add(1, ordering: .relaxed)
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    private func remove(_ number: Int) {
        guard continuations.withLock({ $0.removeValue(forKey: number) }) != nil else { return }
        listenerCount.subtract(1, ordering: .relaxed)
    }

    deinit {
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.finish() }
    }
}
