import Foundation
import Portico
import PorticoTesting

extension APIEnvironment {
    static let stub = APIEnvironment("stub", baseURL: "https://api.example")
}

extension Client {
    /// A client whose every call gets this answer.
    static func answering(_ answer: StubAnswer) -> Client {
        Client(environment: .stub, transport: StubTransport(answer))
    }

    /// A client whose every call gets JSON, given as text.
    static func answering(json: String, status: HTTPStatus = .ok) -> Client { answering(.json(json, status: status)) }
}

extension StubAnswer {
    /// Bytes with the type that `Content-Type` says.
    static func bytes(_ bytes: [UInt8], _ type: String, status: HTTPStatus = .ok) -> StubAnswer {
        .response(HTTPResponse(status: status, fields: [.contentType: type], body: Data(bytes)))
    }

    static func body(_ text: String, _ type: String, status: HTTPStatus = .ok) -> StubAnswer {
        bytes(Array(text.utf8), type, status: status)
    }
}

/// `GET /thing`, whatever it gives: what a generic endpoint is.
struct GetThing<Value: Decodable & Sendable>: Endpoint {
    static var route: Route { "GET /thing" }
    typealias Response = Value
}

/// `GET /thing` with an error body that is a `Failure`.
struct GetOrFail<Value: Decodable & Sendable, Problem: Decodable & Sendable>: Endpoint {
    static var route: Route { "GET /thing" }
    typealias Response = Value
    typealias Failure = Problem
}

struct User: Codable, Hashable {
    var id: Int
    var name: String
}

extension Result {
    /// What a call failed with; nil where it gave its value.
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
