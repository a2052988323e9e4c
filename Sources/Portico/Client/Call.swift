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
/// A callback runs on the actor where it was written. Of the three ending ones exactly one kind is called, each of them
/// once, after every progress; one that is added after the end is called too. Once ``cancel()`` was called, on the
/// actor of the callbacks, none is called any more but `onCancel`.
///
/// A call starts once, by ``start()`` or by whoever first waits for it. A started one goes on to its end, whether or
/// not anyone keeps it, and lets go of its callbacks then.
public final class Call<Response: Sendable, Failure: Sendable>: Sendable {
    /// What a call ends in.
    public typealias Outcome = Result<Response, CallError<Failure>>
    typealias Operation = @Sendable ((@Sendable (TransferProgress) -> Void)?) async -> Outcome
    private typealias Machine = CallMachine<
        Outcome, Callback<TransferProgress>, EndingHandler, CheckedContinuation<Outcome, Never>
    >
    /// Is given what settles the end, and does not hold the call: one that never starts must not keep itself alive.
    private typealias EndingHandler = @Sendable (_ settle: @Sendable () -> Outcome?) async -> Void

    private let operation: Operation
    private let state: Mutex<State>

    /// No handler and no continuation runs, and no task is made or cancelled, under the lock.
    private struct State {
        var machine: Machine
        var task: Task<Void, Never>?
    }

    init(_ call: CallDescription, _ operation: @escaping Operation) {
        self.operation = operation
        let cancelled = CallError<Failure>(.cancelled, CallRecord(call: call, redaction: .standard))
        state = Mutex(State(machine: Machine(cancelled: .failure(cancelled))))
    }

    convenience init(_ request: Request<Response, Failure>, _ options: CallOptions, _ storage: Client.Storage) {
        self.init(request.description) { onProgress in
            do throws(CallError<Failure>) {
                return .success(try await request.value(options, storage, onProgress: onProgress))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Told of progress in either direction, where this was asked for before the start; of several reports that wait
    /// for a busy actor only the newest are told.
    @discardableResult
    public func onProgress(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (TransferProgress) -> Void
    ) -> Self {
        state.withLock { $0.machine.add(progress: Callback(handler)) }
        return self
    }

    /// Called with the value, if the call gives one.
    @discardableResult
    public func onSuccess(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Response) -> Void
    ) -> Self {
        onEnd(handler) { if case .success(let value) = $0 { value } else { nil } }
    }

    /// Called with the error, if the call ends in one that is no cancellation.
    @discardableResult
    public func onFailure(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (CallError<Failure>) -> Void
    ) -> Self {
        onEnd(handler) { if case .failure(let error) = $0, !error.isCancellation { error } else { nil } }
    }

    /// Called if the call is cancelled.
    @discardableResult
    public func onCancel(@_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () -> Void) -> Self {
        onEnd(handler) { if case .failure(let error) = $0, error.isCancellation { () } else { nil } }
    }

    /// Starts the call, unless it was started or cancelled before.
    @discardableResult
    public func start() -> Self {
        if state.withLock({ $0.machine.start() }) { run() }
        return self
    }

    /// Ends the call; one that has not started ends without any I/O. After the end it does nothing.
    public func cancel() {
        let (action, task) = state.withLock { ($0.machine.cancel(), $0.task) }
        switch action {
        case .none: break
        case .stopOperation: task?.cancel()
        case .deliver: deliver()
        }
    }

    /// The value, once it is there; starts the call if need be. Cancelling the task that waits cancels the call.
    public var value: Response {
        get async throws(CallError<Failure>) { try await result.get() }
    }

    /// The value or the error, once the call has ended; starts the call if need be. Cancelling the task that waits
    /// cancels the call.
    public var result: Outcome {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    switch state.withLock({ $0.machine.wait(continuation) }) {
                    case .run: run()
                    case .park: break
                    case .resume(let outcome): continuation.resume(returning: outcome)
                    }
                }
            } onCancel: {
                cancel()
            }
        }
    }

    private func onEnd<Argument: Sendable>(
        _ handler: @escaping @isolated(any) @Sendable (Argument) -> Void,
        _ argument: @escaping @Sendable (Outcome) -> Argument?
    ) -> Self {
        let callback = Callback(handler)
        let startsDelivery = state.withLock { state in
            state.machine.add(ending: { settle in await callback.run { settle().flatMap(argument) } })
        }
        if startsDelivery { deliver() }
        return self
    }

    /// Runs the operation in a task that keeps the call alive.
    private func run() {
        let task = Task {
            var onProgress: (@Sendable (TransferProgress) -> Void)?
            if state.withLock({ $0.machine.wantsProgress }) { onProgress = { self.report($0) } }
            finish(await operation(onProgress))
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.machine.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    private func finish(_ result: Outcome) {
        let isCancellation = if case .failure(let error) = result { error.isCancellation } else { false }
        let action = state.withLock { $0.machine.finish(result, isCancellation: isCancellation) }
        for waiter in action.resumed { waiter.resume(returning: action.outcome) }
        if action.startsDelivery { deliver() }
    }

    private func report(_ progress: TransferProgress) {
        if state.withLock({ $0.machine.report(progress) }) { deliver() }
    }

    /// Calls the handlers, one after the other, until there is nothing left to tell.
    private func deliver() {
        Task {
            while let delivery = state.withLock({ $0.machine.next() }) {
                switch delivery {
                case .progress(let handlers, let progress):
                    for handler in handlers {
                        await handler.run { self.state.withLock { $0.machine.allowsProgress ? progress : nil } }
                    }
                case .ending(let tell): await tell { self.state.withLock { $0.machine.settle() } }
                }
            }
        }
    }
}

/// A function of a user's, with the actor that it belongs to.
private struct Callback<Argument: Sendable>: Sendable {
    private let handler: @isolated(any) @Sendable (Argument) -> Void

    init(_ handler: @escaping @isolated(any) @Sendable (Argument) -> Void) { self.handler = handler }

    /// Calls the function on its actor, with the argument that is decided there; nil calls nothing. Nobody else on that
    /// actor comes between the decision and the call.
    func run(_ argument: @Sendable () -> Argument?) async { await run(on: handler.isolation, argument) }

    private func run(on actor: isolated (any Actor)?, _ argument: @Sendable () -> Argument?) async {
        if let argument = argument() { await handler(argument) }
    }
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
        Call(request, options, storage)
    }
}
