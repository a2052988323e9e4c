#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import Synchronization

/// One exchange on its way into a recording.
final class RecordedExchange: Sendable {
    private struct State {
        var timings = TransportTimings()
        var body: PassedBytes
        var hasEnded = false
    }

    private let request: HTTPRequest
    private let log: RecordingLog
    private let number: Int
    private let started: Date
    private let bodyLimit: Int
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>

    init(_ request: HTTPRequest, clock: any Clock<Duration>, bodyLimit: Int, _ log: RecordingLog) {
        self.request = request
        self.bodyLimit = bodyLimit
        self.log = log
        (number, started) = log.begin()
        elapsed = Self.stopwatch(clock)
        state = Mutex(State(body: PassedBytes(request.body.data ?? Data(), limit: bodyLimit)))
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    func note(_ timings: TransportTimings) { state.withLock { $0.timings = timings } }

    /// The request with a body of which a copy is kept while the transport reads it. One in memory needs none.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/bodyConsumed`` for a stream that was read before.
    func tapped(_ request: HTTPRequest) throws(TransportError) -> HTTPRequest {
        let body = request.body
        guard body.data == nil else { return request }
        var request = request
        if body.isReplayable {
            request.body = .stream(length: body.length, mediaType: body.mediaType) {
                do throws(TransportError) { return try self.tappedChunks(of: body) } catch {
                    return HTTPChunks(FailingSource(error: error))
                }
            }
        } else {
            request.body = .stream(once: try tappedChunks(of: body), length: body.length, mediaType: body.mediaType)
        }
        return request
    }

    private func tappedChunks(of body: HTTPBody) throws(TransportError) -> HTTPChunks {
        let source = TappedSource(try body.chunks(), limit: bodyLimit) { passed in
            self.state.withLock { $0.body = passed }
        }
        return HTTPChunks(source)
    }

    func end(_ head: ResponseHead, _ data: Data) { end(head, PassedBytes(data, limit: bodyLimit)) }

    func end(_ head: ResponseHead, _ answer: PassedBytes) {
        let state = state.withLock { state -> State? in
            if state.hasEnded { return nil }
            state.hasEnded = true
            return state
        }
        guard let state else { return }
        var entry = HTTPArchive.Entry(
            startedDateTime: started,
            request: HTTPArchive.Request(request, state.body, state.timings.networkProtocol),
            response: HTTPArchive.Response(head, answer, state.timings)
        )
        entry.timings = HTTPArchive.Timings(state.timings, total: elapsed())
        entry.time = entry.timings.total
        log.end(number, entry)
    }
}

/// A body that cannot be read.
private struct FailingSource: ChunkSource {
    let error: TransportError

    func next() async throws(TransportError) -> Data? { throw error }
    func stop() {}
}
