import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct RequestChangesTests {
    private let stub = StubTransport(.status(500))
    private let elsewhere = APIEnvironment("else", baseURL: "https://else.example/v2", fields: ["X-Server": "else"])

    private var client: Client {
        Client(environment: .stub, transport: stub)
            .withOptions(CallOptions(fields: ["X-Client": "1"])).withAuthenticator(.bearer("t"))
    }

    @Test func `a request goes to an environment of its own, and nothing of the client's origin goes along`() async {
        _ = await client.result(Request<Data, ErrorBody>.get("/users").withEnvironment(elsewhere))

        let sent = stub.requests.first
        #expect(sent?.urlText == "https://else.example/v2/users")
        #expect(sent?.fields["X-Server"] == "else")
        #expect(sent?.fields["X-Client"] == nil)
        #expect(sent?.fields[.authorization] == nil)
    }

    @Test func `a request is called by its name`() async {
        let request = Request<Data, ErrorBody>.get("/users").withEnvironment(elsewhere).named("ListUsers")

        guard case .failure(let error) = await client.result(request) else {
            Issue.record("it fails")
            return
        }
        #expect(error.call == CallDescription(name: "ListUsers", route: "GET /users"))
        #expect(stub.requests.first?.authority == "else.example")
    }
}
