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

    @Test func `a factory's call has its types inferred, however it is sent`() async throws {
        let client = Client(environment: environment, transport: StubTransport(.json(#"{"id":42}"#)))

        #expect(try await client.send(.member(42)) == Member(id: 42))
        #expect(try await client.result(.member(42)).get() == Member(id: 42))
        #expect(try await client.call(.member(42)).value == Member(id: 42))
        #expect(try await client.explain(.member(42)).request.urlText == "https://h/users/42")
        #expect(try client.httpRequest(for: .member(42)).path == "/users/42")
    }
}
