public import Portico

/// A transport that answers in process: no socket, no server, no file.
///
/// ```swift
/// let stub = StubTransport(stubs: [
///     .on(ShowUser(id: 42), .json(#"{"id": 42, "name": "Ada"}"#)),
///     .on("POST /users", .handler { request in .json("{}", status: request.body.isNone ? 400 : 201) }),
/// ])
/// let client = Client(environment: .test, transport: stub)
/// try await client.send(ShowUser(id: 42))
/// stub.requests[0].path                // "/users/42"
/// stub.requests(of: ShowUser.self)     // [ShowUser(id: 42)]
/// stub.unused                          // ["POST /users"]
/// ```
///
/// It keeps the contract of `Transport`: a cancelled caller goes at once, deadlines go by the call's clock, a body is
/// read as a real transport would read it, HEAD and 204 have none, limits and delivery are as asked for. A stub owns its
/// state, so tests in parallel each make their own. Copies of a stub share their journal and what they have answered.
public struct StubTransport: Transport, DeadlineKeeping {
    /// What the stub says that it lacks: nothing, unless a test takes something away.
    public var capabilities = TransportCapabilities.all
    /// How long every answer is held back, by the clock of the call; nil for not at all.
    public var delay: Duration?
    /// What is told of each exchange's timings; nil for the time alone that it took by the clock of the call.
    public var timings: TransportTimings?

    private let script: StubScript
    private let journal: RequestJournal
    private var chances: [StubChance] = []
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
    /// an error that names the nearest one, and all of them. It is short for stubs of routes: see ``init(stubs:journalLimit:)``.
    public init(routes: KeyValuePairs<String, StubAnswer>, journalLimit: Int = defaultJournalLimit) {
        self.init(stubs: routes.map { .on($0, $1) }, journalLimit: journalLimit)
    }

    /// A stub that answers calls by their endpoints' types or values, or by conditions: see ``Stub``.
    ///
    /// The first that fits answers. A request that none fits fails, with an error that says in what it differs from the
    /// nearest one; a ``StubMismatch`` underlies it.
    public init(stubs: [Stub], journalLimit: Int = defaultJournalLimit) {
        self.init(.stubs(stubs.map { CountedStub($0) }), journalLimit: journalLimit)
    }
}

extension StubTransport {
    public func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        try await exchange.send(request, options, timings: timings) { received throws(TransportError) in
            journal.record(received, options.context?.endpoint)
            var chance: (failure: StubAnswer?, delay: Duration?) = (nil, nil)
            for happening in chances.map({ $0.next() }) {
                chance = (chance.failure ?? happening.failure, happening.delay ?? chance.delay)
            }
            let stubbed = StubbedRequest(request: received, context: options.context)
            let answer = if let failure = chance.failure { failure } else { try script.answer(to: stubbed) }
            guard answer.delay == nil, let delay = chance.delay ?? delay else { return answer }
            return answer.delayed(by: delay)
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

    /// A copy that holds each answer back for some time within these bounds, by the clock of the call.
    ///
    /// The seed decides how long: the same one means the same times for the same order of requests.
    public func delayed(by range: ClosedRange<Duration>, seed: UInt64) -> StubTransport {
        adding(StubChance(.delays(range), seed: seed))
    }

    /// A copy that fails some requests, before they would take an answer from the script.
    /// - Parameters:
    ///   - rate: how many of all requests fail: 0.25 for a quarter. Below 0 it is 0, and above 1 it is 1.
    ///   - failures: what befalls them; a connection that is lost unless given. A status is one as well.
    ///   - seed: decides which requests, and in which way; the same seed means the same ones by their order.
    public func failing(
        _ rate: Double, with failures: [StubAnswer] = [.failure(.connectionLost)], seed: UInt64
    ) -> StubTransport {
        adding(StubChance(.failures(rate: rate, failures), seed: seed))
    }

    private func adding(_ chance: StubChance) -> StubTransport {
        var copy = self
        copy.chances.append(chance)
        return copy
    }
}

extension StubTransport {
    /// The values of an endpoint's or a router's type that were sent, oldest first, a value for each attempt: up to 1,000
    /// of all requests unless the stub was made with another limit.
    ///
    /// ```swift
    /// #expect(stub.requests(of: ShowUser.self).map(\.id) == [42, 7])
    /// ```
    public func requests<Declared: Sendable>(of type: Declared.Type) -> [Declared] {
        journal.endpoints.compactMap { $0 as? Declared }
    }

    /// How many of the latest requests were this call: the same method, path, query, body and fields of its own.
    public func requestCount<Declared: Endpoint>(of endpoint: Declared) -> Int {
        let expected = DeclaredCall(endpoint)
        return requests(of: Declared.self).count { DeclaredCall($0) == expected }
    }

    /// What was said and not asked for: stubs that no request has met, and those of several answers that have some left. A
    /// test that ends with `#expect(stub.unused.isEmpty)` has made all the calls that it meant to make.
    public var unused: [String] {
        switch script {
        case .always: requestCount == 0 ? ["the stub's answer"] : []
        case .sequence(let sequence):
            sequence.left == 0 ? [] : [sequence.left == 1 ? "the stub's last answer" : "\(sequence.left) answers"]
        case .stubs(let stubs): stubs.compactMap(\.rest)
        }
    }
}

/// A call as it was declared, to be compared with another.
private struct DeclaredCall: Equatable {
    private let request: HTTPRequest?

    init(_ endpoint: some Endpoint) {
        let client = Client(environment: APIEnvironment("stub", baseURL: "http://stub"), transport: Nowhere())
        request = try? client.declared(Request(endpoint))
    }

    static func == (left: DeclaredCall, right: DeclaredCall) -> Bool {
        guard let left = left.request, let right = right.request else { return false }
        return StubDifference.all(between: left, and: right, isDeclared: true, .standard).isEmpty
    }
}
