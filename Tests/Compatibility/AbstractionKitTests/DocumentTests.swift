import AbstractionKit
import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

/// httpbin gives back what it is sent: the JSON of a body at `json`, the query at `args`.
private struct Account: SingleResponseElement, ArrayResponseElement, Equatable {
    static let singleKey = "json"
    static let pluralKey = "json"

    var id: Int
    var name: String

    static func decode(from json: Any) throws -> Account {
        let extractor = Extractor(json: json as? [String: Any] ?? [:])
        return try Account(id: extractor <| "id", name: extractor <| "name")
    }
}

private struct AddAccount: EndpointDefinition {
    typealias Response = SingleResponse<Account>
    static let path = "/anything/accounts"
    static let environment: AbstractionKit.Environment = .production
    var method: AbstractionKit.HTTPMethod = .post
    let parameters: [String: Any]
}

/// The query as httpbin read it, in a response of our own.
private struct Arguments: ResponseDefinition {
    let result: [String: String]

    init(json: [String: Any]) throws { result = json["args"] as? [String: String] ?? [:] }
}

private struct Search: EndpointDefinition {
    typealias Response = Arguments
    static let path = "/anything/find"
    static let environment: AbstractionKit.Environment = .production
    var method: AbstractionKit.HTTPMethod = .get
    let parameters: [String: Any]
    var headers: [String: String] { ["X-Trace": "7"] }
}

private struct Forget: EndpointDefinition {
    typealias Response = EmptyResponse
    static let path = "/status/204"
    static let environment: AbstractionKit.Environment = .production
    var method: AbstractionKit.HTTPMethod = .delete
    let parameters: [String: Any] = [:]
}

@Suite struct DocumentTests {
    @Test func `the overview's line extracts a user from JSON, with no network near`() throws {
        // `json` is a dictionary that API returned
        let json: [String: Any] = ["user": ["id": 100, "name": "Ada"]]

        let user = try GetUser.Response.init(json: json).result

        #expect(user.id == 100)
        #expect(user.name == "Ada")
    }

    @Test func `the overview's endpoint says where it goes, and with what`() {
        let endpoint = GetUser.init(userID: 100)

        #expect(GetUser.path == "/user")
        #expect(endpoint.method == .get)
        #expect(endpoint.parameters as? [String: Int] == ["id": 100])
    }

    @Test func `a mapping framework maps a model`() throws {
        let json: [String: Any] = ["user": ["id": 100, "name": "Ada"]]

        let user = try SingleResponse<Mapped.User>(json: json).result

        #expect(user.id == 100)
        #expect(user.name == "Ada")
        #expect(throws: Himotoki.DecodeError.missing("name")) {
            try SingleResponse<Mapped.User>(json: ["user": ["id": 100]])
        }
    }
}

@Suite(.needsHTTPBin) struct DocumentServerTests {
    private let client = Client.over(CurlTransport())

    @Test func `a definition is sent by a client, and its response is what comes back`() async throws {
        let account = try await client.send(AddAccount(parameters: ["id": 7, "name": "Ünï & co"]))

        #expect(account == Account(id: 7, name: "Ünï & co"))
    }

    @Test func `the parameters of a GET arrive in the query, escaped once`() async throws {
        let arguments = try await client.send(
            Search(parameters: ["q": "a+b & c/d", "page": 2, "exact": true, "none": NSNull()]))

        #expect(arguments == ["q": "a+b & c/d", "page": "2", "exact": "true"])
    }

    @Test func `an empty response takes an answer without a body`() async throws {
        try await client.send(Forget())
    }

    @Test func `an error of the response says which call it was and which key is missing`() async throws {
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(GetUserFromEcho())
        }

        #expect(error?.call.name == "GetUserFromEcho")
        #expect("\(try #require(error))".contains("the key 'user' is missing"))
    }

    @Test func `the document's bridge sends a definition with another framework`() async throws {
        let user = try await withCheckedThrowingContinuation { continuation in
            let endpoint = AddAccount(parameters: ["id": 8, "name": "Bo"])
            let request = APIKitBridgeRequest.init(endpoint: endpoint)
            Session.send(
                request, callbackQueue: nil,
                handler: { (result) in
                    switch result {
                    case .success(let user):
                        continuation.resume(returning: user)
                    case .failure(let error):
                        continuation.resume(throwing: error)
                    }
                })
        }

        #expect(user == Account(id: 8, name: "Bo"))
    }
}

/// A user where there is none.
private struct GetUserFromEcho: EndpointDefinition {
    typealias Response = SingleResponse<User>
    static let path = "/anything"
    static let environment: AbstractionKit.Environment = .production
    var method: AbstractionKit.HTTPMethod = .get
    let parameters: [String: Any] = [:]
}
