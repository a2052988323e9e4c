import Dispatch
import Foundation
import Portico
import Synchronization

/// What the exchanges of a transport share. When it goes, so do its sessions, once their tasks have ended.
final class TransportCore: Sendable {
    /// Keeps its connections for the next exchange.
    let keeping: Session
    /// Has each connection closed after its exchange.
    let closing: Session
    let gate: Mutex<AbandonmentGate<Exchange>>
    let longestSilence: Duration
    private let deadlines = DeadlineQueue(clock: ContinuousClock())
    private let proxies: ProxyEnvironment?
    /// What is kept of the policy, or why that is not possible.
    private let trust: Result<SessionTrust, TransportError>
    private let posts = DispatchQueue(label: "portico.urlsession.posts")
    let launches = DispatchQueue(label: "portico.urlsession.launches")

    init(
        tls: TLSPolicy, maximumConnectionsPerHost: Int, maximumAbandoned: Int, longestSilence: Duration,
        proxies: ProxyEnvironment?
    ) {
        trust = Result { () throws(TransportError) in try SessionTrust(tls) }
        let kept = try? trust.get()
        keeping = Session(maximumConnectionsPerHost: maximumConnectionsPerHost, trust: kept)
        closing = Session(maximumConnectionsPerHost: maximumConnectionsPerHost, trust: kept)
        gate = Mutex(AbandonmentGate(limit: maximumAbandoned))
        self.longestSilence = max(.seconds(1), longestSilence.asTimeLimit)
        self.proxies = proxies
    }

    deinit {
        keeping.finish()
        closing.finish()
    }

    static let capabilities: TransportCapabilities = {
        #if canImport(Darwin)
        TransportCapabilities(
            missing: [
                .connectDeadline, .streamedRequestBodies, .repeatedFieldLines, .bodyOnGet, .exactTargets, .addsNoFields,
                .fieldOrder,
            ],
            contentEncodings: ["gzip", "deflate", "br"]
        )
        #else
        TransportCapabilities(
            missing: [
                .closesOnCancel, .backPressure, .connectDeadline, .streamedRequestBodies, .repeatedFieldLines,
                .detectsCutEncodings, .bodyOnGet, .timings, .exactTargets, .fieldOrder, .redirectBodies, .skipsTrailers,
                .survivesCutHeads,
            ],
            contentEncodings: LibcurlFeatures.contentEncodings
        )
        #endif
    }()

    /// Refuses what this transport cannot do, before anything is sent.
    func check(_ request: HTTPRequest, _ options: TransportOptions) throws(TransportError) {
        do { try request.validate() } catch { throw TransportError(.other, "\(error)", underlying: error) }
        if options.connectTimeout != nil {
            throw TransportError(.unsupported, "URLSession has no deadline for connecting alone: set `timeout` instead")
        }
        if let timeout = options.timeout, timeout <= .zero { throw TransportError(.timedOut(.attempt)) }
        let mayHaveBody = request.method != .get && request.method != .head
        if !mayHaveBody, !request.body.isNone, request.body.length != 0 {
            throw TransportError(
                .unsupported, "URLSession sends no body with \(request.method): use POST or QUERY, or another transport"
            )
        }
        try trust.get().check(request)
        try request.checkTarget()
        try proxies?.check(request)
    }

    /// The queue of deadlines for a clock: one for all that go by the continuous clock, one of its own for any other.
    func deadlines(by clock: any Clock<Duration>) -> DeadlineQueue {
        clock is ContinuousClock ? deadlines : DeadlineQueue(clock: clock)
    }

    /// How long an abandoned task may go on by itself: an answer that comes in this time frees it, and keeps its
    /// connection.
    func startGrace(_ whenOver: @escaping @Sendable () -> Void) {
        #if canImport(Darwin)
        whenOver()
        #else
        deadlines.add(after: .milliseconds(500), whenOver)
        #endif
    }

    /// Does something on another thread: for those who may hold a lock that it needs, as a task does that is being
    /// cancelled.
    func post(_ work: @escaping @Sendable () -> Void) { posts.async(execute: work) }
}
