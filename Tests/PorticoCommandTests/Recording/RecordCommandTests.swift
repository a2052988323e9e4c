import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

/// `portico record` as a shell has it, in front of a server of the test's own.
@Suite struct RecordCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "portico-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "a.har") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    @Test func `what passes is in the file when it ends, without its secrets`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try MockServer { request in
            let text = #"{"path":"\#(request.target)","token":"secret-1234"}"#
            return .json(text, fields: ["Set-Cookie": "a=12345678; Domain=x"])
        }

        let program = try record("\(server.baseURL.absoluteString)/v1/")
        let base = try #require(await program.nextLine())
        let answer = try await send(base + "/users?page=2", token: "secret-5678")
        program.interrupt()
        let outcome = await program.end()

        #expect(answer.data == Data(#"{"path":"/v1/users?page=2","token":"secret-1234"}"#.utf8))
        #expect(answer.fields[.setCookie] == "a=12345678")
        #expect(await server.nextRequest()?.fields[.authorization] == "Bearer secret-5678")
        #expect(outcome.code == 130)
        #expect(outcome.errors.hasPrefix("200 GET /v1/users?page=2\n1 exchanges in "))
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("secret-") && !text.contains("12345678"))
        let entry = try #require(try HTTPArchive(contentsOf: file).entries.first)
        #expect(entry.request.url == "\(server.baseURL.absoluteString)/v1/users?page=2")
    }

    @Test func `what the file had stays where that is asked for`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try MockServer { _ in .status(204) }

        for words in [[], ["--append"], ["--append"]] {
            let program = try record(server.baseURL.absoluteString, words)
            let base = try #require(await program.nextLine())
            _ = try await send(base + "/")
            program.terminate()
            #expect(await program.end().code == 143)
        }

        #expect(try HTTPArchive(contentsOf: file).entries.count == 3)
    }

    @Test func `a server that is not there is a bad gateway, and no entry`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let gone = try MockServer { _ in .status(204) }
        gone.stop()

        let program = try record(gone.baseURL.absoluteString)
        let base = try #require(await program.nextLine())
        let answer = try await send(base + "/")
        program.interrupt()
        let outcome = await program.end()

        #expect(answer.status == .badGateway)
        #expect(outcome.errors.contains("--- GET /: no connection could be made"))
        #expect(try HTTPArchive(contentsOf: file).entries.isEmpty)
    }

    @Test(arguments: [
        (["http://h"], "--output is missing"), (["-o", "x.har", "h"], "'h' is no URL of a server"),
        (["-o", "x.har", "ftp://h"], "'ftp://h' is no URL of a server"),
        (["-o", "x.har"], "an argument is missing: URL"),
    ])
    func `wrong words are told`(_ words: [String], _ message: String) async throws {
        let outcome = try await Program.run(["record"] + words)

        #expect(outcome.code == 64)
        #expect(outcome.errors.contains(message))
    }

    @Test func `a file that cannot be written is told before anything is recorded`() async throws {
        let outcome = try await Program.run(["record", "-o", "/nowhere/a.har", "http://127.0.0.1:1"])

        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("the archive '/nowhere/a.har': the file cannot be written"))
    }

    @Test func `a recording that cannot be written at the end is told`() async throws {
        let program = try record("http://127.0.0.1:1")
        _ = try #require(await program.nextLine())

        try FileManager.default.removeItem(at: folder)
        program.interrupt()
        let outcome = await program.end()

        #expect(outcome.errors.contains("the file cannot be written"))
    }

    @Test func `a port that is taken leaves the recording as it was`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try MockServer()
        let earlier = Data("what was there".utf8)
        try earlier.write(to: file)

        let outcome = await (try record("http://127.0.0.1:1", ["--port", "\(server.port)"])).end()

        #expect(outcome.code == 1)
        #expect(try Data(contentsOf: file) == earlier)
    }

    private func record(_ target: String, _ words: [String] = []) throws -> RunningProgram {
        try RunningProgram(Program.path, ["record", "--output", file.path] + words + [target])
    }

    private func send(_ url: String, token: String = "x") async throws -> HTTPResponse {
        let url = try #require(URL(string: url))
        let request = try #require(HTTPRequest(url: url, fields: ["Authorization": "Bearer \(token)"]))
        return try await CurlTransport().send(request, TransportOptions(timeout: .seconds(60)))
    }
}
