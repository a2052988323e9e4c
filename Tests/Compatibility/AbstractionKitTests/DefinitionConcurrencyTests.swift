import AbstractionKit
import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

private struct Thing: SingleResponseElement {
    static let singleKey = "thing"
    var id: Int

    static func decode(from json: Any) throws -> Thing {
        guard let id = (json as? [String: Any])?["id"] as? Int else { throw ResponseError.missingKey("id") }
        return Thing(id: id)
    }
}

private struct GetThing: EndpointDefinition {
    typealias Response = SingleResponse<Thing>
    static let path = "/thing"
    static let environment: AbstractionKit.Environment = .mock
    let parameters: [String: Any]
    var method: AbstractionKit.HTTPMethod = .get
}

@Suite struct DefinitionConcurrencyTests {
    @Test func `a hundred calls go on while the client is copied and one refresh serves them all`() async throws {
        let refreshes = Mutex(0)
        let stub = StubTransport { request throws(TransportError) in
            guard request.fields[.authorization] == "Bearer new" else { return .empty(401) }
            let id = request.path.split(separator: "=").last ?? ""
            return .json(#"{"thing": {"id": \#(id)}}"#)
        }
        let refresher = CredentialRefresher(store: InMemoryCredentialStore("old"), apply: .bearer) { _ in
            refreshes.withLock { $0 += 1 }
            return "new"
        }
        let client = Client(environment: AbstractionKit.Environment.mock.environment, transport: stub)
            .withAuthenticator(refresher)

        let ids = try await withThrowingTaskGroup(of: Int.self) { group in
            for id in 0..<100 {
                group.addTask {
                    let copy = client.withUserAgent("copy \(id)")
                    return try await copy.send(GetThing(parameters: ["id": id])).id
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(ids == Set(0..<100))
        #expect(refreshes.withLock(\.self) == 1)
    }
}
