import Foundation
import Portico
import PorticoCurl
import Testing

/// `portico mock` as a process, asked over its port.
@Suite struct MockCommandTests {
    /// A folder for one test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "portico-mock-\(UUID().uuidString)")

        init(_ files: [String: String]) throws { for (path, text) in files { try write(path, text) } }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ path: String, _ text: String) throws {
            let file = url.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private func start(_ arguments: String...) async throws -> (RunningProgram, port: Int) {
        let program = try RunningProgram(Program.path, ["mock", "--port", "0"] + arguments)
        guard let line = await program.nextLine() else {
            let outcome = await program.end()
            throw NotStarted(errors: outcome.errors)
        }
        let port = line.wholeMatch(of: #/http://127\.0\.0\.1:(\d+)/#).flatMap { Int($0.1) }
        return (program, try #require(port, "\(line)"))
    }

    private struct NotStarted: Error { let errors: String }

    /// The status and the body of an answer.
    private func ask(_ port: Int, _ target: String) async throws -> String {
        let request = HTTPRequest(scheme: "http", authority: "127.0.0.1:\(port)", path: target)
        let response = try await Self.transport.send(request, TransportOptions())
        return "\(response.status.code) | \(String(decoding: response.data ?? Data(), as: UTF8.self))"
    }

    private static let transport = CurlTransport()

    @Test func `fixtures are served, a line each, until Ctrl-C`() async throws {
        let folder = try Folder(["users/GET.json": "[1]", "users/{id}/GET.404.problem": "{}"])
        let (program, port) = try await start(folder.url.path)

        #expect(try await ask(port, "/users?x=1") == "200 | [1]")
        #expect(try await ask(port, "/users/7") == "404 | {}")
        #expect(try await ask(port, "/none").contains("none/GET.json"))

        let lines = [await program.nextErrorLine(), await program.nextErrorLine(), await program.nextErrorLine()]
            .compactMap { $0 }
        #expect(lines.allSatisfy { $0.prefixMatch(of: #/\d\d:\d\d:\d\d /#) != nil })
        #expect(
            lines.map { $0.dropFirst(9) } == [
                "GET /users?x=1 200 3 users/GET.json", "GET /users/7 404 2 users/{id}/GET.404.problem",
                "GET /none 404 111 there is no fixture for GET /none; looked for none/GET.json",
            ])
        program.interrupt()
        let outcome = await program.end()
        #expect(outcome.code == 130)
        #expect(outcome.errors == "")
    }

    @Test func `files that change, come or go are seen with the next request`() async throws {
        let folder = try Folder(["a/GET.json": "1"])
        let (program, port) = try await start("--quiet", folder.url.path)
        #expect(try await ask(port, "/a") == "200 | 1")

        try folder.write("a/GET.json", "2")
        try folder.write("b/GET.json", "3")
        #expect(try await ask(port, "/a") == "200 | 2")
        #expect(try await ask(port, "/b") == "200 | 3")
        try FileManager.default.removeItem(at: folder.url.appending(path: "a"))
        #expect(try await ask(port, "/a").hasPrefix("404"))

        program.terminate()
        let outcome = await program.end()
        #expect(outcome.code == 143)
        #expect(outcome.errors == "")
    }

    @Test func `a scenario wins, and one that no file has is told`() async throws {
        let folder = try Folder(["a/GET.json": "1", "a/GET@late.json": "2", "b/GET.json": "3"])
        let (late, latePort) = try await start("-s", "late", folder.url.path)
        #expect(try await ask(latePort, "/a") == "200 | 2")
        #expect(try await ask(latePort, "/b") == "200 | 3")
        late.interrupt()
        _ = await late.end()

        let (none, nonePort) = try await start("-s", "nobody", folder.url.path)
        #expect(await none.nextErrorLine() == "portico mock: no fixture there is of the scenario 'nobody' yet")
        #expect(try await ask(nonePort, "/a") == "200 | 1")
        none.interrupt()
        _ = await none.end()
    }

    @Test func `a recording is served, and read anew when it has changed`() async throws {
        let folder = try Folder(["x.har": Self.har("one")])
        let (program, port) = try await start(folder.url.appending(path: "x.har").path)
        #expect(try await ask(port, "/users?page=2") == "200 | one")
        #expect(try await ask(port, "/users?page=3").contains("the query item page is '3', recorded '2'"))

        try folder.write("x.har", Self.har("another"))
        #expect(try await ask(port, "/users?page=2") == "200 | another")
        try folder.write("x.har", "{")
        #expect(try await ask(port, "/users?page=2").hasPrefix("500 | the archive"))

        program.interrupt()
        let outcome = await program.end()
        let lines = outcome.errors.split(separator: "\n").map { $0.dropFirst(9) }
        #expect(lines.first == "GET /users?page=2 200 3 entry 0")
        #expect(lines.count == 4)
    }

    @Test func `a recording may count each answer once`() async throws {
        let folder = try Folder(["x.har": Self.har("one")])
        let (program, port) = try await start("--strict", "--ignore", "Host", folder.url.appending(path: "x.har").path)
        #expect(try await ask(port, "/users?page=2") == "200 | one")
        #expect(try await ask(port, "/users?page=2").hasPrefix("404"))
        program.interrupt()
        _ = await program.end()
    }

    @Test(arguments: [
        (["mock"], 64, "portico mock: an argument is missing: FOLDER|FILE.har\nSee 'portico mock --help'.\n"),
        (["mock", "--port", "70000", "."], 64, "--port takes a whole number from 0 to 65535, not '70000'"),
        (["mock", "--strict", "."], 64, "--strict is for a recording, and '.' is a folder"),
        (["mock", "--delay", "-1", "."], 64, "--delay takes a number of seconds above 0, not '-1'"),
        (["mock", "/no/such"], 1, "portico mock: there is no file or folder '/no/such'\n"),
        (["mock", "/dev/null"], 1, "portico mock: the archive '/dev/null': "),
    ])
    func `what cannot be served is an error`(arguments: [String], code: Int32, message: String) async throws {
        let outcome = try await Program.run(arguments)
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(message))
        #expect(outcome.output == "")
    }

    @Test func `a port that is taken is an error`() async throws {
        let folder = try Folder(["a/GET.json": "1"])
        let (program, port) = try await start(folder.url.path)
        let outcome = try await Program.run("mock", "-p", "\(port)", folder.url.path)
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("portico mock: no server could be started on port \(port): bind: "))
        program.interrupt()
        _ = await program.end()
    }

    private static func har(_ text: String) -> String {
        """
        {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [{
          "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {},
          "timings": {"send": 0, "wait": 1, "receive": 0},
          "request": {"method": "GET", "url": "https://api.example/users?page=2", "httpVersion": "HTTP/1.1",
            "headers": [], "queryString": [{"name": "page", "value": "2"}], "cookies": [], "headersSize": -1,
            "bodySize": 0},
          "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [],
            "content": {"size": \(text.utf8.count), "mimeType": "text/plain", "text": "\(text)"},
            "redirectURL": "", "headersSize": -1, "bodySize": \(text.utf8.count)}}]}}
        """
    }
}
