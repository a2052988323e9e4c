#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import Synchronization

/// A peer in process, which plays the answers of a ``MockServer`` without a socket.
final class ScriptedPeer: ConformancePeer, CountWaitable {
    private struct State {
        var requests: [PeerRequest] = []
        var ends: [Int: Bool] = [:]
        var events = 0
        var waiters = CountWaiters()

        mutating func happen() -> [CountWaiters.Continuation] {
            events += 1
            return waiters.take(reaching: events)
        }
    }

    private let state = Mutex(State())
    private let script: @Sendable (PeerRequest) -> MockAnswer

    init(_ script: @escaping @Sendable (PeerRequest) -> MockAnswer) { self.script = script }

    let authority = "peer.example"
    var requestCount: Int { state.withLock(\.requests.count) }

    /// Takes a request in and plays its answer.
    func answer(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let body = try await request.body.chunks().collected(limit: .max)
        let received = record(PeerRequest(request, body: body))
        let answer = script(received)
        for change in answer.changes {
            switch change {
            case .hold(let gate, .byte), .hold(let gate, .head):
                await gate.wait()
                guard !Task.isCancelled else {
                    exchangeEnded(received.number, callerLeft: true)
                    throw TransportError(.cancelled)
                }
            case .end(_, .byte), .end(_, .head):
                throw TransportError(.connectionLost)
            case .hold, .end, .pause, .drip:
                break
            }
        }
        return try response(answer, to: received)
    }

    private func response(_ answer: MockAnswer, to request: PeerRequest) throws(TransportError) -> HTTPResponse {
        guard let (head, body) = answer.content.message else { throw TransportError(.connectionLost) }
        guard request.method != .head, !head.status.neverHasBody else { return HTTPResponse(head: head) }
        let changes = answer.changes.compactMap { change -> (Int, ScriptedBody.Step)? in
            switch change {
            case .hold(let gate, .body(let offset)): (offset, .hold(gate))
            case .end(_, .body(let offset)): (offset, .cut)
            default: nil
            }
        }
        if changes.isEmpty, case .response(let response) = answer.content { return response }
        let source = ScriptedBody(body, changes) { [weak self] callerLeft in
            self?.exchangeEnded(request.number, callerLeft: callerLeft)
        }
        return HTTPResponse(head: head, body: .chunks(HTTPChunks(source)))
    }

    private func record(_ request: PeerRequest) -> PeerRequest {
        let (request, told) = state.withLock { state in
            var request = request
            request.number = state.requests.count + 1
            state.requests.append(request)
            return (request, state.happen())
        }
        for waiter in told { waiter.resume() }
        return request
    }

    private func exchangeEnded(_ number: Int, callerLeft: Bool) {
        let told = state.withLock { state in
            if state.ends[number] == nil { state.ends[number] = callerLeft }
            return state.happen()
        }
        for waiter in told { waiter.resume() }
    }
}

extension ScriptedPeer {
    func received(_ number: Int) async -> PeerRequest? {
        await first { $0.requests.indices.contains(number - 1) ? $0.requests[number - 1] : nil }
    }

    func callerLeft(_ number: Int) async -> Bool { await first { $0.ends[number] } ?? false }

    func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result {
        state.withLock { body(&$0.waiters, $0.events) }
    }

    private func first<Found: Sendable>(_ look: @Sendable (State) -> Found?) async -> Found? {
        while !Task.isCancelled {
            let (found, events) = state.withLock { (look($0), $0.events) }
            if let found { return found }
            await wait(forCount: events + 1)
        }
        return nil
    }
}

extension MockAnswer.Content {
    /// The head and the pieces of the body; nil where there is no message.
    fileprivate var message: (ResponseHead, [ScriptedBody.Step])? {
        switch self {
        case .response(let response): (response.head, [.send(response.data ?? Data(), times: 1)])
        case .chunked(let head, let pieces, _): (head, pieces.map { .send($0, times: 1) })
        case .repeated(let head, let piece, let times): (head, [.send(piece, times: times)])
        case .raw: nil
        }
    }
}

/// A body that is sent, held and cut as an answer's script says.
private final class ScriptedBody: ChunkSource {
    enum Step {
        case send(Data, times: Int)
        case hold(Gate)
        case cut
    }

    private let steps: Mutex<[Step]>
    private let onEnd: @Sendable (_ callerLeft: Bool) -> Void

    /// - Parameter changes: what happens after how many bytes, for a body of one piece; at the end for any other.
    init(_ pieces: [Step], _ changes: [(Int, Step)], onEnd: @escaping @Sendable (_ callerLeft: Bool) -> Void) {
        self.onEnd = onEnd
        var steps: [Step] = []
        if pieces.count == 1, case .send(let data, times: 1) = pieces[0] {
            var sent = 0
            for (offset, change) in changes.sorted(by: { $0.0 < $1.0 }) {
                let end = min(max(sent, offset), data.count)
                steps += [.send(Data(data.dropFirst(sent).prefix(end - sent)), times: 1), change]
                sent = end
            }
            steps.append(.send(Data(data.dropFirst(sent)), times: 1))
        } else {
            steps = pieces + changes.map(\.1)
        }
        self.steps = Mutex(steps)
    }

    func next() async throws(TransportError) -> Data? {
        while true {
            guard !Task.isCancelled else { return try callerLeft() }
            switch take() {
            case .send(let data, _)?:
                if !data.isEmpty { return data }
            case .hold(let gate)?:
                await gate.wait()
            case .cut?:
                steps.withLock { $0 = [.cut] }
                throw TransportError(.bodyTruncated)
            case nil:
                onEnd(false)
                return nil
            }
        }
    }

    private func take() -> Step? {
        steps.withLock { steps in
            guard let step = steps.first else { return nil }
            if case .send(let data, let times) = step, times > 1 {
                steps[0] = .send(data, times: times - 1)
            } else {
                steps.removeFirst()
            }
            return step
        }
    }

    private func callerLeft() throws(TransportError) -> Data? {
        onEnd(true)
        throw TransportError(.cancelled)
    }

    func stop() { onEnd(true) }
}
