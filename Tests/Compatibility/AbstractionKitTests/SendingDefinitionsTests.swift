import AbstractionKit
import Foundation
import Portico
import PorticoTesting
import Testing

/// A call with parameters of any kind, to a server of its own.
private struct Post: EndpointDefinition {
    typealias Response = EmptyResponse
    static let path = "/things"
    static let environment: AbstractionKit.Environment = .mock
    let parameters: [String: Any]
    var method: AbstractionKit.HTTPMethod = .post
}

@Suite struct SendingDefinitionsTests {
    private let stub = StubTransport(.status(204))

    private func body(_ parameters: [String: Any]) async throws -> String? {
        try await Client.over(stub).send(Post(parameters: parameters))
        return stub.requests.last?.body.data.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a body is JSON, its keys sorted, whatever its values are made of`() async throws {
        let parameters: [String: Any] = [
            "b": true, "a": 1, "c": [1.5, "x", NSNull(), NSNumber(value: false)] as [Any],
            "d": ["big": 9_007_199_254_740_993, "small": NSNumber(value: 3)], "e": Optional<Int>.none as Any,
            "f": Date(timeIntervalSince1970: 0), "g": UInt64.max,
        ]

        let body = try await body(parameters)

        #expect(
            body
                == #"{"a":1,"b":true,"c":[1.5,"x",null,false],"d":{"big":9007199254740993,"small":3},"e":null,"#
                + #""f":"1970-01-01T00:00:00Z","g":18446744073709551615}"#)
        #expect(stub.requests.last?.urlText == "https://mock.example/api/things")
    }

    @Test func `a value that is no JSON ends the call before anything is sent, and is named`() async throws {
        final class Opaque: Sendable {}

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await body(["outer": ["inner": Opaque()]])
        }

        #expect("\(try #require(error))".contains("at 'outer.inner', a Opaque, which is no JSON"))
        #expect(stub.requestCount == 0)
    }

    @Test func `a credential of the client does not follow a definition to another origin`() async throws {
        let home = APIEnvironment("home", baseURL: "https://home.example")
        let client = Client(environment: home, transport: stub).withAuthenticator(.bearer("secret"))

        try await client.send(Post(parameters: [:]))
        try await client.withEnvironment(AbstractionKit.Environment.mock.environment).send(Post(parameters: [:]))

        #expect(stub.requests.map { $0.fields[.authorization] } == [nil, "Bearer secret"])
    }

    @Test func `the methods of both modules stand side by side`() {
        let ours: Portico.HTTPMethod = .patch
        let theirs: AbstractionKit.HTTPMethod = .patch

        #expect(theirs.method == ours)
        #expect(AbstractionKit.HTTPMethod.allCases.allSatisfy { $0.method.rawValue == $0.rawValue })
    }

    @Test func `a call of a definition can be started and cancelled`() async throws {
        let call = Client.over(stub).call(Post(parameters: [:]))

        call.cancel()

        guard case .failure(let error) = await call.result else {
            Issue.record("it was cancelled")
            return
        }
        #expect(error.isCancellation)
        #expect(stub.requestCount == 0)
    }
}
