import Portico

// The API in the first style: each call is a struct, and its properties are the parameters. A property goes into the path
// where the route names it, else into the query of GET, HEAD and DELETE, and else into the JSON body.

struct ShowUser: Endpoint {
    static let route: Route = "GET /users/{id}"
    typealias Response = User
    var id: Int
}

struct ListTodos: Endpoint {
    static let route: Route = "GET /todos"
    typealias Response = [Todo]
    var done: Bool?
    @Query("per_page") var perPage: Int? = nil
}

struct AddTodo: Endpoint {
    static let route: Route = "POST /todos"
    typealias Response = Todo
    var title: String
}

/// `Patch` tells "leave it" from "clear it": a due date is absent, null, or a value.
struct ChangeTodo: Endpoint {
    static let route: Route = "PATCH /todos/{id}"
    typealias Response = Todo
    typealias Failure = Rejection
    var id: Int
    var title: Patch<String> = .absent
    var done: Patch<Bool> = .absent
}

/// No `Response`, so `Void`: the status says it all.
struct RemoveTodo: Endpoint {
    static let route: Route = "DELETE /todos/{id}"
    var id: Int
}

/// The answer wraps its items, `{"data": {"items": […]}}`; a mapping takes them out.
struct SearchTodos: Endpoint {
    static let route: Route = "GET /search"
    static let mapping: ResponseMapping<[Todo]> = .at("data.items")
    var query: String

    enum CodingKeys: String, CodingKey { case query = "q" }
}

/// One answer, two values of it, one typed result.
struct ShowOverview: Endpoint {
    static let route: Route = "GET /overview"
    static let mapping: ResponseMapping<Overview> = .combined("user", "data.todos", as: Overview.init)
}
