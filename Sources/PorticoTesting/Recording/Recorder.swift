#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Portico

/// A transport that sends over another one, and records each exchange, its secrets hidden.
///
/// ```swift
/// let recorder = Recorder(.curl())
/// let client = Client(environment: .staging, transport: recorder)
/// _ = try await client.send(ListRepos(org: "apple"))
/// try recorder.archive.write(to: file)
/// ```
///
/// It stands next to the wire, so each hop of a redirect, each retry and each refresh is an exchange of its own, with
/// the credentials that it carries. It changes nothing: bodies pass through chunk by chunk, and cancellation,
/// deadlines, limits and capabilities are the other transport's.
///
/// ## What is recorded
/// - An exchange is there once its answer's body is complete. One that fails, is cancelled or is not read to its end is
///   not there.
/// - Secrets are hidden while they are recorded, by the rules of ``HTTPArchive/redacted(by:)``; nothing is written to
///   disk but what one writes oneself.
/// - A body larger than `bodyLimit` is left out, and so is one whose content encoding the transport did not undo: no
///   secret could be looked for in it. Its entry says so.
/// - All of it together is at most 256 MiB; beyond that, ``checkedArchive()`` fails and further exchanges only pass.
///
/// ``ReplayTransport`` plays it back. Copies of a recorder share what they record.
public struct Recorder: Transport, DeadlineKeeping {
    private let transport: any Transport
    private let bodyLimit: Int
    private let log: RecordingLog

    /// - Parameters:
    ///   - transport: who carries the requests.
    ///   - redaction: the names that secrets go by.
    ///   - bodyLimit: the largest body that is kept; 16 MiB unless said otherwise.
    public init(_ transport: any Transport, redaction: Redaction = .standard, bodyLimit: Int = 16 << 20) {
        self.init(transport, redaction: redaction, bodyLimit: bodyLimit, now: { Date() })
    }

    /// - Parameter now: what time of day an exchange begins at.
    init(
        _ transport: any Transport, redaction: Redaction, bodyLimit: Int, now: @escaping @Sendable () -> Date,
        limit: Int = HTTPArchive.maximalSize
    ) {
        self.transport = transport
        self.bodyLimit = bodyLimit
        log = RecordingLog(redaction, limit: limit, now: now)
    }

    public var capabilities: TransportCapabilities { transport.capabilities }

    package var keepsDeadlines: Bool { (transport as? any DeadlineKeeping)?.keepsDeadlines ?? false }

    /// What was recorded so far, in the order in which the exchanges began.
    public var archive: HTTPArchive { log.archive }

    /// What was recorded so far.
    /// - Throws: ``HTTPArchiveError`` of kind ``HTTPArchiveError/Kind/tooLarge(limit:)`` where exchanges were left out
    ///   because all of them would be larger than 256 MiB.
    public func checkedArchive() throws(HTTPArchiveError) -> HTTPArchive { try log.checkedArchive() }

    public func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        let exchange = RecordedExchange(request, clock: options.clock, bodyLimit: bodyLimit, log)
        var options = options
        if !capabilities.missing.contains(.timings) {
            let onTimings = options.onTimings
            options.onTimings = { timings in
                exchange.note(timings)
                onTimings?(timings)
            }
        }
        let response = try await transport.send(try exchange.tapped(request), options)
        switch response.body {
        case .bytes(let data):
            exchange.end(response.head, data)
            return response
        case .chunks(let chunks):
            let source = TappedSource(chunks, limit: bodyLimit) { body in exchange.end(response.head, body) }
            return HTTPResponse(head: response.head, body: .chunks(HTTPChunks(source)))
        }
    }
}
