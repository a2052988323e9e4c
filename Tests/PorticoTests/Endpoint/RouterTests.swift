import Foundation
import Portico
import PorticoTesting
import Testing

private enum Todos: Router {
    case list(done: Bool? = nil, tags: [String] = [])
    case show(id: Int)
    case add(title: String, due: Date?)
    case replace(id: Int, Body<Sample.Person>)
    case upload(id: Int, photo: Part<FilePart>)
    case login(user: String, password: String)
    case rename(id: Int, title: Field<String>, notify: Query<Bool>, ifMatch: Header<String?>)
    case watch(nested: Int??)
    case ping
    case poke

    var route: Route {
        switch self {
        case .list: "GET /todos"
        case .show: "GET /todos/{id}"
        case .add: "POST /todos"
        case .replace: "PUT /todos/{id}"
        case .upload: "POST /todos/{id}/photo"
        case .login: "POST /token"
        case .rename: "PATCH /todos/{id}"
        case .watch: "GET /watch"
        case .ping: "GET /ping"
        case .poke: "POST /poke"
        }
    }

    var bodyFormat: BodyFormat {
        switch self {
        case .upload: .multipart
        case .login: .form
        default: .json
        }
    }

    var options: CallOptions {
        if case .poke = self { CallOptions(fields: ["X-Priority": "low"]) } else { CallOptions() }
    }
}

@Suite struct RouterTests {
    private func text<Declared: Router>(_ router: Declared, by client: Client = .plain) -> String {
        client.text(of: Request(router, mapping: .ignored))
    }

    private static let cases: [(Todos, String)] = [
        (.list(), "GET https://h/todos\nAccept: */*"),
        (.list(done: false, tags: ["a b", "c"]), "GET https://h/todos?done=false&tags=a%20b&tags=c\nAccept: */*"),
        (.show(id: 7), "GET https://h/todos/7\nAccept: */*"),
        (
            .add(title: "t", due: moment),
            """
            POST https://h/todos
            Accept: */*
            Content-Type: application/json

            {"due":"2024-01-02T03:04:05.250Z","title":"t"}
            """
        ),
        (
            .add(title: "t", due: nil),
            "POST https://h/todos\nAccept: */*\nContent-Type: application/json\n\n{\"title\":\"t\"}"
        ),
        (
            .replace(id: 7, Body(wrappedValue: Sample.Person(age: 8))),
            "PUT https://h/todos/7\nAccept: */*\nContent-Type: application/json\n\n{\"age\":8}"
        ),
        (
            .login(user: "a b", password: "c&d"),
            "POST https://h/token\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\nuser=a+b&password=c%26d"
        ),
        (
            .rename(
                id: 7, title: Field(wrappedValue: "t", "new_title"), notify: Query(wrappedValue: true),
                ifMatch: Header(wrappedValue: "x")),
            """
            PATCH https://h/todos/7?notify=true
            if-match: x
            Accept: */*
            Content-Type: application/json

            {"new_title":"t"}
            """
        ),
        (.watch(nested: nil), "GET https://h/watch\nAccept: */*"),
        (.watch(nested: .some(nil)), "GET https://h/watch\nAccept: */*"),
        (.watch(nested: 7), "GET https://h/watch?nested=7\nAccept: */*"),
        (.ping, "GET https://h/ping\nAccept: */*"),
        (.poke, "POST https://h/poke\nX-Priority: low\nAccept: */*"),
    ]

    @Test(arguments: cases.indices)
    func `a case's values go where an endpoint's properties of these names would`(index: Int) {
        let (todo, expected) = Self.cases[index]
        #expect(text(todo) == expected)
    }

    @Test func `each case has its own form of body`() throws {
        let upload = Todos.upload(id: 1, photo: Part(wrappedValue: photo))
        #expect(
            Client.plain.body(of: Request<Void, ErrorBody>(upload, mapping: .ignored))
                == #"name="photo"; filename="a.jpg"⏎Content-Type: image/jpeg⏎⏎JPEG⏎"#)
    }

    private enum Unlabelled: Router {
        case query(Int), member(Int), second(id: Int, Int), header(Header<Int>), named(Query<Int>), placed(Int)

        var route: Route {
            switch self {
            case .query, .header, .named: "GET /x"
            case .member: "POST /x"
            case .second: "GET /x/{id}"
            case .placed: "GET /x/{_0}"
            }
        }
    }

    @Test func `a value without a label is refused, unless a wrapper names it`() {
        let expected = "!property '_0': a value with no label; give it one, or wrap it in Body"
        #expect(text(Unlabelled.query(1)) == expected)
        #expect(text(Unlabelled.member(1)) == expected)
        #expect(text(Unlabelled.second(id: 1, 2)) == expected.replacing("_0", with: "_1"))
        #expect(text(Unlabelled.header(Header(wrappedValue: 1))) == expected)
        #expect(text(Unlabelled.named(Query(wrappedValue: 1, "n"))) == "GET https://h/x?n=1\nAccept: */*")
        #expect(text(Unlabelled.placed(1)) == "GET https://h/x/1\nAccept: */*")
    }

    private enum Raw: String, Router {
        case active
        var route: Route { "GET /x" }
    }

    private struct Properties: Router {
        var page = 1
        var route: Route { "GET /x" }
    }

    @Test func `a router is an enum whose cases have labelled values`() {
        let labelled = "but a router is an enum whose cases have labelled values"
        #expect(text(Raw.active) == "!body: it encodes itself as a single value, \(labelled)")
        #expect(text(Properties()) == "!body: it encodes itself as a value with properties of its own, \(labelled)")
    }

    private enum Placed: Router {
        case show(id: Int), list(page: Int)
        var route: Route { "GET /things/{id}" }
    }

    @Test func `an error names the router and the route of the case`() {
        let error = #expect(throws: CallError<ErrorBody>.self) {
            try Client.plain.httpRequest(for: Request(Placed.list(page: 1), mapping: .ignored))
        }
        #expect(error?.call == CallDescription(name: "Placed", route: "GET /things/{id}"))
        #expect(text(Placed.list(page: 1)) == "!route: 'GET /things/{id}': no property is named 'id'")
    }

    private enum Styled: Router {
        case list(perPage: Int, tags: [String], since: Date?)
        var route: Route { "GET /x" }
        static var style: ParameterStyle { ParameterStyle(arrays: .comma, nils: .null, keys: .snakeCase) }
        static var environment: APIEnvironment? { APIEnvironment("own", baseURL: "https://own.example/v2") }
        static var mapper: (any RequestMapper)? {
            MappedBy { parameters, _ in parameters.query.append(QueryItem(name: "z", value: "1")) }
        }
    }

    @Test func `a router has a style, an environment and a mapper for all its cases`() {
        #expect(
            text(Styled.list(perPage: 5, tags: ["a", "b"], since: nil))
                == "GET https://own.example/v2/x?per_page=5&tags=a,b&since=null&z=1\nAccept: */*")
    }

    @Test func `what comes back is what the caller expects`() async throws {
        let client = Client.answering(json: #"[{"id":1,"name":"A"}]"#)
        let accounts: [Sample.Account] = try await client.send(Todos.list())
        let text = try await client.send(Todos.list(), as: String.self)

        #expect(accounts == [Sample.Account(id: 1, name: "A")])
        #expect(text == #"[{"id":1,"name":"A"}]"#)
        try await client.send(Todos.ping)
    }
}
