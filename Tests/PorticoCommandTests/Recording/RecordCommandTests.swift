import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

/// `portico record` as a shell has it, in front of a server of the test's own.
@Suite struct RecordCommandTests {
    /// A folder for one test.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "portico-record-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private let folder: Folder
    private var file: URL { folder.url.appending(path: "a.har") }

    init() throws { folder = try Folder() }

    @Test func `what passes is in the file when it ends, without its secrets`() async throws {
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
        #expect(outcome.errors.hasPrefix("200 GET /v1/users?page=2\n1 exchange in "))
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("secret-") && !text.contains("12345678"))
        let entry = try #require(try HTTPArchive(contentsOf: file).entries.first)
        #expect(entry.request.url == "\(server.baseURL.absoluteString)/v1/users?page=2")
    }

    @Test func `what the file had stays where that is asked for`() async throws {
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

        try FileManager.default.removeItem(at: folder.url)
        program.interrupt()
        let outcome = await program.end()

        #expect(outcome.errors.contains("the file cannot be written"))
    }

    @Test func `port 0 is one that is free, as it is for portico mock`() async throws {
        let program = try record("http://127.0.0.1:1", ["--port", "0"])
        let base = try #require(await program.nextLine())
        program.interrupt()
        let outcome = await program.end()

        #expect(base.wholeMatch(of: /http:\/\/127\.0\.0\.1:[1-9][0-9]*/) != nil)
        #expect(outcome.errors.hasPrefix("0 exchanges in "))
    }

    @Test func `a port that is taken leaves the recording as it was`() async throws {
        let server = try MockServer()
        let earlier = Data("what was there".utf8)
        try earlier.write(to: file)

        let outcome = await (try record("http://127.0.0.1:1", ["--port", "\(server.port)"])).end()

        #expect(outcome.code == 1)
        #expect(try Data(contentsOf: file) == earlier)
    }

    @Test func `the length of an answer without its body stays`() async throws {
        let server = try MockServer { _ in .text("hello") }
        let program = try record(server.baseURL.absoluteString)
        let base = try #require(await program.nextLine())

        let answer = try await send(base + "/", method: .head)

        program.interrupt()
        _ = await program.end()

        #expect(answer.fields[.contentLength] == "5")
        #expect(answer.data == Data())
        #expect(try HTTPArchive(contentsOf: file).entries.map(\.request.method) == ["HEAD"])
    }

    @Test func `an answer of no known length has none on the way either`() async throws {
        let server = try MockServer { _ in .chunked([Data("hello".utf8)]) }
        let program = try record(server.baseURL.absoluteString)
        let base = try #require(await program.nextLine())

        #expect(try await send(base + "/", method: .head).fields[.contentLength] == nil)
        #expect(try await send(base + "/").fields[.contentLength] == nil)
        program.interrupt()
        _ = await program.end()
    }

    @Test func `an answer passes as it comes`() async throws {
        let gate = Gate()
        let server = try MockServer { _ in .text("hello").held(until: gate, at: .body(2)) }
        let program = try record(server.baseURL.absoluteString)
        let base = try #require(await program.nextLine())

        let answer = try await send(base + "/", delivery: .streamed)
        guard case .chunks(let body) = answer.body else { return #expect(Bool(false), "it is not streamed") }
        var chunks = body.makeAsyncIterator()
        let first = try await chunks.next()
        gate.open()
        var rest = Data()
        while let chunk = try await chunks.next() { rest += chunk }
        program.interrupt()
        _ = await program.end()

        #expect(first == Data("he".utf8))
        #expect(rest == Data("llo".utf8))
        #expect(try HTTPArchive(contentsOf: file).entries.map(\.response.content.text) == ["hello"])
    }

    @Test func `a body too large for the file passes whole, and its entry says so`() async throws {
        let (piece, times) = (Data(repeating: 0x61, count: 1 << 16), 257)
        let server = try MockServer { _ in .repeating(piece, times: times) }
        let program = try record(server.baseURL.absoluteString)
        let base = try #require(await program.nextLine())

        let answer = try await send(base + "/")
        program.interrupt()
        _ = await program.end()

        #expect(answer.data?.count == piece.count * times)
        let content = try #require(try HTTPArchive(contentsOf: file).entries.first?.response.content)
        #expect(content.text == nil && content.size == piece.count * times)
        #expect(content.comment == "left out: it is larger than what is kept")
    }

    @Test(arguments: [MockAnswer.Position.byte(0), .body(2)])
    func `a client that leaves takes the exchange with it`(position: MockAnswer.Position) async throws {
        let server = try MockServer { _ in .text("hello").held(until: Gate(), at: position) }
        let program = try record(server.baseURL.absoluteString)
        let base = try #require(await program.nextLine())

        let call = Task { try await send(base + "/") }
        let request = try #require(await server.nextRequest())
        call.cancel()

        #expect(await server.connectionClosed(request.connection) == .byClient)
        program.interrupt()
        let outcome = await program.end()
        #expect(!outcome.errors.contains("---"))
        #expect(try HTTPArchive(contentsOf: file).entries.isEmpty)
    }

    @Test func `an answer that breaks off does so for the client, and is told`() async throws {
        let server = try MockServer { _ in .chunked([Data("hello".utf8), Data("world".utf8)]).cut(at: .body(12)) }
        let program = try record(server.baseURL.absoluteString)
        let base = try #require(await program.nextLine())

        await #expect(throws: TransportError.self) { try await send(base + "/") }

        program.interrupt()
        let outcome = await program.end()
        #expect(outcome.errors.hasPrefix("200 GET /\n--- GET /: "))
        #expect(try HTTPArchive(contentsOf: file).entries.isEmpty)
    }

    private func record(_ target: String, _ words: [String] = []) throws -> RunningProgram {
        try RunningProgram(Program.path, ["record", "--output", file.path] + words + [target])
    }

    private func send(
        _ url: String, method: HTTPMethod = .get, token: String = "x", delivery: TransportOptions.Delivery = .buffered
    ) async throws -> HTTPResponse {
        let url = try #require(URL(string: url))
        let fields: HTTPFields = ["Authorization": "Bearer \(token)"]
        let request = try #require(HTTPRequest(method: method, url: url, fields: fields))
        return try await CurlTransport().send(request, TransportOptions(delivery: delivery, timeout: .seconds(60)))
    }
}
