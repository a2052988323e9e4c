import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct RequestSnapshotsTests {
    private struct AddUser: Endpoint {
        static let route: Route = "POST /users"
        var name: String
        var password: String?
        @Query var notify: Bool = true
        @Header("X-Trace") var trace: String? = nil
    }

    private enum Todos: Router {
        case show(id: Int)
        var route: Route { "GET /todos/{id}" }
    }

    private let files: FixtureFiles
    private let client: Client

    init() throws {
        files = try FixtureFiles([:])
        client = Client(
            environment: APIEnvironment(
                "test", kind: .custom, baseURL: "https://api.example/v2", fields: ["X-API-Key": "s3cret"]),
            transport: StubTransport(.status(500)))
    }

    private func snapshots(_ environment: [String: String] = [:]) -> RequestSnapshots {
        RequestSnapshots(files.url.appending(path: "Snapshots/Users"), client: client, environment: environment)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: files.url.appending(path: "Snapshots/Users/\(name).txt"), encoding: .utf8)
    }

    private let update = ["PORTICO_UPDATE_SNAPSHOTS": "1"]

    @Test func `a snapshot is the request as it goes out, secrets hidden`() async throws {
        try await snapshots(update).verify(AddUser(name: "Ada/é", password: "hunter2", trace: "t"))

        #expect(
            try text("AddUser") == """
                POST https://api.example/v2/users?notify=true
                X-Trace: t
                X-API-Key: <redacted>
                Accept: */*
                Content-Type: application/json

                {"name":"Ada/é","password":"<redacted>"}

                """)
        try await snapshots().verify(AddUser(name: "Ada/é", password: "hunter2", trace: "t"))
    }

    @Test func `routers and requests have snapshots too`() async throws {
        try await snapshots(update).verify(Todos.show(id: 7), named: "show")
        try await snapshots(update).verify(Request<Void, ErrorBody>.delete("/users/\("a b")"), named: "delete")

        #expect(try text("show").hasPrefix("GET https://api.example/v2/todos/7\n"))
        #expect(try text("delete").hasPrefix("DELETE https://api.example/v2/users/a%20b\n"))
        try await snapshots().verify(Todos.show(id: 7), named: "show")
    }

    @Test func `a form, a file and bytes are there whole`() async throws {
        let form = Multipart([.text("hello", name: "note"), .text("hunter2", name: "password")])
        try files.write("photo.bin", Data([0xFF, 0x00, 0x41]))
        let requests: [(String, RequestContent)] = [
            ("form", .multipart(form)), ("file", .file(files.url.appending(path: "photo.bin"))),
            ("text", .bytes(Data("a\r\nb\u{1B}".utf8), mediaType: .plainText)),
        ]
        for (name, body) in requests {
            try await snapshots(update).verify(Request<Void, ErrorBody>.post("/x", body: body), named: name)
        }

        #expect(try text("form").contains("boundary=<boundary>"))
        #expect(
            try text("form").hasSuffix(
                "--<boundary>␍\nContent-Disposition: form-data; name=\"note\"␍\n␍\nhello␍\n"
                    + "--<boundary>␍\nContent-Disposition: form-data; name=\"password\"␍\n␍\n<redacted>␍\n"
                    + "--<boundary>--␍\n\n"))
        #expect(try text("file").hasSuffix("\n\n<3 bytes in Base64>\n/wBB\n"))
        #expect(try text("text").hasSuffix("\n\na␍\nb␛\n"))
    }

    @Test func `a missing snapshot is an error that shows the request, and nothing is written`() async throws {
        let error = await #expect(throws: SnapshotError.self) {
            try await snapshots().verify(Todos.show(id: 7), named: "x")
        }

        #expect(error?.kind == .missing)
        #expect(error?.detail.hasPrefix("+ GET https://api.example/v2/todos/7\n+ X-API-Key: <redacted>") == true)
        #expect(!FileManager.default.fileExists(atPath: files.url.appending(path: "Snapshots").path))
    }

    @Test func `a difference is shown line by line, and how to accept it`() async throws {
        try await snapshots(update).verify(AddUser(name: "Ada", trace: "a"))

        let error = await #expect(throws: SnapshotError.self) { try await snapshots().verify(AddUser(name: "Bob")) }

        let path = files.url.appending(path: "Snapshots/Users/AddUser.txt").path
        #expect(
            "\(try #require(error))" == """
                the request is not what \(path) says:
                  POST https://api.example/v2/users?notify=true
                - X-Trace: a
                  X-API-Key: <redacted>
                  Accept: */*
                  Content-Type: application/json
                \("  ")
                - {"name":"Ada"}
                + {"name":"Bob"}
                With PORTICO_UPDATE_SNAPSHOTS=1 in the environment the file is written.
                """)
    }

    @Test(arguments: ["true", "1", "woodpecker"])
    func `nothing is written where the environment has CI`(value: String) async throws {
        let environment = update.merging(["CI": value]) { $1 }

        let error = await #expect(throws: SnapshotError.self) {
            try await snapshots(environment).verify(AddUser(name: "A"))
        }

        #expect(error?.kind == .notUpdated)
        #expect(!FileManager.default.fileExists(atPath: files.url.appending(path: "Snapshots").path))
    }

    @Test func `line ends that version control has changed are no difference`() async throws {
        try await snapshots(update).verify(AddUser(name: "Ada"))
        let changed = try text("AddUser").replacing("\n", with: "\r\n")
        try files.write("Snapshots/Users/AddUser.txt", changed)

        try await snapshots().verify(AddUser(name: "Ada"))
    }

    @Test(arguments: ["", "../x", "a/b", ".hidden", "a\nb", "C:x"])
    func `a name that is none for a file is an error`(name: String) async {
        let error = await #expect(throws: SnapshotError.self) {
            try await snapshots(update).verify(AddUser(name: "A"), named: name)
        }
        #expect(error?.kind == .unusableName)
    }

    @Test func `a call that makes no request, and a file that is no text, are errors`() async throws {
        let failing = await #expect(throws: SnapshotError.self) {
            try await snapshots().verify(Request<Void, ErrorBody>.get("/users/\("")/x"), named: "x")
        }
        #expect(failing?.kind == .noRequest)

        try files.write("Snapshots/Users/AddUser.txt", Data([0xFF, 0xFE]))
        let unreadable = await #expect(throws: SnapshotError.self) { try await snapshots().verify(AddUser(name: "A")) }
        #expect(unreadable?.kind == .unreadable)
    }

    @Test func `a long line is shown around the place where it differs`() async throws {
        let names = ["a", "b"].map { String(repeating: "x", count: 5000) + $0 + String(repeating: "y", count: 5000) }
        try await snapshots(update).verify(AddUser(name: names[0]))

        let error = await #expect(throws: SnapshotError.self) { try await snapshots().verify(AddUser(name: names[1])) }

        let lines = try #require(error).detail.split(separator: "\n").suffix(2)
        #expect(lines.map(\.count) == [204, 204])
        #expect(lines.first?.contains("xxay") == true && lines.last?.contains("xxby") == true)
    }

    @Test func `snapshots lie beside their tests`() {
        let snapshots = RequestSnapshots(client: client)
        #expect(snapshots.folder.path.hasSuffix("PorticoTestingTests/Snapshots/Snapshots/RequestSnapshotsTests"))
    }
}
