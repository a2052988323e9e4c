import Portico
import Synchronization

/// The part of a ``MockServer`` that its threads share: one that serves every connection, and those that closures are
/// called on.
final class ServerCore: Sendable {
    /// What other threads have to tell the one that serves.
    enum Mail: Sendable {
        /// The gate has opened at which a connection is held, by the id of its wait.
        case opened(connection: Int, id: UInt64)
        case answered(connection: Int, MessageScript)
        case pulled(connection: Int, StreamPiece)
    }

    /// What finds the answers.
    typealias Script = @Sendable (ReceivedRequest) -> AnswerPlan

    enum Found {
        case script(MessageScript)
        /// It comes as mail; by a task where there is one.
        case later(Task<Void, Never>?)
    }

    let limits: MockServer.Limits
    let state: Mutex<ServerState>
    let bell: Bell
    private let script: Script
    private let mail = Mutex<[Mail]>([])
    private let threads: AnswerThreads
    private let hasStopped = Atomic(false)

    init(_ limits: MockServer.Limits, _ script: @escaping Script) throws(SystemError) {
        guard let bell = Bell() else { throw SystemError("pipe") }
        self.bell = bell
        self.limits = limits
        self.script = script
        threads = AnswerThreads(limit: limits.closures)
        state = Mutex(
            ServerState(journalLimit: limits.journaledRequests, journalByteLimit: limits.journaledBytes)
        )
    }

    var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

    /// Tells every thread to end. It does not wait for them.
    func stop() {
        let told = state.withLock { $0.stop() }
        hasStopped.store(true, ordering: .releasing)
        for waiter in told { waiter.resume() }
        bell.ring()
    }

    /// Waits for the closures that make an answer now.
    func joinClosures() { threads.stop() }

    /// Tells the serving thread something, from any thread.
    func post(_ letter: Mail) {
        let isFirst = mail.withLock { mail in
            mail.append(letter)
            return mail.count == 1
        }
        if isFirst { bell.ring() }
    }

    func takeMail() -> [Mail] {
        mail.withLock { mail in
            defer { mail = [] }
            return mail
        }
    }

    /// Numbers a request, keeps it, and finds its answer.
    func answer(_ request: ReceivedRequest) -> Found {
        let (request, queued, told) = state.withLock { [request] state in
            var request = request
            let told = state.record(&request)
            return (request, state.takeAnswer(), told)
        }
        for waiter in told { waiter.resume() }
        if let queued { return .script(MessageScript(queued, to: request)) }
        switch script(request) {
        case .now(let answer):
            return .script(MessageScript(answer, to: request))
        case .onThread(let work):
            threads.perform { [self] in
                post(.answered(connection: request.connection, MessageScript(work(), to: request)))
            }
            return .later(nil)
        case .inTask(let work):
            return .later(
                Task.detached { [self] in
                    post(.answered(connection: request.connection, MessageScript(await work(), to: request)))
                })
        }
    }

    /// Asks a streamed body for its next piece, which comes as mail.
    func pull(_ chunks: HTTPChunks, for connection: Int) -> Task<Void, Never> {
        Task.detached { [self] in post(.pulled(connection: connection, await StreamPiece(of: chunks))) }
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
