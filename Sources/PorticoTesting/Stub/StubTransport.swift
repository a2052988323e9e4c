public import Portico

/// A transport that answers in process: no socket, no server, no file.
///
/// ```swift
/// let stub = StubTransport(routes: [
///     "GET /users/{id}": .json(#"{"id": 42, "name": "Ada"}"#),
///     "POST /users": .handler { request in .json("{}", status: request.body.isNone ? 400 : 201) },
/// ])
/// let client = Client(environment: .test, transport: stub)
/// try await client.send(ShowUser(id: 42))
/// stub.requests[0].path   // "/users/42"
/// ```
///
/// It keeps the contract of `Transport`: a cancelled caller goes at once, deadlines go by the call's clock, a body is
/// read as a real transport would read it, HEAD and 204 have none, limits and delivery are as asked for. A stub owns its
/// state, so tests in parallel each make their own. Copies of a stub share their journal and their sequence of answers.
public struct StubTransport: Transport, DeadlineKeeping {
    /// What the stub says that it lacks: nothing, unless a test takes something away.
    public var capabilities = TransportCapabilities.all
    /// How long every answer is held back, by the clock of the call; nil for not at all.
    public var delay: Duration?
    /// What is told of each exchange's timings; nil for the time alone that it took by the clock of the call.
    public var timings: TransportTimings?

    let script: StubScript
    let journal: RequestJournal
    private let exchange = InProcessExchange()

    /// The number of latest requests that ``requests`` holds unless said otherwise.
    public static let defaultJournalLimit = 1000

    private init(_ script: StubScript, journalLimit: Int) {
        self.script = script
        journal = RequestJournal(limit: journalLimit)
    }

    /// A stub that answers every request with what a closure makes of it.
    public init(
        journalLimit: Int = defaultJournalLimit,
        _ answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPResponse
    ) {
        self.init(.always(.handler(answer)), journalLimit: journalLimit)
    }

    /// A stub that answers every request with what a closure makes of it, which may wait, for instance at a ``Gate``.
    ///
    /// The caller does not depend on the closure to end: it goes when it is cancelled, or its deadline passes.
    public init(
        journalLimit: Int = defaultJournalLimit,
        _ answer: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
    ) {
        self.init(.always(.handler(answer)), journalLimit: journalLimit)
    }

    /// A stub that gives every request the same answer.
    public init(_ answer: StubAnswer, journalLimit: Int = defaultJournalLimit) {
        self.init(.always(answer), journalLimit: journalLimit)
    }

    /// A stub that gives these answers, one after the other. A request beyond the last fails, with an error that says so.
    public init(sequence: [StubAnswer], journalLimit: Int = defaultJournalLimit) {
        self.init(.sequence(AnswerSequence(sequence)), journalLimit: journalLimit)
    }

    /// A stub that answers by method and path: `"GET /users/{id}"`, where `{…}` stands for any one segment.
    ///
    /// The first route that matches answers; the query is left out of account. A request that no route matches fails, with
    /// an error that names the routes.
    public init(routes: KeyValuePairs<String, StubAnswer>, journalLimit: Int = defaultJournalLimit) {
        self.init(.routes(routes.map { StubRoute($0, $1) }), journalLimit: journalLimit)
    }
}

extension StubTransport {
    public func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        try await exchange.send(request, options, timings: timings) { received throws(TransportError) in
            journal.record(received)
            var answer = try script.answer(to: received)
            if answer.delay == nil { answer.delay = delay }
            return answer
        }
    }

    /// The latest requests, oldest first: up to 1,000 unless the stub was made with another limit.
    ///
    /// A body of up to 64 KiB that was no bytes in memory (a file, a form, a stream) is there as the bytes that were read.
    public var requests: [HTTPRequest] { journal.requests }

    /// The number of all requests so far. One whose caller was cancelled before it was sent is not among them.
    public var requestCount: Int { journal.count }

    /// Returns as soon as at least `count` requests were received, or the waiting task is cancelled.
    public func waitForRequests(_ count: Int) async { await journal.wait(forCount: count) }

    /// A copy that holds every answer back by the clock of the call.
    public func delayed(by delay: Duration) -> StubTransport {
        var copy = self
        copy.delay = delay
        return copy
    }
}
