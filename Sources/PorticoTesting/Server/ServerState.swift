/// Who ended a connection of a ``MockServer``.
///
/// ```swift
/// call.cancel()
/// #expect(await server.connectionClosed(request.connection) == .byClient)
/// ```
public enum ConnectionEnd: Hashable, Sendable {
    /// The client closed or reset it.
    case byClient
    /// The server closed it: its answer said so, the client asked for it, or the server was stopped.
    case byServer
}

/// What a ``MockServer`` knows of its connections and requests: changed under its lock, with no I/O.
struct ServerState {
    private struct EndedConnection {
        let number: Int
        let end: ConnectionEnd
        let sentCount: Int
    }

    private(set) var journal: BoundedJournal<ReceivedRequest>
    private(set) var isStopped = false
    private(set) var connectionCount = 0
    /// Counts everything that someone may wait for, so that they look again.
    private(set) var events = 0
    var waiters = CountWaiters()
    /// The answers that come before those of the server's own script, in order, from `nextAnswer` on.
    private var queue: [MockAnswer] = []
    private var nextAnswer = 0
    private var nextRead = 0
    /// The bytes sent over each open connection.
    private var open: [Int: Int] = [:]
    private var ends: BoundedJournal<EndedConnection>

    init(journalLimit: Int, journalByteLimit: Int) {
        journal = BoundedJournal(limit: journalLimit, weightLimit: journalByteLimit)
        ends = BoundedJournal(limit: 1000)
    }

    var openConnectionCount: Int { open.count }

    /// Counts an event. Returns whom to wake once the lock is open.
    private mutating func happen() -> [CountWaiters.Continuation] {
        events += 1
        return waiters.take(reaching: events)
    }
}

extension ServerState {
    /// Numbers a request and keeps it.
    mutating func record(_ request: inout ReceivedRequest) -> [CountWaiters.Continuation] {
        request.number = journal.total + 1
        let weight = request.rawHead.count + request.rawBody.count
        journal.append(request, weight: weight)
        return happen()
    }

    /// The number of the request that is to be read next, each once.
    mutating func takeNextNumber() -> Int {
        nextRead += 1
        return nextRead
    }

    mutating func enqueue(_ answers: [MockAnswer]) { queue += answers }

    mutating func takeAnswer() -> MockAnswer? {
        guard nextAnswer < queue.count else { return nil }
        defer {
            nextAnswer += 1
            if nextAnswer == queue.count { (queue, nextAnswer) = ([], 0) }
        }
        return queue[nextAnswer]
    }
}

extension ServerState {
    /// A number for a new connection, or nil where the server has been stopped.
    mutating func opened() -> (connection: Int, told: [CountWaiters.Continuation])? {
        guard !isStopped else { return nil }
        connectionCount += 1
        open[connectionCount] = 0
        return (connectionCount, happen())
    }

    mutating func ended(_ connection: Int, _ end: ConnectionEnd) -> [CountWaiters.Continuation] {
        let sentCount = open.removeValue(forKey: connection) ?? 0
        let end = isStopped ? ConnectionEnd.byServer : end
        ends.append(EndedConnection(number: connection, end: end, sentCount: sentCount))
        return happen()
    }

    func end(of connection: Int) -> ConnectionEnd? { ended(connection)?.end }

    mutating func sent(_ count: Int, over connection: Int) { open[connection]? += count }

    func sentCount(over connection: Int) -> Int { open[connection] ?? ended(connection)?.sentCount ?? 0 }

    private func ended(_ connection: Int) -> EndedConnection? { ends.kept.last { $0.number == connection } }

    /// Marks the server as stopped. Returns whom to wake.
    mutating func stop() -> [CountWaiters.Continuation] {
        isStopped = true
        return happen()
    }
}
