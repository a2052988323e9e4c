#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico
import Synchronization

/// An HTTP/1.1 server in the test's own process, on a port of 127.0.0.1 that the system chose.
///
/// ```swift
/// let server = try MockServer { request in
///     request.path == "/users/42" ? .json(#"{"id": 42}"#) : .status(404)
/// }
/// let (data, _) = try await URLSession.shared.data(from: server.baseURL.appending(path: "users/42"))
/// let request = await server.request(1)
/// ```
///
/// It answers from a queue (``enqueue(_:)``) first and then by its script: a closure, a list of answers, a folder of JSON
/// fixtures, or a recording. Every answer is scriptable to the byte, faults included: see ``MockAnswer``. What it receives is kept,
/// byte for byte: see ``ReceivedRequest``. Connections are kept alive, chunked bodies read, `Expect: 100-continue`
/// answered; bytes that are no request get an answer of 400 and an end.
///
/// One thread serves every connection, thousands of them; closures are called on others. A held, delayed or dripping answer
/// takes no thread while it waits. The server stops with ``stop()`` or when the last reference to it goes.
public final class MockServer: Sendable {
    /// What a server takes in at most.
    ///
    /// ```swift
    /// var limits = MockServer.Limits()
    /// limits.bodyBytes = 1024
    /// let server = try MockServer(limits: limits, answers: [.status(204)])
    /// ```
    public struct Limits: Hashable, Sendable {
        /// The largest body of a request; 64 MiB unless said otherwise. A larger one is answered with 413.
        public var bodyBytes = 64 << 20
        /// The most connections at a time, 10,000 unless said otherwise. Further ones wait until there is room, as they do
        /// where the system allows the process no more descriptors (`ulimit -n`).
        public var connections = 10_000
        /// The most calls of the server's closure at a time, 256 unless said otherwise. Further ones wait for one to end.
        public var closures = 256
        /// The number of latest requests that are kept, 1,000 unless said otherwise.
        public var journaledRequests = 1000
        /// The bytes that the kept requests hold together, 256 MiB unless said otherwise; the latest is always kept.
        public var journaledBytes = 256 << 20

        /// The limits of a server for which nothing else is said.
        public init() {}
    }

    private let core: ServerCore
    /// The port on 127.0.0.1.
    public let port: Int
    private let loop: ServerThread
    private let isStopping = Atomic(false)

    /// Starts a server that answers with what a closure makes of each request.
    ///
    /// The closure is called on threads of the server's own, for several requests at a time, one of each connection. It may
    /// block: the other connections are served meanwhile. The port is one that the system chooses unless another than 0 is
    /// given.
    /// - Throws: `TransportError` where the port is taken, or the system has no port, descriptor or thread for it.
    public convenience init(
        port: Int = 0, limits: Limits = Limits(), _ answer: @escaping @Sendable (ReceivedRequest) -> MockAnswer
    ) throws(TransportError) {
        try self.init(port: port, limits) { request in .onThread { answer(request) } }
    }

    private init(port: Int, _ limits: Limits, _ script: @escaping ServerCore.Script) throws(TransportError) {
        guard let wanted = UInt16(exactly: port) else {
            throw TransportError(.other, "no server could be started: \(port) is no port")
        }
        do throws(SystemError) {
            let (core, poller) = (try ServerCore(limits, script), try Poller())
            let (listener, port) = try Sockets.listen(port: wanted)
            guard ServerLoop.watch(listener, core, poller) else {
                Sockets.close(listener)
                throw SystemError("epoll_ctl or kevent")
            }
            let thread = ServerThread { ServerLoop(core, poller, listener: listener).run() }
            guard let thread else {
                Sockets.close(listener)
                throw SystemError("pthread_create")
            }
            (self.core, self.port, loop) = (core, Int(port), thread)
        } catch {
            let place = port == 0 ? "" : " on port \(port)"
            throw TransportError(.other, "no server could be started\(place): \(error)")
        }
    }

    /// Starts a server that gives these answers, one after the other, and then says with a 500 that it has none left.
    public convenience init(
        port: Int = 0, limits: Limits = Limits(), answers: [MockAnswer] = []
    ) throws(TransportError) {
        try self.init(port: port, limits) { request in
            let reason = "the mock server has no answer left for request \(request.number)\n"
            return .now(.text(reason, status: .internalServerError))
        }
        core.state.withLock { $0.enqueue(answers) }
    }

    /// Starts a server that answers from a folder of fixtures, laid out as the paths that they answer.
    ///
    /// ```
    /// users/GET.json               GET /users
    /// users/POST.201.json          POST /users, with the status 201
    /// users/{id}/GET.json          GET /users/7: a folder named {…} stands for any one segment,
    /// users/me/GET.json            GET /users/me: but an exact name wins
    /// users/{id}/DELETE.204.json   DELETE /users/7, with no body
    /// users/0/GET.404.problem      GET /users/0, as application/problem+json
    /// ```
    ///
    /// <doc:StartingBeforeTheAPI> tells the whole convention: queries, sequences, sidecars. What changes on disk is seen
    /// with the next request. A request that no file answers gets a 404 with problem details whose `lookedFor` names the
    /// files that would have answered, in order; one whose file is no good a 500 that says why.
    /// - Throws: `TransportError` where there is no such folder, and as ``init(port:limits:_:)`` does.
    public convenience init(fixtures: URL, port: Int = 0, limits: Limits = Limits()) throws(TransportError) {
        let folder = try FixtureFolder(fixtures)
        try self.init(port: port, limits) { folder.plan(for: $0) }
    }

    /// Starts a server that answers as a recording does.
    ///
    /// ```swift
    /// let server = try MockServer(replaying: HTTPArchive(contentsOf: file))
    /// ```
    ///
    /// A request that the recording has no answer to gets a 404 with problem details: what comes nearest, and the
    /// differences.
    /// - Parameters:
    ///   - archive: what was recorded.
    ///   - matching: when a request is one that was recorded; ``ReplayMatching/loose`` unless said otherwise. The origin
    ///     never counts.
    ///   - redaction: the names that secrets go by, the same as while recording.
    ///   - port: of 127.0.0.1; one that is free unless given.
    ///   - limits: what the server takes in at most.
    /// - Throws: as ``init(port:limits:_:)`` does.
    public convenience init(
        replaying archive: HTTPArchive, matching: ReplayMatching = .loose, redaction: Redaction = .standard,
        port: Int = 0, limits: Limits = Limits()
    ) throws(TransportError) {
        let answers = RecordedAnswers(archive, matching: matching, redaction: redaction)
        try self.init(port: port, limits) { request in
            do throws(RecordedAnswers.Problem) {
                return .now(.response(try answers.answer(to: request).response))
            } catch {
                return .now(.response(error.response))
            }
        }
    }

    /// A server that is told for each request how its answer is found. The closure must not block: it is called where
    /// connections are served.
    package static func planning(
        port: Int, limits: Limits, _ plan: @escaping @Sendable (ReceivedRequest) -> AnswerPlan
    ) throws(TransportError) -> MockServer {
        try MockServer(port: port, limits, plan)
    }

    deinit { stop() }

    /// Ends every connection and every thread of the server and returns when they are gone. Further calls do nothing.
    ///
    /// A closure that is making an answer is waited for.
    public func stop() {
        guard !isStopping.exchange(true, ordering: .acquiringAndReleasing) else { return }
        core.stop()
        loop.join()
        core.joinClosures()
    }
}

extension MockServer {
    /// `127.0.0.1` and the port, as a request's `Host` has them.
    public var authority: String { "127.0.0.1:\(port)" }

    /// `http://127.0.0.1:` and the port, with no path.
    public var baseURL: URL { URL(string: "http://\(authority)") ?? URL(fileURLWithPath: "/") }

    /// Adds answers for the next requests, in order, whatever the server would answer otherwise.
    public func enqueue(_ answers: MockAnswer...) { core.state.withLock { $0.enqueue(answers) } }

    /// The latest requests, oldest first: see ``Limits``.
    public var requests: [ReceivedRequest] { core.state.withLock(\.journal.kept) }

    /// The number of all requests so far.
    public var requestCount: Int { core.state.withLock(\.journal.total) }

    /// The request of a number, from 1, as soon as it is there.
    /// - Returns: nil when the server is stopped or the waiting task cancelled before, and for one that is no longer kept.
    public func request(_ number: Int) async -> ReceivedRequest? {
        await core.first { state in state.journal.total >= number ? .some(state.journal[number]) : nil } ?? nil
    }

    /// The first request that this has not returned yet, as soon as it is there: each request once.
    /// - Returns: nil when the server is stopped or the waiting task cancelled before.
    public func nextRequest() async -> ReceivedRequest? {
        await request(core.state.withLock { $0.takeNextNumber() })
    }

    /// The number of connections that are open now.
    public var openConnectionCount: Int { core.state.withLock(\.openConnectionCount) }

    /// The number of all connections so far.
    public var connectionCount: Int { core.state.withLock(\.connectionCount) }

    /// Waits until a connection has ended: one of those that requests name, from 1.
    /// - Returns: who ended it; nil when the waiting task is cancelled before. The ends of the latest 1,000 are kept.
    public func connectionClosed(_ connection: Int) async -> ConnectionEnd? {
        await core.first { $0.end(of: connection) }
    }

    /// The bytes that were handed to the system for a connection.
    ///
    /// The system buffers a few MiB of what the client has not read. The counts of the latest 1,000 connections are kept.
    public func sentByteCount(over connection: Int) -> Int { core.state.withLock { $0.sentCount(over: connection) } }

    /// Waits until no more than this many connections are open, or the waiting task is cancelled.
    public func waitForOpenConnections(atMost count: Int) async {
        _ = await core.first { $0.openConnectionCount <= count ? true : nil }
    }
}
