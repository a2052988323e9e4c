import Foundation
import Portico
import PorticoTesting
import Testing

/// An answer without a body: how it was asked for, and its status.
struct Bodyless: Sendable, CustomTestStringConvertible {
    let method: HTTPMethod
    let status: HTTPStatus

    var testDescription: String { "\(method) \(status)" }

    static let all = [
        Bodyless(method: .get, status: 204), Bodyless(method: .get, status: 205), Bodyless(method: .head, status: 200),
        Bodyless(method: .get, status: 200), Bodyless(method: .post, status: 201),
    ]

    func send<Value: Sendable>(_ mapping: ResponseMapping<Value>) async throws(CallError<ErrorBody>) -> Value {
        let answer = StubAnswer.status(status, fields: ["Content-Type": "application/json", "X-Page": "2"])
        return try await Client.answering(answer).send(Request(method, "/thing", mapping: mapping))
    }
}

/// 204, 205, HEAD and empty 200 succeed for what can be empty, and are a dedicated error for what cannot.
@Suite struct EmptyBodyTests {
    @Test(arguments: Bodyless.all) func `an empty answer succeeds for Void`(answer: Bodyless) async throws {
        try await answer.send(.ignored)
    }

    @Test(arguments: Bodyless.all) func `an empty answer is empty Data`(answer: Bodyless) async throws {
        #expect(try await answer.send(ResponseMapping<Data>.converted) == Data())
    }

    @Test(arguments: Bodyless.all) func `an empty answer is an empty String`(answer: Bodyless) async throws {
        #expect(try await answer.send(ResponseMapping<String>.converted) == "")
    }

    @Test(arguments: Bodyless.all) func `an empty answer is nil for an optional`(answer: Bodyless) async throws {
        #expect(try await answer.send(ResponseMapping<User?>.converted) == nil)
        #expect(try await answer.send(ResponseMapping<String?>.converted) == nil)
        #expect(try await answer.send(ResponseMapping<Data?>.converted) == nil)
        #expect(try await answer.send(ResponseMapping<User?>.decoded) == nil)
        #expect(try await answer.send(ResponseMapping<User?>.decoded(by: JSONDecoder())) == nil)
        #expect(try await answer.send(ResponseMapping<User?>.at("user")) == nil)
    }

    @Test(arguments: Bodyless.all) func `an empty answer is itself as HTTPResponse`(answer: Bodyless) async throws {
        let response = try await answer.send(ResponseMapping<HTTPResponse>.converted)

        #expect(response.status == answer.status)
        #expect(response.data == Data())
    }

    @Test(arguments: Bodyless.all) func `an empty answer has no chunks`(answer: Bodyless) async throws {
        let chunks = try await answer.send(ResponseMapping<HTTPChunks>.converted)

        #expect(try await chunks.collected(limit: 1) == Data())
    }

    @Test(arguments: Bodyless.all) func `an empty answer has a head all the same`(answer: Bodyless) async throws {
        let value = try await answer.send(ResponseMapping<WithHead<User?>>.converted)

        #expect(value.value == nil)
        #expect(value.head.fields["X-Page"] == "2")
        #expect(try await answer.send(ResponseMapping<Void>.ignored.withHead).head.status == answer.status)
    }

    @Test(arguments: Bodyless.all) func `an empty answer is an error for a model`(answer: Bodyless) async throws {
        let mappings: [ResponseMapping<User>] = [
            .decoded, .decoded(by: JSONDecoder()), .at("user"),
            .combined("id", "name", as: { (id: Int, name: String) in User(id: id, name: name) }),
        ]
        for mapping in mappings {
            let error = await #expect(throws: CallError<ErrorBody>.self) { try await answer.send(mapping) }

            #expect(
                error?.description == """
                    Request, \(answer.method) https://api.example/thing: \
                    \(answer.status), but the body is empty (0 bytes) where a value was declared
                    """)
            guard case .emptyBody(let status, let length) = error?.reason else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(status == answer.status)
            #expect(length == 0)
        }
    }

    @Test func `an empty answer is an error for a value with its head`() async throws {
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await Bodyless.all[0].send(ResponseMapping<WithHead<User>>.converted)
        }

        guard case .emptyBody = error?.reason else { throw try #require(error) }
    }
}
