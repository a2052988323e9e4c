import Foundation
import Portico
import PorticoTesting
import Testing

// One call in each style of declaration.

private struct ListRepos: Endpoint {
    static let route: Route = "GET /orgs/{org}/repos"
    var org: String
    @Query("per_page") var perPage: Int? = nil
    var sort: Sample.Sort?
    var topics: [String] = []
    var isFork: Bool?
    var since: Date?
    @Header("X-Trace") var trace: String? = nil
}

private struct CreateIssue: Endpoint {
    static let route: Route = "POST /repos/{owner}/{+repo}/issues"
    var owner: String, repo: String
    var title: String
    var labels: [String]
    var due: Date?
    @Query("notify") var isNotifying = true
}

private struct ReplaceUser: Endpoint {
    static let route: Route = "PUT /users/{id}"
    var id: UUID
    @Body var user: Sample.Person
    @Header("If-Match") var tag: String? = nil
}

private struct Login: Endpoint {
    static let route: Route = "POST /oauth/token"
    static let bodyFormat = BodyFormat.form
    var user: String, scope: [String], remember: Bool?
}

private struct UploadPhoto: Endpoint {
    static let route: Route = "POST /photos"
    @Body var form: Multipart
}

private struct Remove: Endpoint {
    static let route: Route = "DELETE /users/{id}"
    var id: Int
    var force: Bool
}

private enum API: Router {
    case listRepos(
        org: String, perPage: Query<Int?> = Query(wrappedValue: nil, "per_page"), sort: Sample.Sort? = nil,
        topics: [String] = [],
        isFork: Bool? = nil, since: Date? = nil, trace: Header<String?> = Header(wrappedValue: nil, "X-Trace"))
    case createIssue(owner: String, repo: String, title: String, labels: [String], due: Date?, notify: Query<Bool>)
    case replaceUser(id: UUID, Body<Sample.Person>, tag: Header<String?>)
    case login(user: String, scope: [String], remember: Bool?)
    case uploadPhoto(Body<Multipart>)
    case remove(id: Int, force: Bool)

    var route: Route {
        switch self {
        case .listRepos: "GET /orgs/{org}/repos"
        case .createIssue: "POST /repos/{owner}/{+repo}/issues"
        case .replaceUser: "PUT /users/{id}"
        case .login: "POST /oauth/token"
        case .uploadPhoto: "POST /photos"
        case .remove: "DELETE /users/{id}"
        }
    }

    var bodyFormat: BodyFormat { if case .login = self { .form } else { .json } }
}

private let form = Multipart([.text("Sun", name: "title"), .bytes(Data("x".utf8), name: "photo", filename: "a.png")])

/// The same call, declared three times.
struct SameCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    fileprivate let endpoint: any Endpoint
    fileprivate let router: API
    let request: Request<Void, ErrorBody>

    fileprivate init(_ name: String, _ endpoint: any Endpoint, _ router: API, _ request: Request<Void, ErrorBody>) {
        (testDescription, self.endpoint, self.router, self.request) = (name, endpoint, router, request)
    }

    static let all = [
        SameCall(
            "no options", ListRepos(org: "apple"), .listRepos(org: "apple"),
            .get(
                "/orgs/\("apple")/repos",
                query: ["per_page": nil, "sort": nil, "topics": [String](), "isFork": nil, "since": nil],
                fields: ["X-Trace": nil])),
        SameCall(
            "all options",
            ListRepos(
                org: "a/b c", perPage: 50, sort: .newestFirst, topics: ["x+y", "z"], isFork: false, since: moment,
                trace: "t"),
            .listRepos(
                org: "a/b c", perPage: Query(wrappedValue: 50, "per_page"), sort: .newestFirst, topics: ["x+y", "z"],
                isFork: false, since: moment, trace: Header(wrappedValue: "t", "X-Trace")),
            .get(
                "/orgs/\("a/b c")/repos",
                query: [
                    "per_page": 50, "sort": Sample.Sort.newestFirst, "topics": ["x+y", "z"], "isFork": false,
                    "since": moment,
                ],
                fields: ["X-Trace": "t"])),
        SameCall(
            "a JSON object",
            CreateIssue(owner: "o", repo: "r/s", title: "é", labels: ["b", "a"], due: moment, isNotifying: false),
            .createIssue(
                owner: "o", repo: "r/s", title: "é", labels: ["b", "a"], due: moment,
                notify: Query(wrappedValue: false, "notify")),
            .post(
                "/repos/\("o")/\(segments: "r/s")/issues", query: ["notify": false],
                body: .json(["title": "é", "labels": ["b", "a"], "due": moment]))),
        SameCall(
            "a JSON object with nil",
            CreateIssue(owner: "o", repo: "r", title: "t", labels: [], due: nil),
            .createIssue(
                owner: "o", repo: "r", title: "t", labels: [], due: nil, notify: Query(wrappedValue: true, "notify")),
            .post(
                "/repos/\("o")/\("r")/issues", query: ["notify": true],
                body: .json(["title": "t", "labels": [String](), "due": nil]))),
        SameCall(
            "a whole body",
            ReplaceUser(id: identifiers[0], user: Sample.Person(firstName: "A", age: 7), tag: "\"1\""),
            .replaceUser(
                id: identifiers[0], Body(wrappedValue: Sample.Person(firstName: "A", age: 7)),
                tag: Header(wrappedValue: "\"1\"", "If-Match")),
            .put(
                "/users/\(identifiers[0])", fields: ["If-Match": "\"1\""],
                body: .json(Sample.Person(firstName: "A", age: 7)))),
        SameCall(
            "a form", Login(user: "a b&c", scope: ["x", "y"], remember: true),
            .login(user: "a b&c", scope: ["x", "y"], remember: true),
            .post("/oauth/token", body: .form(["user": "a b&c", "scope": ["x", "y"], "remember": true]))),
        SameCall(
            "a multipart form", UploadPhoto(form: form), .uploadPhoto(Body(wrappedValue: form)),
            .post("/photos", body: .multipart(form))),
        SameCall(
            "a DELETE with a query", Remove(id: 7, force: true), .remove(id: 7, force: true),
            .delete("/users/\(7)", query: ["force": true])),
    ]
}

@Suite struct DeclarationStylesTests {
    static let clients = [
        Client(base: "https://h"),
        Client(
            base: "http://h:8080/api/v1/?k=1", fields: ["X-App": "shop"], query: [QueryItem(name: "lang", value: "de")]
        )
        .withUserAgent("Shop/1"),
        Client(base: "https://h").withStyle(
            ParameterStyle(arrays: .comma, booleans: .digits, dates: .epochSeconds, nils: .null)),
        Client(base: "https://h").withMapper(
            MappedBy { parameters, _ in
                parameters.query.append(QueryItem(name: "z", value: "1"))
                parameters.fields["X-Mapped"] = "1"
            }
        ).withOptions(CallOptions(fields: ["X-Call": "1"])),
    ]

    @Test(arguments: SameCall.all, clients.indices)
    func `an endpoint, a router's case and a factory make the same request`(call: SameCall, client: Int) {
        let client = Self.clients[client]
        let expected = client.text(of: call.endpoint)

        #expect(!expected.hasPrefix("!"))
        #expect(client.text(of: Request<Void, ErrorBody>(call.router, mapping: .ignored)) == expected)
        #expect(client.text(of: call.request) == expected)
    }

    @Test(arguments: SameCall.all)
    func `each is sent as it was made`(call: SameCall) async throws {
        let stub = StubTransport(.status(.ok))
        let client = Client(environment: .stub, transport: stub)
        func send<Declared: Endpoint>(_ endpoint: Declared) async throws { _ = try await client.send(endpoint) }

        try await send(call.endpoint)
        try await client.send(call.router)
        try await client.send(call.request)

        let texts = stub.requests.map { "\($0.method) \($0.urlText) \($0.fields) \(Place.text($0.body))" }
        #expect(texts.count == 3 && Set(texts).count == 1, "\(texts)")
    }
}
