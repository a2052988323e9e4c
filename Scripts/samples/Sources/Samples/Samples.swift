import Foundation
import Portico
import PorticoTesting

/// Calls what the samples declare, from the main actor, and looks at what became of it.
@main struct Samples {
    /// What the package was compiled with, which the script that runs it expects.
    private static var isolation: String {
        #if MAIN_ACTOR
        "MainActor"
        #else
        "nonisolated"
        #endif
    }

    static func main() async throws {
        Checks.expect(CommandLine.arguments.last, isolation)
        let stub = StubTransport(routes: [
            "GET /orgs/{org}/repos": .json(#"[{"name": "swift"}]"#),
            "POST /repos/{owner}/{repo}/issues": .handler { request in
                request.path.contains("gone")
                    ? .json(#"{"message": "gone"}"#, status: 410) : .json(#"{"number": 7}"#, status: 201)
            },
            "GET /search/repositories": .json(#"{"data": {"items": [{"name": "swift"}]}}"#),
            "GET /dashboard": .json(#"{"user": {"id": 1, "name": "Ada"}, "data": {"orders": [3]}}"#),
            "GET /users/{id}": .json(#"{"id": 42, "name": "Ada"}"#),
            "GET /todos": .json(#"[{"id": 1, "title": "x"}]"#),
            "GET /todos/{id}": .json(#"{"id": 1, "title": "x"}"#),
            "POST /todos": .status(201),
        ])
        let api = github.withTransport(stub)

        try await endpoints(api, stub)
        await errors(api)
        try await otherStyles(api)
        await callbacks(api)
        try await threads(api)
        exit(Checks.failureCount == 0 ? 0 : 1)
    }

    @MainActor private static func endpoints(_ github: Client, _ stub: StubTransport) async throws {
        let repos = try await github.send(ListRepos(org: "apple"))
        Checks.expect(repos, [Repo(name: "swift")])
        Checks.expect(stub.requests.last?.path, "/orgs/apple/repos")

        try await github.send(ListRepos(org: "a/b", perPage: 50, sort: .pushed, trace: "7"))
        Checks.expect(stub.requests.last?.path, "/orgs/a%2Fb/repos?per_page=50&sort=pushed")
        Checks.expect(stub.requests.last?.fields["X-Trace"], "7")

        let issue = try await github.send(CreateIssue(owner: "apple", repo: "swift", issue: NewIssue(title: "x")))
        Checks.expect(issue, Issue(number: 7))
        Checks.expect(stub.requests.last?.body.data, Data(#"{"title":"x"}"#.utf8))
        try await github.send(CreateIssueByFields(owner: "apple", repo: "swift", title: "x"))
        Checks.expect(stub.requests.last?.body.data, Data(#"{"labels":[],"title":"x"}"#.utf8))

        Checks.expect(try await github.send(SearchRepos(text: "a+b")), [Repo(name: "swift")])
        Checks.expect(stub.requests.last?.path, "/search/repositories?q=a%2Bb")
        Checks.expect(try await github.send(GetDashboard()), Dashboard(user: User(id: 1, name: "Ada"), orders: [3]))
    }

    @MainActor private static func errors(_ github: Client) async {
        let new = NewIssue(title: "x")
        do { try await github.send(CreateIssue(owner: "apple", repo: "gone", issue: new)) } catch {
            switch error.reason {
            case .failure(let problem): Checks.expect(problem.message, "gone");
            default: Checks.expect("\(error)", "")
            }
        }

        // Closures, `async let` and task groups lose the thrown type; there one writes it, or asks for a Result.
        let messages = await withTaskGroup(of: String?.self) { group in
            group.addTask {
                do throws(CallError<GitHubProblem>) {
                    try await github.send(CreateIssue(owner: "apple", repo: "gone", issue: new))
                    return nil
                } catch {
                    guard case .failure(let problem) = error.reason else { return nil }
                    return problem.message
                }
            }
            group.addTask {
                let result = await github.result(CreateIssue(owner: "apple", repo: "gone", issue: new))
                guard case .failure(let error) = result, case .failure(let problem) = error.reason else { return nil }
                return problem.message
            }
            var messages: [String?] = []
            for await message in group { messages.append(message) }
            return messages
        }
        Checks.expect(messages, ["gone", "gone"])
    }

    @MainActor private static func otherStyles(_ api: Client) async throws {
        let user = try await api.send(.user(42)) // Failure is ErrorBody unless said
        Checks.expect(user, User(id: 42, name: "Ada"))

        let todos: [Todo] = try await api.send(Todos.list())
        Checks.expect(todos, [Todo(id: 1, title: "x")])
        let todo: Todo = try await api.send(Todos.show(id: 1))
        Checks.expect(todo.id, 1)
        try await api.send(Todos.add(title: "x"))
        Checks.expect(try await api.result(Todos.show(id: 1), as: Todo.self).get().title, "x")
    }

    /// Callbacks, and that they run where they are written: this function's variables belong to the main actor.
    @MainActor private static func callbacks(_ github: Client) async {
        var told: [String] = []
        let ended = Gate()

        github.call(ListRepos(org: "apple"))
            .onProgress { progress in told.append("\(progress.fraction ?? 0)") }
            .onSuccess { repos in
                told.append(repos[0].name); ended.open()
            }
            .onFailure { error in
                told.append("\(error)"); ended.open()
            }
            .onCancel {
                told.append("cancelled"); ended.open()
            }
            .start()
        await ended.wait()

        Checks.expect(told, ["1.0", "swift"])
    }

    /// Everything was called from the main actor, and nothing was bound, encoded or decoded there.
    @MainActor private static func threads(_ github: Client) async throws {
        Threads.note("the caller is here")
        try await github.send(Probe(text: Noted()))
        _ = await github.result(Probe(text: Noted()))
        _ = try await github.call(Probe(text: Noted())).value
        _ = try await github.explain(Probe(text: Noted()))
        try await github.send(Request<[Repo], ErrorBody>.get("/orgs/apple/repos", query: ["text": Noted()]))
        let repos: [Repo] = try await github.send(Probes.list(text: Noted()))
        Checks.expect(repos.count, 1)

        Checks.expect(Threads.onMain, ["the caller is here"])
        Checks.expect(
            Threads.all,
            [
                "the caller is here", "Repo is decoded", "NewIssue is encoded", "GitHubProblem is decoded",
                "a value is bound",
            ])
    }
}

struct Probe: Endpoint {
    static let route: Route = "GET /orgs/apple/repos"
    typealias Response = [Repo]
    var text: Noted
}

enum Probes: Router {
    case list(text: Noted)
    var route: Route { "GET /orgs/apple/repos" }
}

/// A parameter that notes on which thread it is bound.
nonisolated struct Noted: Encodable {
    func encode(to encoder: any Encoder) throws {
        Threads.note("a value is bound")
        var container = encoder.singleValueContainer()
        try container.encode("x")
    }
}
