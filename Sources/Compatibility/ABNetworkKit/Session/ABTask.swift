import Synchronization

/// A request under way.
public final class ABTask: Sendable {
    /// How far it is.
    public enum State: Hashable, Sendable {
        /// Its answer has not come yet.
        case running
        /// It was cancelled, and its completion has not been called yet.
        case canceling
        /// Its completion is being called, or was.
        case completed
    }

    private let current = Mutex(State.running)
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// How far it is.
    public var state: State { current.withLock(\.self) }

    /// Ends the request. Its completion is called with a `URLError` of code `cancelled`, unless the answer was there
    /// already.
    public func cancel() {
        current.withLock { if $0 == .running { $0 = .canceling } }
        onCancel()
    }

    func complete() { current.withLock { $0 = .completed } }
}
