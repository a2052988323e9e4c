#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Portico

extension StubTransport {
    /// The largest body that is kept for the journal where it was not in memory already.
    static let keptBodyLimit = 65536

    public func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        guard delay == nil, let body = request.body.data else { return try await sendWaiting(request, options) }
        journal.record(request)
        if !body.isEmpty { options.report(.upload, body.count, of: body.count) }
        let response: HTTPResponse
        switch try script.answer(to: request).content {
        case .response(let fixed): response = fixed
        case .failure(let error): throw error
        case .immediate(let answer): response = try answer(request)
        case .handler(let answer):
            return try await Race.run(options) { () async throws(TransportError) in
                try await answer(request).delivered(to: request, options)
            }
        }
        if let ready = try response.deliveredAtOnce(to: request, options) { return ready }
        return try await Race.run(options) { () async throws(TransportError) in
            try await response.delivered(to: request, options)
        }
    }

    /// The exchange where something takes time: the body, or the delay.
    private func sendWaiting(
        _ request: HTTPRequest, _ options: TransportOptions
    ) async throws(TransportError) -> HTTPResponse {
        let alarm = delay.map { options.clock.alarm(after: $0) }
        return try await Race.run(options) { () async throws(TransportError) in
            var received = request
            try await received.readBody(options)
            journal.record(received)
            do { try await alarm?() } catch { throw TransportError(.cancelled) }
            let response: HTTPResponse
            switch try script.answer(to: received).content {
            case .response(let fixed): response = fixed
            case .failure(let error): throw error
            case .immediate(let answer): response = try answer(received)
            case .handler(let answer): response = try await answer(received)
            }
            return try await response.delivered(to: received, options)
        }
    }
}

extension HTTPRequest {
    /// Takes the body in, as sending would, and puts its bytes in its place where they are few.
    fileprivate mutating func readBody(_ options: TransportOptions) async throws(TransportError) {
        guard body.data == nil else { return }
        let expected = body.length
        var count: Int64 = 0
        var kept = Data()
        for try await chunk in try body.chunks() {
            count += Int64(chunk.count)
            if count <= StubTransport.keptBodyLimit { kept.append(chunk) }
            options.onProgress?(TransferProgress(direction: .upload, completed: count, expected: expected))
        }
        if count == kept.count { body = .bytes(kept, mediaType: body.mediaType) }
    }
}

extension HTTPResponse {
    /// The answer as it was asked for, or nil where its chunks have to be waited for.
    fileprivate func deliveredAtOnce(
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

extension HTTPResponse.Body {
    fileprivate static var empty: Self { .chunks(HTTPChunks(BytesSource(Data(), nil))) }
}

extension TransportOptions {
    fileprivate func report(_ direction: TransferProgress.Direction, _ completed: Int, of expected: Int) {
        onProgress?(TransferProgress(direction: direction, completed: Int64(completed), expected: Int64(expected)))
    }
}
