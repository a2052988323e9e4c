import Portico

// The same API twice more. Every style makes the same `Request`, and so the same bytes: take the one you like, or mix them.

/// Factory functions: `try await api.send(.user(42))`.
extension Request {
    static func user(_ id: Int) -> Self where Response == User { .get("/users/\(id)") }

    static func todos(done: Bool?, perPage: Int) -> Self where Response == [Todo] {
        .get("/todos", query: ["done": done, "per_page": perPage])
    }

    static func add(title: String) -> Self where Response == Todo { .post("/todos", body: .json(["title": title])) }

    static func finish(_ id: Int) -> Self where Response == Todo { .patch("/todos/\(id)", body: .json(["done": true])) }

    static func remove(_ id: Int) -> Self where Response == Void { .delete("/todos/\(id)") }

    static func search(_ text: String) -> Self where Response == [Todo] {
        Request(.get, "/search", query: ["q": text], mapping: .at("data.items"))
    }

    static func overview() -> Self where Response == Overview {
        Request(.get, "/overview", mapping: .combined("user", "data.todos", as: Overview.init))
    }
}

/// A router: `let user: User = try await api.send(Todos.user(id: 42))`.
enum Todos: Router {
    case user(id: Int)
    case list(done: Bool? = nil, perPage: Int)
    case add(title: String)
    case finish(id: Int, done: Bool = true)
    case remove(id: Int)
    case search(q: String)
    case overview

    var route: Route {
        switch self {
        case .user: "GET /users/{id}"
        case .list: "GET /todos"
        case .add: "POST /todos"
        case .finish: "PATCH /todos/{id}"
        case .remove: "DELETE /todos/{id}"
        case .search: "GET /search"
        case .overview: "GET /overview"
        }
    }

    /// `perPage` goes out as `per_page`.
    static let style = ParameterStyle(keys: .snakeCase)
}
