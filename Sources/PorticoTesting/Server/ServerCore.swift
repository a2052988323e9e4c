#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import Synchronization

/// The part of a ``MockServer`` that its threads share: one that accepts, and one for each connection.
final class ServerCore: Sendable {
    let port: UInt16
    let limits: MockServer.Limits
    let state: Mutex<ServerState>
    private let script: @Sendable (ReceivedRequest) -> MockAnswer
    private let listener: Int32
    private let bell: Bell

    init(
        _ limits: MockServer.Limits, _ script: @escaping @Sendable (ReceivedRequest) -> MockAnswer
    ) throws(SystemError) {
        guard let bell = Bell() else { throw SystemError("pipe") }
        (listener, port) = try Sockets.listen()
        self.bell = bell
        self.limits = limits
        self.script = script
        state = Mutex(
            ServerState(journalLimit: limits.journaledRequests, journalByteLimit: limits.journaledBytes)
        )
    }

    /// Accepts connections until the server is stopped, and joins the threads of those that have ended.
    func acceptConnections() {
        while true {
            let (isStopped, isFull, finished) = state.withLock { state in
                (state.isStopped, state.openConnectionCount >= limits.connections, state.takeFinished())
            }
            for thread in finished { thread.join() }
            guard !isStopped else { break }
            let ready = Sockets.wait(
                for: .init(descriptor: bell.descriptor), .init(descriptor: listener, forInput: !isFull))
            if ready[0] { bell.silence() }
            if !isFull, ready[1] { acceptOne() }
        }
        closeListener()
    }

    /// Closes the socket that listens, once nobody polls it.
    func closeListener() { close(listener) }

    private func acceptOne() {
        guard let descriptor = Sockets.acceptConnection(listener) else {
            // Without descriptors or memory the connection stays in the queue; look again a little later.
            _ = Sockets.wait(for: .init(descriptor: bell.descriptor), milliseconds: 10)
            return
        }
        guard let (connection, told) = state.withLock({ $0.opened(descriptor) }) else {
            close(descriptor)
            return
        }
        for waiter in told { waiter.resume() }
        let thread = ServerThread { [self] in
            var serving = ServerConnection(self, connection, descriptor)
            finish(connection, descriptor, serving.serve())
        }
        if let thread {
            state.withLock { $0.started(connection, thread) }
        } else {
            finish(connection, descriptor, .byServer)
        }
    }

    private func finish(_ connection: Int, _ descriptor: Int32, _ end: ConnectionEnd) {
        state.withLock { $0.closing(connection) }
        close(descriptor)
        let told = state.withLock { $0.ended(connection, end) }
        for waiter in told { waiter.resume() }
        bell.ring()
    }

    /// Tells every thread to end. It does not wait for them.
    func stop() {
        let told = state.withLock { state in
            let (descriptors, told) = state.stop()
            for descriptor in descriptors { Sockets.shutDown(descriptor) }
            return told
        }
        for waiter in told { waiter.resume() }
        bell.ring()
    }

    func joinConnections() {
        let threads = state.withLock { $0.takeOpenThreads() + $0.takeFinished() }
        for thread in threads { thread.join() }
    }

    /// Numbers a request, keeps it, and finds its answer.
    func answer(_ request: ReceivedRequest) -> (ReceivedRequest, MockAnswer) {
        let (request, queued, told) = state.withLock { [request] state in
            var request = request
            let told = state.record(&request)
            return (request, state.takeAnswer(), told)
        }
        for waiter in told { waiter.resume() }
        return (request, queued ?? script(request))
    }
}

extension ServerCore: CountWaitable {
    func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result {
        state.withLock { body(&$0.waiters, $0.events) }
    }

    /// The first answer that `look` has, looking again after every event; nil when the server is stopped or the task
    /// cancelled without one.
    func first<Found: Sendable>(_ look: @Sendable (inout ServerState) -> Found?) async -> Found? {
        while true {
            let (found, isStopped, events) = state.withLock { (look(&$0), $0.isStopped, $0.events) }
            if let found { return found }
            guard !isStopped, !Task.isCancelled else { return nil }
            await wait(forCount: events + 1)
        }
    }
}
