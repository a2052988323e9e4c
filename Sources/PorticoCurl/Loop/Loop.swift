import CCurl
import Portico
import Synchronization
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The thread on which the transfers of a transport run. It ends once it was closed and the last of them is over.
final class Loop: Sendable {
    enum Command {
        case start(Exchange)
        case giveUp(Exchange, TransportError)
        case connectionIsDue(Exchange)
        case readMore(Exchange)
        case readerLeft(Exchange)
        case supply(Exchange, Result<Data?, TransportError>)
    }

    /// Used by the loop's thread alone, but for waking it, which has a lock of its own.
    private nonisolated(unsafe) let handle: OpaquePointer
    /// How many exchanges have started and are not over. Of the loop's thread alone.
    private nonisolated(unsafe) var exchangeCount = 0
    /// Those whose answers have come in this turn. Of the loop's thread alone.
    private nonisolated(unsafe) var answered: [UnsafeContinuation<Void, Never>] = []
    private let answeredCallers = Mutex(AnsweredCallers<UnsafeContinuation<Void, Never>>())
    private let queue = Mutex(LoopQueue<Command>())
    private let idleMilliseconds: Int32

    /// A loop whose thread runs, or nil where the system has no thread or descriptor left.
    init?(_ configuration: CurlConfiguration) {
        guard
            Libcurl.isUsable,
            let handle = pc_loop_create(
                max(1, configuration.maximumConnectionsPerHost), max(1, configuration.maximumConnections),
                max(1, configuration.maximumConnections))
        else { return nil }
        self.handle = handle
        idleMilliseconds = Int32(clamping: max(1, configuration.idleTimeout.milliseconds))
        let context = Unmanaged.passRetained(self)
        let started = pc_loop_start_thread(
            { context in
                guard let context else { return }
                Unmanaged<Loop>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        guard started else {
            context.release()
            return nil
        }
    }

    deinit { pc_loop_destroy(handle) }

    /// Has the loop do something. It takes one short lock, which is never held while anything is resumed.
    func post(_ command: Command) {
        if queue.withLock({ $0.push(command) }) == .queuedForSleeper { pc_loop_wake(handle) }
    }

    /// What a caller does who was resumed at the end of a turn.
    func resumeNextCaller() { answeredCallers.withLock { $0.takeNext() }?.resume() }

    /// Has the thread end when nothing is under way any more.
    func close() {
        if queue.withLock({ $0.close() }) { pc_loop_wake(handle) }
    }
}

// The thread.
extension Loop {
    private func run() {
        var commands: [Command] = []
        while true {
            queue.withLock { $0.take(into: &commands) }
            for command in commands { perform(command) }
            // Not under the lock: what goes with a command may have something to post.
            commands.removeAll(keepingCapacity: true)
            let wasBusy = exchangeCount > 0
            if wasBusy { turn() }
            resumeAnswered()
            // Whoever was answered last may have the next request at once; taken in now it costs no wake-up.
            if wasBusy, exchangeCount == 0 { pc_loop_yield() }
            if exchangeCount == 0, queue.withLock({ $0.end() }) { return }
            if queue.withLock({ $0.fallAsleep() }) { sleep() }
        }
    }

    private func sleep() {
        let isIdle = exchangeCount == 0
        pc_loop_sleep(handle, isIdle ? idleMilliseconds : 60_000)
        let wasWoken = queue.withLock { $0.awake() }
        // Kept connections are closed when nothing was asked of the loop for as long as they may idle.
        if isIdle, !wasWoken { pc_loop_close_connections(handle) }
    }

    private func perform(_ command: Command) {
        switch command {
        case .start(let exchange):
            exchangeCount += 1
            exchange.receive(.started)
        case .giveUp(let exchange, let error): exchange.receive(.gaveUp(error))
        case .connectionIsDue(let exchange): exchange.connectionIsDue()
        case .readMore(let exchange): exchange.readMore()
        case .readerLeft(let exchange): exchange.receive(.readerLeft)
        case .supply(let exchange, let piece): exchange.supply(piece)
        }
    }

    /// Has libcurl do what can be done without waiting, and hands on what has come of it.
    private func turn() {
        _ = pc_loop_perform(handle)
        var what: UInt32 = 0
        while let context = pc_loop_next_ready(handle, &what) {
            Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().see(what)
        }
        var code = CURLE_OK
        while let context = pc_loop_next_done(handle, &code) {
            Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue().end(code)
        }
    }

    private func resumeAnswered() {
        guard !answered.isEmpty else { return }
        answeredCallers.withLock { $0.add(&answered) }?.resume()
    }
}

// For exchanges, on the thread.
extension Loop {
    /// Has an exchange's transfer begin. False where libcurl has no memory for it.
    func add(_ exchange: Exchange) -> Bool {
        let context = Unmanaged.passRetained(exchange)
        guard pc_loop_add(handle, exchange.transfer.handle, context.toOpaque()) == CURLM_OK else {
            context.release()
            return false
        }
        return true
    }

    /// Takes a transfer out before its end, which closes its connection.
    func remove(_ exchange: Exchange) {
        pc_loop_remove(handle, exchange.transfer.handle)
        Unmanaged.passUnretained(exchange).release()
    }

    /// Has a caller resumed at the end of the turn, by the loop or by another one who was: see ``AnsweredCallers``.
    func resumeLater(_ caller: UnsafeContinuation<Void, Never>) { answered.append(caller) }

    /// An exchange that had started is over.
    func leave() { exchangeCount -= 1 }
}
