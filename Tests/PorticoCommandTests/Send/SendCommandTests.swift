import Foundation
import Portico
import PorticoTesting
import Testing

/// `portico send` as a process, to a server of the test's own.
@Suite struct SendCommandTests {
    private func send(
        _ server: MockServer, _ path: String = "/", _ arguments: String..., input: String = ""
    ) async throws -> Program.Outcome {
        try await Program.run(["send"] + arguments + [server.baseURL.absoluteString + path], input: input)
    }

    @Test func `a request without options is a GET, and the body comes as it is`() async throws {
        let server = try MockServer { _ in .json(#"{"a":1}"#) }

        let outcome = try await send(server, "/users?x=%2F")

        #expect(outcome.code == 0)
        #expect(outcome.output == #"{"a":1}"#)
        #expect(outcome.errors == "")
        #expect(server.requests.map(\.target) == ["/users?x=%2F"])
        #expect(server.requests.first?.method == .get)
    }

    @Test func `fields, query and method go out as they are given`() async throws {
        let server = try MockServer { _ in .status(204) }

        _ = try await send(
            server, "/a?x=1", "-X", "PATCH", "-H", "X-Tag: one", "--header=X-Tag: two", "-q", "name=a b&c/ü", "-q",
            "flag",
            "--user", "me:s3cret")

        let request = try #require(server.requests.first)
        #expect(request.method == .patch)
        #expect(request.target == "/a?x=1&name=a%20b%26c%2F%C3%BC&flag")
        #expect(request.fields.values(of: "X-Tag") == ["one", "two"])
        #expect(request.fields[.authorization] == "Basic bWU6czNjcmV0")
    }

    @Test(arguments: [
        (["--json", #"{"a":1}"#], "", "application/json", #"{"a":1}"#),
        (["--json", "@-"], "[1, 2]", "application/json", "[1, 2]"),
        (["-d", "text", "-H", "Content-Type: text/plain"], "", "text/plain", "text"),
        (["--data", "@-"], "bytes", "application/octet-stream", "bytes"),
        (["-f", "a=1 2", "-f", "b=x&y"], "", "application/x-www-form-urlencoded", "a=1+2&b=x%26y"),
    ])
    func `a body is sent with its media type, by POST`(
        arguments: [String], input: String, mediaType: String, body: String
    ) async throws {
        let server = try MockServer { _ in .status(204) }

        let outcome = try await Program.run(["send"] + arguments + [server.baseURL.absoluteString], input: input)

        #expect(outcome.code == 0, "\(outcome.errors)")
        let request = try #require(server.requests.first)
        #expect(request.method == .post)
        #expect(request.fields.values(of: .contentType) == [mediaType])
        #expect(request.text == body)
    }

    @Test func `the answer's head comes before the body, and JSON is indented, where that is asked for`() async throws {
        let server = try MockServer { _ in .json("[1]", status: 201, fields: ["X": "y"]) }
        let outcome = try await send(server, "/", "-ip")
        #expect(
            outcome.output
                == "201 Created\nX: y\nContent-Type: application/json\nContent-Length: 3\n\n[\n  1\n]\n")
    }

    @Test func `redirects are followed unless that is not wanted`() async throws {
        let server = try MockServer { request in
            request.path == "/new" ? .text("here") : .status(302, fields: [.location: "/new"])
        }
        #expect(try await send(server, "/old").output == "here")
        let refused = try await send(server, "/old", "--no-redirects", "--check-status")
        #expect(refused.output == "")
        #expect(refused.code == 3)
        let limited = try await send(server, "/old", "--max-redirects", "0")
        #expect(limited.code == 1)
        #expect(limited.errors.hasPrefix("portico send: "))
    }

    @Test(arguments: [(204, 0), (304, 3), (404, 4), (503, 5)])
    func `the status decides the exit code where that is asked for`(status: Int, code: Int32) async throws {
        let server = try MockServer { _ in .status(HTTPStatus(status)) }
        #expect(try await send(server).code == 0)
        #expect(try await send(server, "/", "--check-status").code == code)
    }

    @Test func `the phases of each attempt are told`() async throws {
        let server = try MockServer { _ in .text("x") }
        let lines = try await send(server, "/", "--timings").errors.split(separator: "\n")
        #expect(lines.first?.wholeMatch(of: #/200 in \d+\.\d ms/#) != nil, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("  wait     ") })
        #expect(lines.last == "  new connection, http/1.1")
    }

    @Test func `an entry of a recording is sent, with changes`() async throws {
        let server = try MockServer { _ in .status(204) }
        let entries = ["/one", "/two"].map { path in
            """
            {"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
             "request": {"method": "PUT", "url": "\(server.baseURL.absoluteString)\(path)", "httpVersion": "HTTP/1.1",
              "headers": [{"name": "X-A", "value": "1"}, {"name": "X-B", "value": "2"}], "queryString": [], "cookies": [],
              "headersSize": -1, "bodySize": 2, "postData": {"mimeType": "text/plain", "text": "hi"}},
             "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [],
              "content": {"size": 0, "mimeType": ""}, "redirectURL": "", "headersSize": -1, "bodySize": 0}}
            """
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "portico-send-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = """
            {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [\(entries.joined(separator: ","))]}}
            """
        try Data(text.utf8).write(to: file)

        let outcome = try await Program.run("send", file.path, "-e", "1", "-H", "X-B: 3")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let request = try #require(server.requests.first)
        #expect(request.method == .put)
        #expect(request.target == "/two")
        #expect(request.fields["X-A"] == "1")
        #expect(request.fields.values(of: "X-B") == ["3"])
        #expect(request.text == "hi")

        let unclear = try await Program.run("send", file.path)
        #expect(unclear.code == 64)
        #expect(unclear.errors.contains("has 2 entries: --entry says which"))
        let beyond = try await Program.run("send", file.path, "--entry", "2")
        #expect(beyond.errors.contains("--entry takes a whole number from 0 to 1, not '2'"))
    }

    @Test func `the body goes into a file`() async throws {
        let server = try MockServer { _ in .bytes(Data([0, 0xFF])) }
        let file = FileManager.default.temporaryDirectory.appending(path: "portico-send-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await send(server, "/", "-o", file.path)
        #expect(outcome.output == "")
        #expect(try Data(contentsOf: file) == Data([0, 0xFF]))
    }

    @Test func `Ctrl-C ends a request that is under way, without a word`() async throws {
        let gate = Gate()
        let server = try MockServer { _ in .status(200).held(until: gate) }
        let program = try RunningProgram(Program.path, ["send", server.baseURL.absoluteString])
        await gate.waitForArrivals(1)
        program.interrupt()
        let outcome = await program.end()
        #expect(outcome.code == 130)
        #expect(outcome.errors == "")
        #expect(await server.connectionClosed(1) == .byClient)
    }

    @Test(arguments: [
        (["ftp://x/"], 64, "'ftp://x/' is no URL of http or https"),
        (["-H", "no colon", "http://x/"], 64, "--header takes 'NAME: VALUE', not 'no colon'"),
        (["-j", "{", "http://x/"], 1, "the body is "),
        (["-j", "1", "-d", "2", "http://x/"], 64, "--json and --data are two bodies"),
        (["--entry", "1", "http://x/"], 64, "--entry is for a HAR file"),
        (["--pin", "x=abc", "https://x/"], 64, "--pin takes the 32 bytes of a SHA-256 in base64, not 'abc'"),
        (["--cert", "x", "https://x/"], 64, "--cert needs a --key"),
        (["--proxy", "ftp://x", "https://x/"], 64, "--proxy takes http://HOST:PORT or socks5://HOST:PORT"),
        (["-k", "--tls1.3", "https://x/"], 64, "--insecure takes no --tls1.3"),
        (["-d", "@/no/such", "http://127.0.0.1:1/"], 1, "/no/such"),
        (["http://127.0.0.1:1/"], 1, "portico send: "),
        (["/no/such.har"], 1, "the archive '/no/such.har': "),
    ])
    func `what cannot be sent is an error`(arguments: [String], code: Int32, message: String) async throws {
        let outcome = try await Program.run(["send"] + arguments)
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.output == "")
    }
}
