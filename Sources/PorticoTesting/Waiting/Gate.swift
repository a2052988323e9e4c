import Synchronization

/// A gate at which an answer is held until the test opens it, so that tests wait for events and never for time.
///
/// ```swift
/// let gate = Gate()
/// let stub = StubTransport { request in
///     await gate.wait()
///     return .json("{}")
/// }
/// let call = Task { try await client.send(ListRepos(org: "apple")) }
/// await gate.waitForArrivals(1)   // the request is under way, and its answer is held
/// call.cancel()
/// gate.open()
/// ```
///
/// A gate is opened once, for all who wait at it and all who come later.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [(id: UInt64, wake: @Sendable () -> Void)] = []
        var arrivals = 0
        var lastID: UInt64 = 0
        var waiters = CountWaiters()
    }

    private let state = Mutex(State())

    /// A gate that is closed.
    public init() {}

    /// Whether it has been opened.
    public var isOpen: Bool { state.withLock(\.isOpen) }

    /// The number of those who are held at the gate now.
    public var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Lets everyone through, now and later.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.wake() }
    }

    /// Returns once the gate is open, or the waiting task is cancelled.
    public func wait() async {
        let id = makeID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in hold(id) { continuation.resume() } }
        } onCancel: {
            leave(id)?()
        }
    }

    /// Returns as soon as `count` have come to the gate since it was made, whether they still wait or not; or when the
    /// waiting task is cancelled.
    public func waitForArrivals(_ count: Int) async { await wait(forCount: count) }

    func makeID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Calls `wake` once: when the gate opens, or at once where it is open or the running task is cancelled.
    func hold(_ id: UInt64, _ wake: @escaping @Sendable () -> Void) {
        let (isHeld, told) = state.withLock { state in
            state.arrivals += 1
            let isHeld = !state.isOpen && !Task.isCancelled
            if isHeld { state.waiting.append((id, wake)) }
            return (isHeld, state.waiters.take(reaching: state.arrivals))
        }
        for waiter in told { waiter.resume() }
        if !isHeld { wake() }
    }

    /// Gives up waiting. Returns what would have been called, or nil where it was called already.
    @discardableResult
    func leave(_ id: UInt64) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiting.remove(at: index).wake
        }
    }
}

extension Gate: CountWaitable {
    func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result {
        state.withLock { body(&$0.waiters, $0.arrivals) }
    }
}
