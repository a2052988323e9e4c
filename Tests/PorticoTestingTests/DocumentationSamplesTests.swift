import Foundation
import Portico
import PorticoTesting
import Testing

/// What "Testing without a server" and the types' comments show, as it stands there.
@Suite struct DocumentationSamplesTests {
    private struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    private struct ShowUser: Endpoint {
        static let route: Route = "GET /users/{id}"
        typealias Response = User
        var id: Int
    }

    private struct ListUsers: Endpoint {
        static let route: Route = "GET /users"
        typealias Response = [User]
    }

    private let environment = APIEnvironment("test", kind: .custom, baseURL: "https://api.example")

    @Test func `a user is shown by number`() async throws {
        let stub = StubTransport(routes: [
            "GET /users/{id}": .json(#"{"id": 42, "name": "Ada"}"#)
        ])
        let client = Client(environment: environment, transport: stub)

        let user = try await client.send(ShowUser(id: 42))

        #expect(user == User(id: 42, name: "Ada"))
        #expect(stub.requests.map(\.path) == ["/users/42"])
    }

    @Test func `a closure answers from the request`() async throws {
        let stub = StubTransport { request in
            request.fields[.authorization] == nil ? .empty(401) : .json("[]")
        }
        let client = Client(environment: environment, transport: stub)

        await #expect(throws: CallError<ErrorBody>.self) { try await client.send(ListUsers()) }

        #expect(stub.requestCount == 1)
    }

    @Test func `a call whose answer is held is cancelled at once`() async throws {
        let gate = Gate()
        let stub = StubTransport { _ async in
            await gate.wait()
            return .json("[]")
        }
        let client = Client(environment: environment, transport: stub)
        let call = Task { try await client.send(ListUsers()) }
        await gate.waitForArrivals(1)

        call.cancel()

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await call.value }
        guard case .cancelled = error?.reason else { throw try #require(error) }
    }

    @Test func `a deadline passes by the virtual clock`() async throws {
        let clock = VirtualClock()
        let gate = Gate()
        let stub = StubTransport { _ async in
            await gate.wait()
            return .json("[]")
        }
        let client = Client(environment: environment, transport: stub)
        let call = Task { try await client.withClock(clock).send(ListUsers()) }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(60))

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await call.value }
        guard case .timedOut = error?.reason else { throw try #require(error) }
    }

    @Test func `a byte-level script is an answer like any other`() throws {
        let server = try MockServer()
        server.enqueue(
            .json("[1, 2, 3]").cut(at: .body(4)),
            .json("[]").reset(at: .head),
            .text("slow").dripping(1, every: .milliseconds(5)),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n").closing()
        )
        #expect(server.baseURL.absoluteString == "http://127.0.0.1:\(server.port)")
    }
}
