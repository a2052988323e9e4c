import Foundation
import Portico
import PorticoTesting
import PorticoURLSession

// A server in this process. It answers from the files in Fixtures: users/{id}/GET.json, todos/POST.201.json, and so on.
let sources = URL(filePath: #filePath).deletingLastPathComponent()
let server = try MockServer(fixtures: sources.appending(path: "../../Fixtures").standardized)

// A client: where the API is, and who carries the requests. The token is sent, and never printed.
let environment = APIEnvironment("todos", baseURL: server.baseURL, fields: ["Authorization": "Bearer 7d1f0c"])
let api = Client(environment: environment, transport: .urlSession())

let screen = Screen(server: server)
print("Portico: typed calls over real HTTP, to a MockServer at \(server.baseURL)")

screen.heading("SEVEN CALLS, AND THE TYPED VALUES THAT CAME BACK")
screen.call(try await api.send(ShowUser(id: 42))) { "\($0.name), since \($0.joined.formatted(.iso8601))" }
screen.call(try await api.send(ListTodos(done: false, perPage: 2))) { titles($0) }
screen.call(try await api.send(AddTodo(title: "Order more brass"))) { "#\($0.id) \($0.title)" }
screen.call(try await api.send(ChangeTodo(id: 7, done: .value(true)))) { "#\($0.id) is \($0.done ? "done" : "open")" }
screen.call(try await api.send(RemoveTodo(id: 7))) { _ in "the status says it all" }
screen.call(try await api.send(SearchTodos(query: "tea & cake"))) { "at data.items: \(titles($0))" }
screen.call(try await api.send(ShowOverview())) { "combined: \($0.user.name), \($0.todos.count) todos" }
let asStructs = screen.requests(since: 1)

screen.heading("THE SAME SEVEN IN OTHER STYLES")
screen.style("endpoint structs", "api.send(ShowUser(id: 42))")

// Factory functions: the result's type is theirs.
try await api.send(.user(42))
try await api.send(.todos(done: false, perPage: 2))
try await api.send(.add(title: "Order more brass"))
try await api.send(.finish(7))
try await api.send(.remove(7))
try await api.send(.search("tea & cake"))
try await api.send(.overview())
screen.style("factory functions", "api.send(.user(42))", isSame: screen.requests(since: 8) == asStructs)

// A router: the result's type, or its mapping, is the caller's.
let _: User = try await api.send(Todos.user(id: 42))
let _: [Todo] = try await api.send(Todos.list(done: false, perPage: 2))
let _: Todo = try await api.send(Todos.add(title: "Order more brass"))
let _: Todo = try await api.send(Todos.finish(id: 7))
try await api.send(Todos.remove(id: 7))
let _: [Todo] = try await api.send(Request(Todos.search(q: "tea & cake"), mapping: .at("data.items")))
try await api.send(Request(Todos.overview, mapping: ShowOverview.mapping))
screen.style("a router enum", "api.send(Todos.user(id: 42))", isSame: screen.requests(since: 15) == asStructs)

// Callbacks, for code that is not async. They run on the actor where they were written.
await withCheckedContinuation { ended in
    api.call(ShowUser(id: 42))
        .onSuccess { _ in
            let isSame = screen.requests(since: 22) == [asStructs[0]]
            screen.style("callbacks", "api.call(ShowUser(id: 42)).onSuccess { … }.start()", isSame: isSame)
            ended.resume()
        }
        .onFailure { error in
            print(error)
            ended.resume()
        }
        .start()
}

screen.heading("A FAILURE, TYPED")
do {
    try await api.send(ChangeTodo(id: 0, title: .value("")))
} catch {
    // A CallError<Rejection>: the endpoint names its Failure, and the compiler knows it here.
    if case .failure(let rejection) = error.reason { screen.line("error.reason", "\(rejection)") }
    screen.line("printed", "\(error)")
}

screen.heading("WHAT WOULD GO OUT, WITH SECRETS HIDDEN")
screen.command(try await api.explain(AddTodo(title: "Order more brass")).curlCommand)

screen.heading("CANCELLED WHILE THE SERVER HOLDS ITS ANSWER")
let gate = Gate()
server.enqueue(.json("{}").held(until: gate))
let call = Task { try await api.send(ShowUser(id: 42)) }
await gate.waitForArrivals(1)
let time = await ContinuousClock().measure {
    call.cancel()
    if case .failure(let error) = await call.result { screen.line("printed", "\(error)") }
}
screen.line("the caller left", "after \(time.formatted(.units(allowed: [.microseconds]))), the answer is still held")
gate.open()

func titles(_ todos: [Todo]) -> String { todos.map(\.title).joined(separator: ", ") }
