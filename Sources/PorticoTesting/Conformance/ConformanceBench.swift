import Portico
import Synchronization

/// What a case of the contract is run on: a transport over sockets, or one that is answered in process.
enum ConformanceSubject: Sendable {
    typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    case overSockets(any Transport)
    case inProcess(@Sendable (@escaping Answer) -> any Transport)

    /// A peer that gives every request the same answer.
    func bench(_ answer: MockAnswer = .status(204)) throws -> ConformanceBench<any ConformancePeer> {
        try bench { _ in answer }
    }

    func bench(
        _ answer: @escaping @Sendable (PeerRequest) -> MockAnswer
    ) throws -> ConformanceBench<any ConformancePeer> {
        switch self {
        case .overSockets(let transport):
            let server = try CaseServers.kept(MockServer { answer(PeerRequest($0)) })
            return ConformanceBench(transport: transport, peer: server, authority: server.authority)
        case .inProcess(let makeTransport):
            let peer = ScriptedPeer(answer)
            let transport = makeTransport { request throws(TransportError) in try await peer.answer(request) }
            return ConformanceBench(transport: transport, peer: peer, authority: peer.authority)
        }
    }
}

/// A transport and the peer that it reaches.
struct ConformanceBench<Peer: Sendable>: Sendable {
    let transport: any Transport
    let peer: Peer
    let authority: String

    func request(
        _ method: HTTPMethod = .get, _ path: String = "/", fields: HTTPFields = [:], body: HTTPBody = .none
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: authority, path: path, fields: fields, body: body)
    }

    func send(
        _ method: HTTPMethod = .get, _ path: String = "/", fields: HTTPFields = [:], body: HTTPBody = .none,
        _ options: TransportOptions = TransportOptions()
    ) async throws(TransportError) -> HTTPResponse {
        try await transport.send(request(method, path, fields: fields, body: body), options)
    }

    func send(_ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        try await send(.get, "/", options)
    }

    /// What went wrong with an exchange, its body read to the end; nil where nothing did.
    func kind(
        _ method: HTTPMethod = .get, _ path: String = "/", fields: HTTPFields = [:], body: HTTPBody = .none,
        _ options: TransportOptions = TransportOptions()
    ) async -> TransportError.Kind? {
        do throws(TransportError) {
            _ = try await send(method, path, fields: fields, body: body, options).bytes(limit: .max)
            return nil
        } catch {
            return error.kind
        }
    }

    func kind(_ options: TransportOptions) async -> TransportError.Kind? { await kind(.get, "/", options) }
}

extension ConformanceBench<any ConformancePeer> {
    /// The request of a number, from 1, whose answer has come already.
    func delivered(_ number: Int = 1) async throws -> PeerRequest {
        try await (peer.requestCount < number ? nil : peer.received(number)).expected("request \(number) at the peer")
    }
}

extension ConformanceBench<MockServer> {
    init(_ transport: any Transport, _ answer: MockAnswer = .status(204)) throws {
        try self.init(transport) { _ in answer }
    }

    init(_ transport: any Transport, _ answer: @escaping @Sendable (ReceivedRequest) -> MockAnswer) throws {
        let server = try CaseServers.kept(MockServer(answer))
        self.init(transport: transport, peer: server, authority: server.authority)
    }

    /// The request of a number, from 1, whose answer has come already.
    func delivered(_ number: Int = 1) async throws -> ReceivedRequest {
        try await (peer.requestCount < number ? nil : peer.request(number)).expected("request \(number) at the server")
    }
}

/// The servers of a case. They live until it ends: a body is read after the last use of the bench that it came from.
final class CaseServers: Sendable {
    @TaskLocal static var current = CaseServers()
    private let servers = Mutex<[MockServer]>([])

    static func kept(_ server: MockServer) -> MockServer {
        current.servers.withLock { $0.append(server) }
        return server
    }
}

extension HTTPResponse {
    /// The chunks of an answer that was asked for as a stream.
    func streamedChunks() throws(ConformanceFailure) -> HTTPChunks {
        guard case .chunks(let chunks) = body else {
            throw ConformanceFailure("a streamed answer", expected: "chunks", seen: "a whole body")
        }
        return chunks
    }
}

extension TransportOptions.Delivery {
    static let both: [TransportOptions.Delivery] = [.buffered, .streamed]
}
