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
    private let deadlines = DeadlineQueue(clock: ContinuousClock())

    /// Nil where the system has no thread or descriptor left.
    init?(_ configuration: CurlConfiguration) {
        guard let loop = Loop(configuration) else { return nil }
        self.loop = loop
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
        case .complete: return try read(transfer, host: request.authority)
        }
    }

    private func prepare(
        _ request: HTTPRequest, _ options: TransportOptions
    ) throws(TransportError) -> (Transfer, UploadSource?) {
        let transfer = try pool.take()
        do throws(TransportError) {
            return (transfer, try OutgoingRequest(request, into: transfer).write(options))
        } catch {
            pool.giveBack(transfer)
            throw error
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
