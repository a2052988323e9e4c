#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import Portico
import Synchronization

/// A port of 127.0.0.1 that takes one connection and does not speak HTTP: it reads what comes once a gate is open, and says
/// its one text when it has read something.
final class RawPeer: Sendable {
    private let state: Progress
    private let bell: Bell
    let authority: String

    private final class Progress: Sendable, CountWaitable {
        struct State {
            var byteCount = 0
            var hasEnded = false
            var waiters = CountWaiters()
        }
        let state = Mutex(State())

        func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result {
            state.withLock { body(&$0.waiters, $0.hasEnded ? 1 : 0) }
        }

        func read(_ count: Int) { state.withLock { $0.byteCount += count } }

        func end() {
            let told = state.withLock { state in
                state.hasEnded = true
                return state.waiters.take(reaching: 1)
            }
            for waiter in told { waiter.resume() }
        }
    }

    /// - Parameters:
    ///   - answer: sent after the first bytes; nil for silence.
    ///   - gate: nothing is read before it opens.
    init(answer: String? = nil, readingFrom gate: Gate? = nil) throws {
        guard let bell = Bell() else { throw SystemError("pipe") }
        let (listener, port) = try Sockets.listen()
        let state = Progress()
        (self.bell, self.state) = (bell, state)
        authority = "127.0.0.1:\(port)"
        let thread = ServerThread {
            defer {
                close(listener)
                state.end()
            }
            guard !Sockets.wait(for: .init(descriptor: bell.descriptor), .init(descriptor: listener))[0],
                let connection = Sockets.acceptConnection(listener)
            else { return }
            Self.serve(connection, answer, gate, bell, state)
            close(connection)
        }
        guard let thread else {
            close(listener)
            throw SystemError("pthread_create")
        }
        thread.detach()
    }

    deinit { bell.ring() }

    private static func serve(
        _ connection: Int32, _ answer: String?, _ gate: Gate?, _ bell: Bell, _ state: Progress
    ) {
        if let gate {
            guard let opened = Bell() else { return }
            let id = gate.makeID()
            gate.hold(id) { opened.ring() }
            guard !Sockets.wait(for: .init(descriptor: bell.descriptor), .init(descriptor: opened.descriptor))[0] else {
                gate.leave(id)
                return
            }
        }
        var (buffer, unsent) = ([UInt8](repeating: 0, count: 65_536), answer)
        while !Sockets.wait(for: .init(descriptor: bell.descriptor), .init(descriptor: connection))[0] {
            let count = buffer.withUnsafeMutableBytes { Sockets.receive(connection, into: $0) }
            guard count > 0 else { return }
            state.read(count)
            if let text = unsent.take(), !Sockets.sendAll(connection, Array(text.utf8)[...]) { return }
        }
    }

    /// Waits until the caller has closed the connection: the number of bytes that came over it.
    func byteCountAtEnd() async -> Int {
        await state.wait(forCount: 1)
        return state.state.withLock(\.byteCount)
    }
}
