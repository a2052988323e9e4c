import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct FixtureCheckTests {
    private struct User: Decodable, Equatable { var id: Int }

    private struct Problem: Decodable { var title: String }

    private struct ShowUser: Endpoint {
        static let route: Route = "GET /users/{id}"
        typealias Response = User
        typealias Failure = Problem
        var id: Int
    }

    private struct ShowMe: Endpoint {
        static let route: Route = "GET /users/me"
        typealias Response = User
    }

    private struct ListUsers: Endpoint {
        static let route: Route = "GET /users"
        typealias Response = [User]
    }

    private struct DeleteUser: Endpoint {
        static let route: Route = "DELETE /users/{id}"
        var id: Int
    }

    private struct GetFile: Endpoint {
        static let route: Route = "GET /files/{+path}"
        typealias Response = Data
        var path: String
    }

    private enum Todos: Router {
        case show(id: Int)
        var route: Route { "GET /todos/{id}" }
    }

    private static let calls: [CheckedCall] = [
        .call(ShowUser(id: 7)), .call(ListUsers()), .call(DeleteUser(id: 7)), .call(GetFile(path: "a/b")),
        .call(Todos.show(id: 1), as: User.self), .call(Request<[User], ErrorBody>.get("/search/\("x")?q=1")),
    ]

    private static let good = [
        "users/{id}/GET.json": #"{"id": 1}"#, "users/{id}/GET.2.404.json": #"{"title": "Gone"}"#,
        "users/0/GET.404.problem": #"{"title": "None"}"#, "users/GET.json": "[]",
        "users/GET@many.json": #"[{"id": 1}]"#,
        "users/GET.head.json": #"{"delay": "1h"}"#.replacing("1h", with: "3600s"),
        "users/{id}/DELETE.204.json": "", "files/{+path}/GET.bin": "x", "files/a/GET.bin": "x",
        "todos/{id}/GET.json": #"{"id": 1}"#, "search/{term}/GET,q=1.json": "[]", "README.md": "not a fixture",
    ]

    private func findings(
        _ files: [String: String], _ calls: [CheckedCall] = Self.calls, client: Client? = nil
    ) async throws -> [String] {
        let files = try FixtureFiles(files)
        return try await FixtureCheck(files.url, client: client).findings(for: calls).map(\.description)
    }

    @Test func `a folder that fits has no findings`() async throws {
        #expect(try await findings(Self.good) == [])
    }

    @Test func `a folder fits with the path of the client's base, or without`() async throws {
        let client = Client(
            environment: APIEnvironment("test", baseURL: "https://h/api/v2"), transport: StubTransport(.status(500)))
        let below = Dictionary(uniqueKeysWithValues: Self.good.map { ("api/v2/" + $0, $1) })

        #expect(try await findings(Self.good, client: client) == [])
        #expect(try await findings(below, client: client) == [])
    }

    @Test func `an endpoint without a fixture is found, with the files that were looked for`() async throws {
        var files = Self.good
        files["users/GET.json"] = nil
        files["search/{term}/GET,q=1.json"] = nil
        files["users/GET.head.json"] = nil

        #expect(
            try await findings(files) == [
                "ListUsers, GET /users: no fixture; looked for users/GET.json",
                "Request, GET /search/{}?q=1: no fixture; looked for search/x/GET,q=1.json, search/x/GET.json",
            ])
    }

    @Test func `a fixture without an endpoint is found, and one that is no good or never answers`() async throws {
        var files = Self.good
        files["users/PUT.json"] = "{}"
        files["posts/{id}/GET.json"] = "{}"
        files["users/GET.data"] = "[]"
        files["users/GET.many.json"] = "[]"
        files["todos/{id}/GET@cut.json"] = #"{"id""#
        files["search/{term}/GET.head.json"] = #"{"status": "x"}"#

        #expect(
            try await findings(files) == [
                "posts/{id}/GET.json: no endpoint has this method and path",
                "search/{term}/GET.head.json: 'status' is a number from 200 to 599, not the text 'x'",
                "todos/{id}/GET@cut.json: it is no JSON from byte 5 on (line 1, column 6)",
                "users/GET.json: it never answers, for users/GET.data does",
                "users/GET.many.json: its name is none of a fixture's",
                "users/PUT.json: no endpoint has this method and path",
            ])
    }

    @Test func `a fixture that does not decode is found, of each query, scenario, place and status`() async throws {
        var files = Self.good
        files["users/{id}/GET.json"] = #"{"id": "1"}"#
        files["users/{id}/GET.2.404.json"] = #"{"name": "Gone"}"#
        files["users/GET@many.json"] = "{}"
        files["users/GET,page=2.json"] = "[1]"

        let findings = try await findings(files)

        #expect(
            findings.map { String($0.prefix { $0 != ":" }) } == [
                "users/GET,page=2.json", "users/GET@many.json", "users/{id}/GET.2.404.json", "users/{id}/GET.json",
            ])
        #expect(findings[3].contains("cannot decode User at id: expected Int, found a string"))
        #expect(findings[2].contains("404 Not Found") && findings[2].contains("cannot decode Problem"))
    }

    @Test func `a file belongs to the most exact of the routes that it fits`() async throws {
        let files = ["users/{id}/GET.json": #"{"id": 1}"#, "users/me/GET.json": #"{"id": "me"}"#]

        let findings = try await findings(files, [.call(ShowUser(id: 1)), .call(ShowMe())])

        #expect(findings.count == 1 && findings[0].contains("ShowMe, GET"))
    }

    @Test func `a call that cannot be made is a finding`() async throws {
        let findings = try await findings([:], [.call(Request<Void, ErrorBody>.get("/users/\("")/x"))])
        #expect(findings.count == 1 && findings[0].contains("the request is invalid"))
    }

    @Test func `folders in a circle are an error`() async throws {
        let files = try FixtureFiles(["a/GET.json": "1"])
        try FileManager.default.createSymbolicLink(
            at: files.url.appending(path: "a/b"), withDestinationURL: files.url)

        let error = await #expect(throws: FixtureError.self) { try await FixtureCheck(files.url).findings(for: []) }

        #expect(error?.reason.contains("folders in a circle") == true)
    }
}
