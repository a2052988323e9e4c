import Foundation
import Portico
import PorticoTesting
import Testing

private struct Member: Decodable, Equatable, Sendable { var id: Int }
private struct Problem: Decodable, Equatable, Sendable { var code: String }

// As the documentation has it: nothing is said of the failure.
extension Request where Response == Member {
    fileprivate static func member(_ id: Int) -> Self { .get("/users/\(id)") }
}

@Suite struct FactoryFailureTests {
    private let environment = APIEnvironment("test", baseURL: "https://h")

    @Test func `a factory that says nothing of its failure gives the error's body`() async {
        let client = Client(environment: environment, transport: StubTransport(.json(#"{"code":"gone"}"#, status: 404)))

        let result = await client.result(.member(42) as Request<Member, ErrorBody>)

        guard case .failure(let error) = result, case .failure(let body) = error.reason else {
            Issue.record("\(result)")
            return
        }
        #expect(body.json?["code"]?.string == "gone")
    }

    @Test func `the same factory decodes a failure of another type`() async {
        let client = Client(environment: environment, transport: StubTransport(.json(#"{"code":"gone"}"#, status: 404)))

        let result = await client.result(.member(42) as Request<Member, Problem>)

        guard case .failure(let error) = result, case .failure(let problem) = error.reason else {
            Issue.record("\(result)")
            return
        }
        #expect(problem == Problem(code: "gone"))
    }

    @Test func `a factory's call is sent with its types inferred`() async throws {
        let client = Client(environment: environment, transport: StubTransport(.json(#"{"id":42}"#)))

        let user = try await client.send(.member(42))

        #expect(user == Member(id: 42))
    }
}
