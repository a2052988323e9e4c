import Dispatch
import Portico
import PorticoTesting
import Synchronization

/// A server on this machine that sends what it receives on to another one.
final class RecordingServer: Sendable {
    private struct State {
        var calls: [Int: Task<Void, Never>] = [:]
        var number = 0
        var isStopping = false
    }

    private let target: RecordingTarget
    private let transport: any Transport
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let server = Mutex<MockServer?>(nil)

    /// - Parameter log: is told of each exchange in a line.
    init(
        _ target: RecordingTarget, _ transport: any Transport, port: Int?, log: @escaping @Sendable (String) -> Void
    ) throws {
        self.target = target
        self.transport = transport
        self.log = log
        var limits = MockServer.Limits()
        limits.journaledRequests = 0
        let started = try MockServer(port: port ?? 0, limits: limits) { [weak self] request in
            self?.answer(request) ?? .nothing
        }
        server.withLock { $0 = started }
    }

    /// `http://127.0.0.1:PORT`
    var baseURL: String { server.withLock { $0 }.map { "http://\($0.authority)" } ?? "" }

    /// Ends every exchange that is under way, and the server.
    func stop() {
        let calls = state.withLock { state in
            state.isStopping = true
            return state.calls.values
        }
        for call in calls { call.cancel() }
        server.withLock { $0.take() }?.stop()
    }

    /// Called on a thread of the connection's, which waits.
    private func answer(_ received: ReceivedRequest) -> MockAnswer {
        let request = target.request(received.method, received.target, fields: received.fields, body: received.body)
        guard let request else {
            return .text("the request cannot be sent on\n", status: 400)
        }
        let reply = Reply()
        let number = state.withLock { state in
            state.number += 1
            guard !state.isStopping else { return Int?.none }
            state.calls[state.number] = Task.detached { [self] in reply.give(await send(request)) }
            return state.number
        }
        guard let number else { return .nothing }
        defer { state.withLock { $0.calls[number] = nil } }
        return reply.wait()
    }

    private func send(_ request: HTTPRequest) async -> MockAnswer {
        let line = "\(request.method) \(Redaction.line(Redaction.standard.url(request.path), limit: 500))"
        do throws(TransportError) {
            let response = try await transport.send(request, TransportOptions(timeout: .seconds(300)))
            log("\(response.status.code) \(line)")
            return .response(target.answer(response, own: baseURL))
        } catch {
            log("--- \(line): \(error)")
            return .text("portico record: \(error)\n", status: .badGateway)
        }
    }
}

/// An answer that a thread waits for.
private final class Reply: Sendable {
    private let answer = Mutex(MockAnswer.nothing)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ answer: MockAnswer) {
        self.answer.withLock { $0 = answer }
        isThere.signal()
    }

    func wait() -> MockAnswer {
        isThere.wait()
        return answer.withLock { $0 }
    }
}
