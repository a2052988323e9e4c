import Foundation
import Portico
import PorticoTesting
import Testing

/// A thousand tests at once, in one process, of one feature that calls the same URLs: each has its own answers.
@Suite struct IsolationConcurrencyTests {
    private struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    private struct ListUsers: Endpoint {
        static let route: Route = "GET /users"
        typealias Response = [User]
    }

    private struct ShowUser: Endpoint {
        static let route: Route = "GET /users/{id}"
        typealias Response = User
        var id: Int
    }

    private struct RenameUser: Endpoint {
        static let route: Route = "PATCH /users/{id}"
        typealias Response = User
        var id: Int
        var name: String
    }

    /// The feature: it knows nothing of how its client is answered.
    private static func renamed(_ client: Client, to name: String) async throws -> [User] {
        var users: [User] = []
        for user in try await client.send(ListUsers()) {
            let current = try await client.send(ShowUser(id: user.id))
            users.append(try await client.send(RenameUser(id: current.id, name: name)))
        }
        return users
    }

    private static let environment = APIEnvironment("test", kind: .custom, baseURL: "https://api.example")

    /// What one test does: its stubs, the feature, its expectations. Returns what went wrong.
    private static func test(_ number: Int) async throws -> [String] {
        let stub = StubTransport(stubs: [
            .on(ListUsers.self, .failure(.connectionLost), .json(encoding: [User(id: number, name: "before")])),
            .on(ShowUser(id: number), .json(encoding: User(id: number, name: "before"))),
            .on(RenameUser.self) { .json(encoding: User(id: $0.id, name: $0.name)) },
        ]).delayed(by: .zero...(.milliseconds(50)), seed: UInt64(number))
        let clock = VirtualClock()
        let client = Client(environment: environment, transport: stub).withClock(clock)
            .withRetry(RetryPolicy(backoff: RetryPolicy.Backoff(base: .milliseconds(1))))

        let feature = Task { try await renamed(client, to: "test \(number)") }
        // Each test has its own time, too: it passes as fast as the feature can take it.
        let time = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advance(by: .milliseconds(50))
            }
        }
        defer { time.cancel() }
        let users = try await feature.value

        var problems: [String] = []
        if users != [User(id: number, name: "test \(number)")] { problems.append("\(number): \(users)") }
        if stub.requests.map(\.path) != ["/users", "/users", "/users/\(number)", "/users/\(number)"] {
            problems.append("\(number): \(stub.requests.map(\.path))")
        }
        if stub.requests(of: RenameUser.self).map(\.name) != ["test \(number)"] {
            problems.append("\(number): renamed")
        }
        if !stub.unused.isEmpty { problems.append("\(number): \(stub.unused)") }
        return problems
    }

    @Test func `a thousand tests of the same URLs do not see each other's stubs`() async throws {
        let problems = try await withThrowingTaskGroup(of: [String].self, returning: [String].self) { group in
            for number in 1...1000 { group.addTask { try await Self.test(number) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }

        #expect(problems == [])
    }

    @Test func `a thousand transports answer from one folder, each with its own sequence`() async throws {
        let files = try FixtureFiles([
            "users/GET.1.json": #"[{"id": 1, "name": "first"}]"#, "users/GET.2.json": #"[{"id": 2, "name": "then"}]"#,
            "users/{id}/GET.json": #"{"id": 3, "name": "one"}"#,
        ])
        let ids = try await withThrowingTaskGroup(of: [Int].self, returning: [[Int]].self) { group in
            for _ in 1...1000 {
                group.addTask {
                    let client = Client(environment: Self.environment, transport: try FixtureTransport(files.url))
                    let first = try await client.send(ListUsers()).map(\.id)
                    let shown = try await client.send(ShowUser(id: 9)).id
                    return first + [shown] + (try await client.send(ListUsers()).map(\.id))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(ids.allSatisfy { $0 == [1, 3, 2] })
    }
}
