import Portico
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the exchanges of a transport share. When it goes, so does the loop, once its last exchange is over.
final class TransportCore: Sendable {
    let pool: TransferPool
    let loop: Loop
    private let configuration: CurlConfiguration
    /// The environment's proxies, where they are asked for.
    private let environment: [String: String]
    private let deadlines = DeadlineQueue(clock: ContinuousClock())

    /// Nil where the system has no thread or descriptor left.
    init?(_ configuration: CurlConfiguration) {
        guard let loop = Loop(configuration) else { return nil }
        self.loop = loop
        self.configuration = configuration
        environment = configuration.usesProxyEnvironment ? ProcessInfo.processInfo.environment : [:]
        pool = TransferPool(configuration)
    }

    deinit { loop.close() }

    /// The queue of deadlines for a clock: one for all that go by the continuous clock, one of its own for any other.
    func deadlines(by clock: any Clock<Duration>) -> DeadlineQueue {
        clock is ContinuousClock ? deadlines : DeadlineQueue(clock: clock)
    }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        if let timeout = options.timeout, timeout <= .zero { throw TransportError(.timedOut(.attempt)) }
        if let timeout = options.connectTimeout, timeout <= .zero { throw TransportError(.timedOut(.connect)) }
        let (transfer, source) = try prepare(request, options)
        switch await Exchange(request, options, transfer, source, self).outcome() {
        case .response(let response): return response
        case .failed(let error): throw error
        case .complete:
            if let onTimings = options.onTimings, let timings = TransportTimings(of: transfer, isComplete: true) {
                onTimings(timings)
            }
            return try read(transfer, host: request.authority)
        }
    }

    private func prepare(
        _ request: HTTPRequest, _ options: TransportOptions
    ) throws(TransportError) -> (Transfer, UploadSource?) {
        let pins = try pins(for: request)
        let proxy = configuration.proxy(for: request, environment)
        let transfer = try pool.take()
        // One that could not be prepared is not used again: nobody knows which of its settings were made.
        let use = configuration.connectionUse(request)
        let outgoing = OutgoingRequest(request, into: transfer, pins: pins, proxy: proxy, use)
        return (transfer, try outgoing.write(options))
    }

    private func pins(for request: HTTPRequest) throws(TransportError) -> Set<TLSPin> {
        guard configuration.hasPinRules else { return [] }
        switch configuration.tls.verdict(scheme: request.scheme, host: request.host) {
        case .allowed(let pins): return pins
        case .refused(let reason):
            throw TransportError(.secureConnectionFailed, "\(request.authority): \(reason)")
        }
    }

    /// Reads a whole answer, on the caller's thread.
    private func read(_ transfer: Transfer, host: String) throws(TransportError) -> HTTPResponse {
        defer { pool.giveBack(transfer) }
        guard let head = transfer.answer.responseHead else {
            throw TransportError(.malformedResponse, "\(host): the answer has no head")
        }
        return HTTPResponse(head: head, body: .bytes(transfer.takeBytes() ?? Data()))
    }
}
