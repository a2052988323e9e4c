import Foundation
import Portico
import PorticoTesting
import Testing

/// A server that serves a folder.
@Suite struct FixtureFolderTests {
    private static let files = [
        "GET.json": #""root""#,
        "users/GET.json": #""all""#,
        "users/POST.201.json": #""created""#,
        "users/{id}/GET.json": #""any""#,
        "users/{id}/DELETE.204.json": #""not sent""#,
        "users/{id}/repos/GET.json": #""repos of any""#,
        "users/me/GET.json": #""me""#,
        "users/0/GET.404.problem": #""no such user""#,
        "users/0/GET.500.json": #""not the first""#,
        "a b/ü/GET.txt": "escaped",
        "pages/index/GET.html": "<p>",
        "odd/NOTES": "no fixture",
        "odd/GET.many.json": "no fixture",
        "odd/GET.json.bak.x": "no fixture",
    ]

    /// The folder of `files`, for as long as `body` runs.
    private func withFolder(_ body: (FixtureFiles, MockServer) async throws -> Void) async throws {
        let folder = try FixtureFiles(Self.files)
        try await body(folder, try MockServer(fixtures: folder.url))
    }

    private func exchange(_ server: MockServer, _ request: String) async throws -> (
        status: String, type: String, body: String
    ) {
        let client = try RawClient(port: server.port)
        await client.send("\(request) HTTP/1.1\r\nConnection: close\r\n\r\n")
        let lines = await client.readToEnd().text.components(separatedBy: "\r\n")
        let type = lines.first { $0.hasPrefix("Content-Type: ") }?.dropFirst(14) ?? ""
        return (String(lines[0].dropFirst(9)), String(type), lines.last ?? "")
    }

    @Test(arguments: [
        ("GET /", "200 OK", "application/json", #""root""#),
        ("GET /users", "200 OK", "application/json", #""all""#),
        ("GET /users/", "200 OK", "application/json", #""all""#),
        ("GET /users?page=2", "200 OK", "application/json", #""all""#),
        ("POST /users", "201 Created", "application/json", #""created""#),
        ("GET /users/42", "200 OK", "application/json", #""any""#),
        ("GET /users/me", "200 OK", "application/json", #""me""#),
        ("GET /users/me/repos", "200 OK", "application/json", #""repos of any""#),
        ("DELETE /users/42", "204 No Content", "", ""),
        ("GET /users/0", "404 Not Found", "application/problem+json", #""no such user""#),
        ("GET /a%20b/%C3%BC", "200 OK", "text/plain; charset=utf-8", "escaped"),
        ("GET /pages/index", "200 OK", "text/html; charset=utf-8", "<p>"),
        ("HEAD /users", "200 OK", "application/json", ""),
    ])
    func `a file answers the path that it lies at`(
        request: String, status: String, type: String, body: String
    ) async throws {
        try await withFolder { _, server in
            let answer = try await exchange(server, request)
            #expect(answer == (status, type, body))
        }
    }

    @Test(arguments: [
        ("PUT /users/me", #"["users/me/PUT.json","users/{id}/PUT.json"]"#),
        ("GET /users/1/repos/x", #"["users/1/repos/x/GET.json","users/{id}/repos/x/GET.json"]"#),
        ("GET /odd", #"["odd/GET.json"]"#),
        ("GET /../GET.json", #"["%2E%2E/GET.json/GET.json"]"#),
        ("GET /%2e%2E/GET.json", #"["%2E%2E/GET.json/GET.json"]"#),
        ("GET /users%2Fme", #"["users%2Fme/GET.json"]"#),
        ("GET /%00", #"["%00/GET.json"]"#),
        ("GET /%ff", "[]"),
        ("GET /%4", "[]"),
    ])
    func `what is missing is a problem that says which files were looked for, in order`(
        request: String, lookedFor: String
    ) async throws {
        try await withFolder { _, server in
            let answer = try await exchange(server, request)
            #expect(answer.status == "404 Not Found")
            #expect(answer.type == "application/problem+json")
            #expect(
                answer.body == """
                    {"detail":"No fixture answers \(request).","lookedFor":\(lookedFor),"status":404,"title":"No such fixture"}
                    """)
        }
    }

    @Test func `a file is read anew for each request`() async throws {
        try await withFolder { folder, server in
            #expect(try await exchange(server, "GET /users").body == #""all""#)
            try folder.write("users/GET.json", #""changed""#)
            #expect(try await exchange(server, "GET /users").body == #""changed""#)
        }
    }

    @Test func `a file that is no good is a problem that names it`() async throws {
        try await withFolder { folder, server in
            try folder.write("users/GET.json", #"["cut"#)
            let answer = try await exchange(server, "GET /users")
            #expect(answer.status == "500 Internal Server Error")
            #expect(answer.body.contains("users/GET.json for GET /users is no good: it is no JSON from byte 5 on"))
        }
    }

    @Test func `a folder that is not there is an error that names it`() throws {
        let folder = URL(fileURLWithPath: "/nowhere/fixtures")
        let error = #expect(throws: TransportError.self) { try MockServer(fixtures: folder) }
        #expect(error?.message.contains("/nowhere/fixtures") == true)
    }

    @Test func `a large file is read beside the serving, and each of a sequence once`() throws {
        let large = Data("\"\(String(repeating: "x", count: 70_000))\"".utf8)
        let files = try FixtureFiles(["a/GET.1.json": "1", "a/GET.3.json": "3"])
        try files.write("a/GET.2.json", large)
        let folder = try FixtureFolder(files.url)

        let found = try (1...4).map { _ in try folder.lookUp(.get, "/a", asOf: nil) }

        let bodies = try found.map { found in
            switch found {
            case .fixture(let fixture): "at once \(fixture.body.count)"
            case .unread(let read): "later \(try read().get().body.count)"
            }
        }
        #expect(bodies == ["at once 1", "later 70002", "at once 1", "at once 1"])
    }

    @Test func `a large file is read once, as long as it is not too large to keep`() throws {
        let files = try FixtureFiles([:])
        try files.write("GET.txt", Data(repeating: 0x61, count: 70_000))
        // What was written just now may change again without a trace.
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
        try FileManager.default.setAttributes(old, ofItemAtPath: files.url.appending(path: "GET.txt").path)
        let folder = try FixtureFolder(files.url)

        _ = try folder.fixture(for: .get, "/")
        let second = try folder.lookUp(.get, "/", asOf: nil)

        guard case .fixture(let fixture) = second else { Issue.record("\(second)"); return }
        #expect(fixture.body.count == 70_000)
    }

    @Test func `a server sends a large file, and tells what is wrong with one`() async throws {
        try await withFolder { files, server in
            try files.write("large/GET.txt", Data(repeating: 0x61, count: 5_000_000))
            try files.write("cut/GET.json", Data(repeating: 0x5B, count: 100_000))

            let large = try await exchange(server, "GET /large")
            let cut = try await exchange(server, "GET /cut")

            #expect(large.status == "200 OK" && large.body.utf8.count == 5_000_000)
            #expect(cut.status == "500 Internal Server Error" && cut.body.contains("cut/GET.json"))
        }
    }
}
