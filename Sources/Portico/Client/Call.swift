import Synchronization

/// One call that can be started, waited for and cancelled, for code that is not `async`.
///
/// ```swift
/// github.call(ListRepos(org: "apple"))
///     .onProgress { bar.fraction = $0.fraction }
///     .onSuccess { repos in list.show(repos) }
///     .onFailure { error in list.show(error) }
///     .onCancel { list.clear() }
///     .start()
/// ```
///
/// A callback runs on the actor where it was written. Of the three ending ones exactly one kind is called, once, after every
/// progress; once ``cancel()`` has been called before the end, it is `onCancel`. One that is added after the end is called
/// too. A call starts once, by ``start()`` or by whoever first waits for it; a started one goes on to its end, whether or not anyone
/// keeps it.
public final class Call<Response: Sendable, Failure: Sendable>: Sendable {
    public typealias Outcome = Result<Response, CallError<Failure>>
    typealias Operation = @Sendable ((@Sendable (TransferProgress) -> Void)?) async -> Outcome

    private let operation: Operation
    private let cancelled: CallError<Failure>
    private let state = Mutex(State())

    /// The handlers until the end, and what the end was. The lock is never held while a handler runs.
    private struct State {
        var progress: [@Sendable (TransferProgress) async -> Void] = []
        var endings: [@Sendable (Outcome) async -> Void] = []
        var task: Task<Outcome, Never>?
        var isCancelled = false
        var outcome: Outcome?
    }

    init(_ call: CallDescription, _ operation: @escaping Operation) {
        self.operation = operation
        cancelled = CallError(.cancelled, CallRecord(call: call, redaction: .standard))
    }

    /// Told of progress in either direction; of several reports that wait for a busy actor only the newest are told.
    @discardableResult
    public func onProgress(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (TransferProgress) -> Void
    ) -> Self {
        state.withLock { $0.progress.append { await handler($0) } }
        return self
    }

    /// Called with the value, if the call gives one.
    @discardableResult
    public func onSuccess(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Response) -> Void
    ) -> Self {
        onEnd { if case .success(let value) = $0 { await handler(value) } }
    }

    /// Called with the error, if the call ends in one that is no cancellation.
    @discardableResult
    public func onFailure(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (CallError<Failure>) -> Void
    ) -> Self {
        onEnd { if case .failure(let error) = $0, !error.isCancellation { await handler(error) } }
    }

    /// Called if the call is cancelled.
    @discardableResult
    public func onCancel(@_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () -> Void) -> Self {
        onEnd { if case .failure(let error) = $0, error.isCancellation { await handler() } }
    }

    /// Starts the call, unless it was started or cancelled before.
    @discardableResult
    public func start() -> Self {
        _ = started()
        return self
    }

    /// Ends the call; one that has not started ends without any I/O. After the end it does nothing.
    public func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        (task ?? started()).cancel()
    }

    /// The value, once it is there; starts the call if need be. Cancelling the task that waits cancels the call.
    public var value: Response {
        get async throws(CallError<Failure>) { try await result.get() }
    }

    /// The value or the error, once the call has ended; starts the call if need be. Cancelling the task that waits cancels
    /// the call.
    public var result: Outcome {
        get async {
            let task = started()
            return await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                cancel()
            }
        }
    }

    private func onEnd(_ handler: @escaping @Sendable (Outcome) async -> Void) -> Self {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.endings.append(handler) }
            return state.outcome
        }
        if let outcome { Task { await handler(outcome) } }
        return self
    }

    /// The task of the call, which is made here the first time.
    private func started() -> Task<Outcome, Never> {
        state.withLock { state in
            if let task = state.task { return task }
            let task = Task { await self.run() }
            state.task = task
            return task
        }
    }

    private func run() async -> Outcome {
        let mailbox = Mailbox()
        let outcome: Outcome
        if state.withLock({ $0.isCancelled }) {
            outcome = end(.failure(cancelled))
        } else {
            outcome = end(await operation(state.withLock({ $0.progress.isEmpty }) ? nil : report(to: mailbox)))
        }
        let endings = takeEndings()
        mailbox.post { for handler in endings { await handler(outcome) } }
        mailbox.close()
        return outcome
    }

    private func takeEndings() -> [@Sendable (Outcome) async -> Void] {
        state.withLock { state in
            defer { state.endings = [] }
            return state.endings
        }
    }

    /// Settles what the end is: once cancelled, nothing but a cancellation.
    private func end(_ result: Outcome) -> Outcome {
        state.withLock { state in
            var outcome = result
            if state.isCancelled {
                if case .failure(let error) = result, error.isCancellation {} else { outcome = .failure(cancelled) }
            }
            state.outcome = outcome
            return outcome
        }
    }

    private func report(to mailbox: Mailbox) -> @Sendable (TransferProgress) -> Void {
        { [self] progress in
            for handler in state.withLock({ $0.progress }) { mailbox.post { await handler(progress) } }
        }
    }
}

extension CallError {
    /// Whether the call was cancelled, and did not fail otherwise.
    public var isCancellation: Bool {
        if case .cancelled = reason { true } else { false }
    }
}

/// Runs what is posted one after the other, in a task of its own; of more than a few that wait, the oldest are dropped.
private struct Mailbox: Sendable {
    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(
            of: (@Sendable () async -> Void).self, bufferingPolicy: .bufferingNewest(64))
        self.continuation = continuation
        Task { for await work in stream { await work() } }
    }

    func post(_ work: @escaping @Sendable () async -> Void) { continuation.yield(work) }
    func close() { continuation.finish() }
}

extension Client {
    /// A call of an endpoint, to be started.
    public func call<Declared: Endpoint>(
        _ endpoint: Declared, options: CallOptions = CallOptions()
    ) -> Call<Declared.Response, Declared.Failure> {
        call(Request(endpoint), options: options)
    }

    /// A call of a request, to be started.
    public func call<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, options: CallOptions = CallOptions()
    ) -> Call<Response, Failure> {
        Call(request.description) { onProgress in
            do throws(CallError<Failure>) {
                return .success(try await CallPipeline(request, options, storage, onProgress: onProgress).run())
            } catch {
                return .failure(error)
            }
        }
    }
}
