import Portico
import PorticoTesting
import XCTest

/// That stubs serve XCTest as they serve Swift Testing.
final class StubsInXCTestTests: XCTestCase {
    private struct User: Decodable, Equatable, Sendable {
        var id: Int
        var name: String
    }

    private struct ShowUser: Endpoint {
        static let route: Route = "GET /users/{id}"
        typealias Response = User
        var id: Int
    }

    private let environment = APIEnvironment("test", kind: .custom, baseURL: "https://api.example")

    func testACallIsAnsweredAndItsRequestKept() async throws {
        let stub = StubTransport(stubs: [.on(ShowUser(id: 42), .json(#"{"id": 42, "name": "Ada"}"#))])
        let client = Client(environment: environment, transport: stub)

        let user = try await client.send(ShowUser(id: 42))

        XCTAssertEqual(user, User(id: 42, name: "Ada"))
        XCTAssertEqual(stub.requests(of: ShowUser.self).map(\.id), [42])
        XCTAssertEqual(stub.unused, [])
    }

    func testARequestThatNoStubFitsFailsWithTheDifference() async throws {
        let stub = StubTransport(stubs: [.on(ShowUser(id: 42), .status(204))])
        let client = Client(environment: environment, transport: stub)

        do {
            _ = try await client.send(ShowUser(id: 43))
            XCTFail("no stub fits")
        } catch {
            XCTAssertTrue("\(error)".contains("path /users/43 instead of /users/42"), "\(error)")
        }
        XCTAssertEqual(stub.unused, ["ShowUser, GET /users/42"])
    }

    func testACallbackIsAwaitedByAnExpectation() {
        let stub = StubTransport(.json(#"{"id": 7, "name": "Bob"}"#))
        let client = Client(environment: environment, transport: stub)
        let shown = expectation(description: "the user is shown")

        client.call(ShowUser(id: 7))
            .onSuccess { user in
                XCTAssertEqual(user.name, "Bob")
                shown.fulfill()
            }
            .start()

        wait(for: [shown], timeout: 60)
    }
}
