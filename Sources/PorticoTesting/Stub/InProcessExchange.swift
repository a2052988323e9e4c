#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// An exchange without a socket, which keeps the contract of `Transport`: what the stand-ins of this module have in common.
struct InProcessExchange: Sendable {
    private let deadlines = DeadlineQueue(clock: ContinuousClock())

    /// The largest body that is kept for the journal where it was not in memory already.
    static let keptBodyLimit = 65536

    /// Reads the body, has an answer chosen, holds it back for as long as it says, and delivers it.
    /// - Parameters:
    ///   - timings: what is told of the exchange's timings; nil for the time alone that it took.
    ///   - choose: is given the request with its body read, and chooses the answer.
    func send(
        _ request: HTTPRequest, _ options: TransportOptions, timings: TransportTimings? = nil,
        _ choose: (HTTPRequest) throws(TransportError) -> StubAnswer
    ) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        guard let onTimings = options.onTimings else { return try await exchange(request, options, choose) }
        let elapsed = options.clock.stopwatch()
        defer { onTimings(timings ?? .taking(elapsed())) }
        return try await exchange(request, options, choose)
    }

    private func exchange(
        _ request: HTTPRequest, _ options: TransportOptions,
        _ choose: (HTTPRequest) throws(TransportError) -> StubAnswer
    ) async throws(TransportError) -> HTTPResponse {
        let timeout = options.timeout?.asTimeLimit
        guard let body = request.body.data else {
            let elapsed = options.clock.stopwatch()
            let received = try await Race.run(deadlines(by: options.clock), timeout: timeout) {
                () async throws(TransportError) in try await request.readingBody(options)
            }
            return try await deliver(choose(received), to: received, options, left: timeout.map { $0 - elapsed() })
        }
        let answer = try choose(request)
        if !body.isEmpty { options.report(.upload, body.count, of: body.count) }
        return try await deliver(answer, to: request, options, left: timeout)
    }

    /// The deadline is looked at step by step, so that a clock that jumps beyond both a delay and a later deadline does not
    /// make it a matter of luck which of them was first.
    private func deliver(
        _ answer: StubAnswer, to request: HTTPRequest, _ options: TransportOptions, left: Duration?
    ) async throws(TransportError) -> HTTPResponse {
        guard let delay = answer.delay?.asTimeLimit else {
            return try await perform(answer, for: request, options, timeout: left)
        }
        try await deadlines(by: options.clock).wait(min(delay, left ?? delay))
        let left = left.map { $0 - delay }
        if let left, left <= .zero { throw TransportError(.timedOut(.attempt)) }
        return try await perform(answer, for: request, options, timeout: left)
    }

    private func perform(
        _ answer: StubAnswer, for request: HTTPRequest, _ options: TransportOptions, timeout: Duration?
    ) async throws(TransportError) -> HTTPResponse {
        let response: HTTPResponse
        switch answer.content {
        case .response(let fixed): response = fixed
        case .failure(let error): throw error
        case .immediate(let answer): response = try answer(request)
        case .handler(let answer):
            return try await Race.run(deadlines(by: options.clock), timeout: timeout) {
                () async throws(TransportError) in try await answer(request).delivered(to: request, options)
            }
        }
        if let ready = try response.deliveredAtOnce(to: request, options) { return ready }
        return try await Race.run(deadlines(by: options.clock), timeout: timeout) {
            () async throws(TransportError) in try await response.delivered(to: request, options)
        }
    }

    /// The queue for a clock. That of the ordinary clock is shared, since a cancelled sleep by it costs memory until its
    /// time has come.
    private func deadlines(by clock: any Clock<Duration>) -> DeadlineQueue {
        clock is ContinuousClock ? deadlines : DeadlineQueue(clock: clock)
    }
}

extension HTTPRequest {
    /// Takes the body in, as sending would, and puts its bytes in its place where they are few.
    fileprivate func readingBody(_ options: TransportOptions) async throws(TransportError) -> HTTPRequest {
        let expected = body.length
        var count: Int64 = 0
        var kept = Data()
        for try await chunk in try body.chunks() {
            count += Int64(chunk.count)
            if count <= InProcessExchange.keptBodyLimit { kept.append(chunk) }
            options.onProgress?(TransferProgress(direction: .upload, completed: count, expected: expected))
        }
        guard count == kept.count else { return self }
        var request = self
        request.body = .bytes(kept, mediaType: body.mediaType)
        return request
    }
}

extension HTTPResponse {
    /// The answer as it was asked for, or nil where its chunks have to be waited for.
    func deliveredAtOnce(
        to request: HTTPRequest, _ options: TransportOptions
    ) throws(TransportError) -> HTTPResponse? {
        if request.method == .head || status.neverHasBody {
            return HTTPResponse(head: head, body: options.delivery == .buffered ? .bytes(Data()) : .empty)
        }
        switch (body, options.delivery) {
        case (.bytes(let data), .buffered):
            guard data.count <= options.bodyLimit else { throw TransportError(.bodyTooLarge(limit: options.bodyLimit)) }
            if !data.isEmpty { options.report(.download, data.count, of: data.count) }
            return self
        case (.bytes(let data), .streamed):
            return HTTPResponse(head: head, body: .chunks(HTTPChunks(BytesSource(data, options.onProgress))))
        case (.chunks(let chunks), .streamed):
            return HTTPResponse(head: head, body: .chunks(chunks.metered(options.onProgress)))
        case (.chunks, .buffered):
            return nil
        }
    }

    /// The answer as it was asked for.
    fileprivate func delivered(
        to request: HTTPRequest, _ options: TransportOptions
    ) async throws(TransportError) -> HTTPResponse {
        if let ready = try deliveredAtOnce(to: request, options) { return ready }
        guard case .chunks(let chunks) = body else { return self }
        let data = try await chunks.metered(options.onProgress).collected(limit: options.bodyLimit)
        return HTTPResponse(head: head, body: .bytes(data))
    }
}

extension TransportTimings {
    static func taking(_ duration: Duration) -> TransportTimings {
        var timings = TransportTimings()
        timings.completed = duration
        return timings
    }
}

extension HTTPResponse.Body {
    fileprivate static var empty: Self { .chunks(HTTPChunks(BytesSource(Data(), nil))) }
}

extension TransportOptions {
    func report(_ direction: TransferProgress.Direction, _ completed: Int, of expected: Int) {
        onProgress?(TransferProgress(direction: direction, completed: Int64(completed), expected: Int64(expected)))
    }
}
