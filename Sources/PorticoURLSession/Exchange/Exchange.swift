import Foundation
import Portico
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs what an ``ExchangeMachine`` decides. Its lock is held for the decision alone; nothing is resumed, called or
/// waited for under it.
final class Exchange: Sendable {
    private struct State {
        var machine: ExchangeMachine
        var caller: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?
        var deadline: DeadlineQueue.Token?
        var preparation: Task<Void, Never>?
        var outgoing: OutgoingRequest?
        var ticket: UInt64?
        var running: (session: Session, task: URLSessionTask)?
        var reader: BodyReader?
        /// Why the server was not trusted.
        var refusal: TransportError?
        var channel: ChunkChannel?
        var hasHead = false
    }

    private let request: HTTPRequest
    private let options: TransportOptions
    private let core: TransportCore
    private let deadlines: DeadlineQueue
    private let state: Mutex<State>

    init(_ request: HTTPRequest, _ options: TransportOptions, _ core: TransportCore) {
        self.request = request
        self.options = options
        self.core = core
        deadlines = core.deadlines(by: options.clock)
        let terms = ExchangeMachine.Terms(delivery: options.delivery, bodyLimit: options.bodyLimit)
        state = Mutex(State(machine: ExchangeMachine(terms)))
    }

    var isAbandoned: Bool { state.withLock(\.machine.isAbandoned) }

    /// Starts the exchange and waits for what comes of it.
    func answer() async -> Result<HTTPResponse, TransportError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                state.withLock { $0.caller = caller }
                startClock()
                receive(.called)
            }
        } onCancel: {
            // The task's own lock is held here, and is needed to resume it.
            core.post { self.receive(.cancelled) }
        }
    }

    func receive(_ event: ExchangeMachine.Event) {
        for action in state.withLock({ $0.machine.receive(event) }) { perform(action) }
    }

    private func perform(_ action: ExchangeMachine.Action) {
        switch action {
        case .prepare: prepare()
        case .stopPreparing: state.withLock(\.preparation)?.cancel()
        case .queue: queue()
        case .leaveQueue: leaveQueue()
        case .launch: launch()
        case .stopClock: stopClock()
        case .answer(let answer): resume(with: answer)
        case .write(let data): write(data)
        case .finish(let error): state.withLock(\.channel)?.finish(throwing: error)
        case .report(let progress): options.onProgress?(progress)
        case .abandon: abandon()
        case .startGrace: core.startGrace { self.receive(.graceOver) }
        case .breakOff: breakOff()
        case .release: release()
        }
    }
}

// Up to the start of URLSession's task.
extension Exchange {
    private func startClock() {
        guard let timeout = options.timeout else { return }
        let token = deadlines.add(after: timeout) { self.receive(.expired) }
        state.withLock { $0.deadline = token }
    }

    private func stopClock() {
        let token = state.withLock { $0.deadline.take() }
        if let token { deadlines.cancel(token) }
    }

    private func prepare() {
        do throws(TransportError) {
            if let body = try UploadBody.immediate(request.body) { return try prepared(body) }
        } catch {
            return receive(.refused(error))
        }
        let preparation = Task {
            do throws(TransportError) {
                try prepared(await UploadBody.spooled(request.body))
            } catch {
                receive(.refused(error))
            }
        }
        let isOver = state.withLock { state in
            state.preparation = preparation
            return state.machine.isOver
        }
        if isOver { preparation.cancel() }
    }

    private func prepared(_ body: UploadBody) throws(TransportError) {
        let outgoing = try OutgoingRequest(request, body: body, timeoutInterval: timeoutInterval)
        state.withLock { $0.outgoing = outgoing }
        receive(.prepared(uploadLength: body.length))
    }

    /// When Foundation's own timer ends a task to which nothing happens: never before the deadline of a call, and soon
    /// after it, since that is what ends an abandoned task. Below a second it would fail at once.
    private var timeoutInterval: TimeInterval {
        let limit = deadlineForFoundation ?? core.longestSilence
        return TimeInterval(min(limit.asTimeLimit.components.seconds, 31_536_000) + 2)
    }

    /// The call's deadline where it goes by the time that Foundation knows, up to the end of the body.
    private var deadlineForFoundation: Duration? {
        options.delivery == .buffered && options.clock is ContinuousClock ? options.timeout : nil
    }

    private func queue() {
        guard let ticket = core.gate.withLock({ $0.enter(self) }) else { return receive(.admitted) }
        let isOver = state.withLock { state in
            state.ticket = ticket
            return state.machine.isOver
        }
        if isOver { core.gate.withLock { $0.leave(ticket) } }
        receive(.parked)
    }

    private func leaveQueue() {
        if let ticket = state.withLock(\.ticket) { core.gate.withLock { $0.leave(ticket) } }
    }

    /// Off the caller's thread: Foundation waits for the queue on which all of libcurl's work is done.
    private func launch() {
        core.launches.async { self.launchNow() }
    }

    private func launchNow() {
        let outgoing = state.withLock { state in state.machine.isAbandoned ? nil : state.outgoing.take() }
        guard let outgoing else { return receive(.ended(nil)) }
        let session = outgoing.needsFreshConnection ? core.closing : core.keeping
        let task = session.launch(outgoing, for: self)
        state.withLock { $0.running = (session, task) }
        receive(.launched)
    }

    /// Remembers what URLSession reads the body from.
    func keep(_ reader: BodyReader) { state.withLock { $0.reader = reader } }
}

// What URLSession tells.
extension Exchange {
    func receiveHead(_ response: HTTPURLResponse) {
        let head = AnswerHead(response, to: request.method)
        if head.head.status.kind != .informational { state.withLock { $0.hasHead = true } }
        receive(.head(head))
    }

    /// The task has ended. A head that was not told before belongs to a redirect that cannot be followed, whose body is
    /// lost.
    func end(_ response: URLResponse?, _ error: (any Error)?) {
        let (hasHead, reader, refusal) = state.withLock { ($0.hasHead, $0.reader, $0.refusal) }
        if let refusal { return conclude(refusal) }
        if let error {
            // Foundation's timer comes first only where our deadline is late.
            if (error as NSError).code == NSURLErrorTimedOut, deadlineForFoundation != nil { receive(.expired) }
            return conclude(reader?.failure ?? TransportError(urlSession: error, hasHead: hasHead))
        }
        if !hasHead, let response = response as? HTTPURLResponse {
            receive(.head(AnswerHead(bodiless: response, to: request.method)))
        }
        conclude(nil)
    }

    private func conclude(_ error: TransportError?) {
        receive(.ended(error))
        state.withLock { state in
            state.running = nil
            state.reader = nil
            state.channel = nil
            state.preparation = nil
        }
    }

    /// Part of the request's body has left. What was read of it is a better number than Foundation's, which goes beyond
    /// the whole when a request is sent again.
    func receiveSent(_ total: Int64) { receive(.sent(state.withLock(\.reader)?.count ?? total)) }

    #if canImport(Darwin)
    /// Comes before the end of the task.
    func receive(_ metrics: URLSessionTaskMetrics) {
        guard let onTimings = options.onTimings, let transaction = metrics.transactionMetrics.last else { return }
        onTimings(TransportTimings(transaction))
    }
    #endif

    /// The server's certificate was looked at, and the task is about to end for it.
    func refuseServer(_ reason: TransportError) { state.withLock { $0.refusal = reason } }

    func refuseResending() { state.withLock(\.reader)?.breakOff(BodyReader.sentTwice) }
}

// Towards the caller.
extension Exchange {
    private func resume(with answer: ExchangeMachine.Answer) {
        let result: Result<HTTPResponse, TransportError> =
            switch answer {
            case .failed(let error): .failure(error)
            case .buffered(let head, let data): .success(HTTPResponse(head: head, body: .bytes(data)))
            case .streamed(let head): .success(HTTPResponse(head: head, body: .chunks(makeChunks())))
            }
        let caller = state.withLock { $0.caller.take() }
        caller?.resume(returning: result)
    }

    private func makeChunks() -> HTTPChunks {
        #if canImport(Darwin)
        let pauseAt = 262_144
        #else
        // Foundation would hold what comes all the same.
        let pauseAt = Int.max
        #endif
        let (channel, chunks) = ChunkChannel.make(
            pauseAt: pauseAt,
            limit: options.bodyLimit,
            onResume: { [weak self] in self?.state.withLock(\.running)?.task.resume() },
            // Whoever drops the chunks may hold a lock.
            onStop: { [core, weak self] in core.post { [weak self] in self?.receive(.readerLeft) } }
        )
        state.withLock { $0.channel = channel }
        return chunks
    }

    private func write(_ data: Data) {
        let (channel, running) = state.withLock { ($0.channel, $0.running) }
        if channel?.write(data) == .pause { running?.task.suspend() }
    }

    private func abandon() {
        core.gate.withLock { $0.abandon() }
        state.withLock(\.reader)?.breakOff(TransportError(.cancelled))
    }

    private func breakOff() {
        if let running = state.withLock(\.running) { running.session.breakOff(running.task, of: self) }
    }

    private func release() {
        for waiter in core.gate.withLock({ $0.release() }) { waiter.receive(.admitted) }
    }
}
