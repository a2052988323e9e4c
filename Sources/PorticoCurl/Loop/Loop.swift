import CCurl
import Portico
import Synchronization
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The transfers of a transport, and the thread on which they run. It ends once it was closed and the last of them is over.
///
/// The thread has the loop. To callers who have one exchange at a time it is lent while nothing is under way, so that the
/// request leaves before another thread has woken. Whoever has the loop came by it through the queue's lock, and lets go of
/// it there.
final class Loop: Sendable {
    enum Command {
        case start(Exchange)
        case giveUp(Exchange, TransportError)
        case connectionIsDue(Exchange)
        case readMore(Exchange)
        case readerLeft(Exchange)
        case supply(Exchange, Result<Data?, TransportError>)
    }

    /// Used by whoever has the loop alone, but for waking its thread, which any may do.
    private nonisolated(unsafe) let handle: OpaquePointer
    /// How many exchanges have started and are not over. Of whoever has the loop.
    private nonisolated(unsafe) var exchangeCount = 0
    /// The most that were under way together since nothing was. Of whoever has the loop.
    private nonisolated(unsafe) var peakCount = 0
    /// Those whose answers have come in this turn. Of whoever has the loop.
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

    /// Has an exchange begin, on this thread where the loop can be lent.
    func start(_ exchange: Exchange) {
        switch queue.withLock({ $0.pushOrBorrow(.start(exchange)) }) {
        case .lent: begin(exchange)
        case .queuedForSleeper: pc_loop_wake(handle)
        // None is refused: the loop is closed when the last exchange has gone with what it holds.
        case .queued, .refused: break
        }
    }

    /// What a caller does who was resumed at the end of a turn.
    func resumeNextCaller() { answeredCallers.withLock { $0.takeNext() }?.resume() }

    /// Has the thread end when nothing is under way any more.
    func close() {
        if queue.withLock({ $0.close() }) { pc_loop_wake(handle) }
    }
}

// In the loop.
extension Loop {
    private func run() {
        var commands: [Command] = []
        while true {
            queue.withLock { $0.take(into: &commands) }
            for command in commands { perform(command) }
            // Not under the lock: what goes with a command may have something to post.
            commands.removeAll(keepingCapacity: true)
            turn()
            let (isIdle, lends, answered) = (exchangeCount == 0, isLendable, takeAnswered())
            if isIdle, queue.withLock({ $0.end() }) {
                answered?.resume()
                return
            }
            // Who is answered may have the next request at once. A lone caller finds the loop lendable by then; the next
            // requests of several are taken in together, which costs no wake-up while the loop is awake.
            if isIdle { peakCount = 0 }
            if !lends { answered?.resume() }
            let sleeps = queue.withLock { $0.fallAsleep(lends: lends) }
            if lends { answered?.resume() }
            if sleeps { isIdle ? rest() : sleep() }
        }
    }

    /// Whether nothing is under way, and not more than one exchange was at a time.
    private var isLendable: Bool { exchangeCount == 0 && peakCount <= 1 && Libcurl.raisesNoSignal }

    private func sleep() {
        pc_loop_sleep(handle, 60_000)
        _ = queue.withLock { $0.awake() }
    }

    /// Sleeps while nothing is under way, away from libcurl, which a caller may use meanwhile.
    private func rest() {
        while true {
            let isTimeUp = pc_loop_rest(handle, idleMilliseconds)
            switch queue.withLock({ $0.awake() }) {
            case .superfluous:
                continue
            case .called:
                return
            case .alone:
                // Kept connections are closed when nothing was asked of the loop for as long as they may idle.
                if isTimeUp { pc_loop_close_connections(handle) }
                return
            }
        }
    }

    /// The turn of a caller to whom the loop was lent.
    private func begin(_ exchange: Exchange) {
        perform(.start(exchange))
        turn()
        let (isBusy, answered) = (exchangeCount > 0, takeAnswered())
        if queue.withLock({ $0.handBack(isBusy: isBusy) }) { pc_loop_wake(handle) }
        answered?.resume()
    }

    private func perform(_ command: Command) {
        switch command {
        case .start(let exchange):
            exchangeCount += 1
            peakCount = max(peakCount, exchangeCount)
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
        guard exchangeCount > 0 else { return }
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

    /// The one of those answered in this turn who is to be resumed by the loop: see ``AnsweredCallers``.
    private func takeAnswered() -> UnsafeContinuation<Void, Never>? {
        guard !answered.isEmpty else { return nil }
        return answeredCallers.withLock { $0.add(&answered) }
    }
}

// For exchanges, in the loop.
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
