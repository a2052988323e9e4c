import CCurl
import Portico
import Synchronization
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Performs what an ``ExchangeMachine`` decides, in the loop. Its lock is held for the decision alone; nothing is resumed,
/// called or waited for under it.
final class Exchange: Sendable {
    /// What the caller gets.
    enum Outcome {
        /// The answer, to be read from the transfer.
        case complete
        case response(HTTPResponse)
        case failed(TransportError)
    }

    struct State {
        var machine = ExchangeMachine()
        /// Resumed once: the machine answers once. Nil until it waits.
        var caller: UnsafeContinuation<Void, Never>?
        var outcome: Outcome?
        var deadline: DeadlineQueue.Token?
        var connectDeadline: DeadlineQueue.Token?
        var channel: ChunkChannel?
        /// Itself, until the last chunk is handed on: whoever has the chunks keeps the channel, but not the transport.
        var kept: Exchange?
        var feed = UploadFeed()
        var source: UploadSource?
        var sliceOffset = 0
        var fetch: Task<Void, Never>?
        var sent: UInt64 = 0
        var received: UInt64 = 0
    }

    let transfer: Transfer
    private let core: TransportCore
    let loop: Loop
    private let options: TransportOptions
    let host: String
    private let uploadLength: Int64?
    /// Nil where no deadline is to be kept.
    private let deadlines: DeadlineQueue?
    /// Whether the caller goes on as soon as the pool has a thread, and waits for no executor of its own.
    private let waitsInPool = withUnsafeCurrentTask { $0?.unownedTaskExecutor == nil }
    let state: Mutex<State>

    init(
        _ request: HTTPRequest, _ options: TransportOptions, _ transfer: Transfer, _ source: UploadSource?,
        _ core: TransportCore
    ) {
        self.transfer = transfer
        self.core = core
        loop = core.loop
        self.options = options
        host = request.authority
        uploadLength = options.onProgress == nil ? nil : request.body.length
        let hasDeadline = options.timeout != nil || options.connectTimeout != nil
        deadlines = hasDeadline ? core.deadlines(by: options.clock) : nil
        state = Mutex(State(source: source))
    }

    /// Starts the exchange and waits for what comes of it: in the pool, for an actor could keep other callers waiting.
    @concurrent
    func outcome() async -> Outcome {
        await waitForOutcome()
        if waitsInPool { loop.resumeNextCaller() }
        // Through the lock comes what the loop has written to the transfer.
        return state.withLock { $0.outcome.take() }
            ?? .failed(TransportError(.other, "the exchange ended without an outcome"))
    }

    private func waitForOutcome() async {
        await withTaskCancellationHandler {
            startClocks()
            loop.start(self)
            await withUnsafeContinuation { caller in
                let isOver = state.withLock { state in
                    if state.outcome == nil { state.caller = caller }
                    return state.outcome != nil
                }
                if isOver { caller.resume() }
            }
        } onCancel: {
            // The task's own lock is held here, and is needed to resume it.
            loop.post(.giveUp(self, TransportError(.cancelled)))
        }
    }

    /// Before the exchange begins, so that whoever ends it finds the deadlines to cancel.
    private func startClocks() {
        guard let deadlines else { return }
        let deadline = options.timeout.map { timeout in
            deadlines.add(after: timeout) { self.loop.post(.giveUp(self, TransportError(.timedOut(.attempt)))) }
        }
        let connectDeadline = options.connectTimeout.map { timeout in
            deadlines.add(after: timeout) { self.loop.post(.connectionIsDue(self)) }
        }
        state.withLock { ($0.deadline, $0.connectDeadline) = (deadline, connectDeadline) }
    }

    func stopClocks() {
        guard let deadlines else { return }
        let (deadline, connectDeadline) = state.withLock { ($0.deadline.take(), $0.connectDeadline.take()) }
        if let deadline { deadlines.cancel(deadline) }
        if let connectDeadline { deadlines.cancel(connectDeadline) }
    }
}

// In the loop.
extension Exchange {
    func receive(_ event: ExchangeMachine.Event) {
        switch state.withLock({ $0.machine.receive(event) }) {
        case .none:
            break
        case .begin:
            guard !loop.add(self) else { return }
            receive(.ended(TransportError(.other, "libcurl has no memory left"), hasBacklog: false))
        case .answer:
            stopClocks()
            loop.leave()
            resume(.complete)
        case .answerHead:
            answerHead()
        case .fail(let error, let closes):
            if closes { loop.remove(self) }
            tellTimings(isComplete: true)
            leave()
            resume(.failed(error))
        case .finish(let error, let closes):
            if closes { loop.remove(self) }
            let (channel, kept) = state.withLock { ($0.channel.take(), $0.kept.take()) }
            _ = consume kept
            leave()
            channel?.finish(throwing: error)
        }
    }

    /// Lets go of everything that is not the caller's.
    private func leave() {
        stopClocks()
        let (fetch, source) = state.withLock { ($0.fetch.take(), $0.source.take()) }
        fetch?.cancel()
        _ = consume source
        core.pool.giveBack(transfer)
        loop.leave()
    }

    func resume(_ outcome: Outcome) {
        let caller = state.withLock { state in
            state.outcome = outcome
            return state.caller.take()
        }
        guard let caller else { return }
        if waitsInPool { loop.resumeLater(caller) } else { caller.resume() }
    }

    var isUnderWay: Bool { state.withLock(\.machine.isUnderWay) }

    /// Looks at what has come of the transfer in a turn of the loop. Each look may end the exchange.
    func see(_ what: UInt32) {
        if options.onProgress != nil, isUnderWay { report() }
        if what & UInt32(PC_HAS_HEAD) != 0, isUnderWay { receive(.head) }
        if what & UInt32(PC_HAS_BYTES) != 0, isUnderWay { pass() }
        if what & UInt32(PC_WANTS_PIECE) != 0, isUnderWay { feed() }
    }

    /// The transfer has left the loop.
    func end(_ code: CURLcode) {
        if code != CURLE_OK, isUnderWay, pc_transfer_begin_again(transfer.handle, code), loop.add(self) { return }
        let error = code == CURLE_OK ? flaw ?? missingHead : failure(code)
        receive(.ended(error, hasBacklog: pc_transfer_has_backlog(transfer.handle)))
    }

    func connectionIsDue() {
        guard isUnderWay, !transfer.answer.is_connected else { return }
        receive(.gaveUp(TransportError(.timedOut(.connect))))
    }

    func failure(_ code: CURLcode) -> TransportError {
        flaw
            ?? TransportError(
                code, transfer.answer, host: host, proxyRefuses: pc_transfer_was_refused_by_proxy(transfer.handle))
    }

    private var missingHead: TransportError? {
        guard !transfer.answer.has_head else { return nil }
        return TransportError(.connectionLost, "\(host): the connection was closed within the head")
    }

    var flaw: TransportError? {
        let answer = transfer.answer
        if answer.flaw == PC_FLAW_TOO_LARGE { return TransportError(.bodyTooLarge(limit: options.bodyLimit)) }
        return TransportError(answer, host: host)
    }

    func tellTimings(isComplete: Bool) {
        guard let onTimings = options.onTimings else { return }
        if let timings = TransportTimings(of: transfer, isComplete: isComplete) { onTimings(timings) }
    }

    private func report() {
        guard let onProgress = options.onProgress else { return }
        let answer = transfer.answer
        let (sends, receives) = state.withLock { state in
            defer { (state.sent, state.received) = (max(state.sent, answer.sent_count), answer.received_count) }
            return (answer.sent_count > state.sent, answer.received_count > state.received)
        }
        if sends {
            onProgress(
                TransferProgress(direction: .upload, completed: Int64(answer.sent_count), expected: uploadLength))
        }
        if receives {
            let expected = answer.expected_count < 0 ? nil : answer.expected_count
            onProgress(
                TransferProgress(direction: .download, completed: Int64(answer.received_count), expected: expected))
        }
    }
}
