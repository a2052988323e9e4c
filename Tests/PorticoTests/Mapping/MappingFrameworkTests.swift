import Foundation
import Portico
import PorticoTesting
import Testing

private struct AddUser: Endpoint {
    static let route: Route = "POST /users"
    typealias Response = User
    typealias Failure = Problem
    var id: Int, name: String
}

private struct Problem: Decodable, Equatable, Sendable { var code: Int }

private struct PropertyLists: ResponseDecoder, BodyEncoder {
    var mediaTypes: [MediaType] { MediaType.list("application/x-plist") }
    var mediaType: MediaType { mediaTypes[0] }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try PropertyListDecoder().decode(type, from: data)
    }

    func encode<Value: Encodable>(_ value: Value) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(value)
    }
}

/// Any mapping framework, by one small type.
@Suite struct MappingFrameworkTests {
    private func client(_ text: String, status: HTTPStatus = .ok) -> (Client, StubTransport) {
        let stub = StubTransport(.body(text, "text/x-lines", status: status))
        let client = Client(environment: .stub, transport: stub)
        return (client.withDecoder(LineFormat()).withEncoder(LineFormat()), stub)
    }

    @Test func `a framework reads answers and writes requests, under its own media type`() async throws {
        let (client, stub) = client("id = 7\nname = Ada")

        #expect(try await client.send(AddUser(id: 7, name: "Ada")) == User(id: 7, name: "Ada"))

        #expect(stub.requests[0].fields[.accept] == "text/x-lines")
        #expect(stub.requests[0].fields[.contentType] == "text/x-lines")
        #expect(stub.requests[0].body.data == Data("id = 7\nname = Ada".utf8))
    }

    @Test func `a framework reads failures`() async throws {
        let (client, _) = client("code = 42", status: 422)

        let error = try #require(
            await #expect(throws: CallError<Problem>.self) {
                try await client.send(AddUser(id: 7, name: "Ada"))
            })

        guard case .failure(Problem(code: 42)) = error.reason else { throw error }
    }

    @Test func `what a framework throws is told in its own words`() async throws {
        let (client, _) = client("no equals sign")

        let error = try #require(
            await #expect(throws: CallError<Problem>.self) {
                try await client.send(AddUser(id: 7, name: "Ada"))
            })

        #expect(
            error.description == """
                AddUser, POST https://api.example/users: 200 OK, but cannot decode User: \
                the line 'no equals sign' has no equals sign; near <14 bytes of text/x-lines left out>
                """)
    }

    @Test func `JSON where a framework's own type was declared says so`() async throws {
        let client = Client.answering(json: #"{"id": 1}"#).withDecoder(LineFormat())

        let error = try #require(
            await #expect(throws: CallError<Problem>.self) {
                try await client.send(AddUser(id: 7, name: "Ada"))
            })

        guard case .unexpectedMediaType(.json, _, _) = error.reason else { throw error }
    }

    @Test func `paths lead through a framework that knows nothing of them`() async throws {
        let (client, _) = client(
            """
            data.users.0.id = 1
            data.users.0.name = Ada
            data.users.1.id = 2
            data.users.1.name = Bob
            data.next = -
            """)
        func value<Value: Decodable & Sendable>(_ mapping: ResponseMapping<Value>) async throws -> Value {
            try await client.send(Request<Value, ErrorBody>(.get, "/users", mapping: mapping))
        }

        #expect(try await value(.at("data.users.1.name")) == "Bob")
        #expect(try await value(ResponseMapping<[User]>.at("data.users")).count == 2)
        #expect(try await value(ResponseMapping<Int?>.at("data.next")) == nil)
        #expect(try await value(ResponseMapping<Int?>.at("data.other.page")) == nil)
        #expect(
            try await value(
                .combined(
                    "data.users.0.name", "data.users.1.id",
                    as: { (name: String, id: Int) in
                        "\(name) \(id)"
                    })) == "Ada 2")
    }

    @Test func `one endpoint has its own format for body and answer`() async throws {
        struct AddLines: Endpoint {
            static let route: Route = "POST /users"
            static let bodyFormat: BodyFormat = .encoded(by: LineFormat())
            static let mapping: ResponseMapping<User> = .decoded(by: LineFormat())
            var name = "Ada"
        }
        let stub = StubTransport(.body("id = 7\nname = Ada", "text/x-lines"))

        #expect(try await Client(environment: .stub, transport: stub).send(AddLines()) == User(id: 7, name: "Ada"))

        #expect(stub.requests[0].fields[.accept] == "text/x-lines")
        #expect(stub.requests[0].body.data == Data("name = Ada".utf8))
    }

    @Test func `property lists are bridged`() async throws {
        let list = try PropertyListEncoder().encode(["data": ["users": [User(id: 1, name: "Ada")]]])
        let stub = StubTransport(.bytes(Array(list), "application/x-plist"))
        let client = Client(environment: .stub, transport: stub).withDecoder(PropertyLists()).withEncoder(
            PropertyLists())

        #expect(
            try await client.send(
                Request<_, ErrorBody>(
                    .post, "/users", body: .json(["name": "Ada"]), mapping: ResponseMapping<User>.at("data.users.0")
                )) == User(id: 1, name: "Ada"))

        let body = try #require(stub.requests[0].body.data)
        #expect(try PropertyListDecoder().decode([String: String].self, from: body) == ["name": "Ada"])
    }

    @Test func `a decoder that decodes on another thread says that it cannot look up a path`() async throws {
        /// Its caller waits for it, so that they never run at once.
        struct Work: @unchecked Sendable { let run: () -> Void }
        struct Elsewhere: ResponseDecoder {
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                // No task-local value passes to another thread.
                var result: Result<Value, any Error>?
                let done = DispatchSemaphore(value: 0)
                let work = Work {
                    result = Result { try JSONDecoder().decode(type, from: data) }
                    done.signal()
                }
                Thread { work.run() }.start()
                done.wait()
                return try result?.get() ?? { throw CancellationError() }()
            }
        }
        let client = Client.answering(json: #"{"a": 1}"#).withDecoder(Elsewhere())

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.send(Request<_, ErrorBody>(.get, "/", mapping: ResponseMapping<Int>.at("a")))
            })

        guard case .undecodableBody(let problem) = error.reason else { throw error }
        #expect(problem.reason == "a decoder that decodes in another task than the call's cannot look up a path")
    }
}
