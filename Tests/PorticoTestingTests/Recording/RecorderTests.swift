import Foundation
import Portico
import Testing

@testable import PorticoTesting

@Suite struct RecorderTests {
    @Test func `an exchange is an entry, by the format's rules`() async throws {
        var stub = StubTransport(
            .json(
                #"{"id":1}"#, status: 201, fields: ["Set-Cookie": "a=b; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT"])
        )
        stub.timings = Self.timings
        let recorder = Self.recorder(stub)

        _ = try await send(
            recorder, .post, "/users?page=2&q=a%20b", fields: ["Accept": "application/json", "Cookie": "s=1"],
            body: .bytes(Data("{}".utf8), mediaType: .json))

        let archive = recorder.archive
        let entry = try #require(archive.entries.first)
        #expect(entry.request.method == "POST" && entry.request.url == "https://h/users?page=2&q=a%20b")
        #expect(entry.request.headers.map(\.name) == ["Accept", "Cookie", "Content-Type"])
        #expect(entry.request.queryString == [.init(name: "page", value: "2"), .init(name: "q", value: "a b")])
        #expect(entry.request.postData == .init(mimeType: "application/json", text: "{}"))
        #expect(entry.request.bodySize == 2 && entry.request.httpVersion == "HTTP/2")
        #expect(entry.response.status == 201 && entry.response.content.text == #"{"id":1}"#)
        #expect(entry.response.cookies.map(\.expires) == ["2026-10-21T07:28:00.000Z"])
        #expect(entry.timings.dns == 1 && entry.timings.connect == 4 && entry.timings.ssl == 3)
        #expect(entry.timings.send == 0.5 && entry.timings.wait == 4.5 && entry.timings.receive == 10)
        #expect(entry.time == 20)
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 0))
        let written = try JSONDecoder().decode(JSONValue.self, from: archive.data())
        #expect(FormatRules.violations(in: written) == [])
    }

    @Test func `bodies of any kind are kept as they were`() async throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let recorder = Self.recorder(
            StubTransport(.response(HTTPResponse(status: 200, fields: ["Content-Type": "image/png"], body: bytes))))
        let folder = try TestFolder()
        let file = folder.url.appending(path: "picture")
        try bytes.write(to: file)
        let form = Multipart([.text("Ada", name: "name"), .file(file, name: "picture")])

        for body in [HTTPBody.file(file), .multipart(form), .stream { HTTPChunks(BytesSource(bytes, nil)) }] {
            _ = try await send(recorder, .post, "/", body: body)
        }

        let entries = recorder.archive.entries
        #expect(entries.map { try? $0.httpResponse().data } == [bytes, bytes, bytes])
        #expect(try entries[0].httpRequest().body.data == bytes)
        #expect(try entries[1].httpRequest().body.data?.firstRange(of: bytes) != nil)
        #expect(try entries[2].httpRequest().body.data == bytes)
    }

    @Test func `a body that exists once still exists once`() async throws {
        let recorder = Self.recorder(StubTransport(.status(204)))
        let body = HTTPBody.stream(once: HTTPChunks(BytesSource(Data("abc".utf8), nil)), length: 3)

        _ = try await send(recorder, .post, "/", body: body)

        #expect(try recorder.archive.entries[0].httpRequest().body.data == Data("abc".utf8))
        let error = await #expect(throws: TransportError.self) { try await send(recorder, .post, "/", body: body) }
        #expect(error?.kind == .bodyConsumed)
    }

    @Test func `a streamed answer passes chunk by chunk, and is there at its end`() async throws {
        let recorder = Self.recorder(StubTransport(.json(#"{"token":"abc"}"#)))

        let response = try await send(recorder, .get, "/", options: TransportOptions(delivery: .streamed))
        #expect(recorder.archive.entries.isEmpty)
        let data = try await response.bytes(limit: 100)

        #expect(data == Data(#"{"token":"abc"}"#.utf8))
        #expect(recorder.archive.entries.map(\.response.content.text) == [#"{"token":"<redacted>"}"#])
    }

    @Test func `an answer that is not read to its end is not there`() async throws {
        let recorder = Self.recorder(StubTransport(.json("{}")))

        do { _ = try await send(recorder, .get, "/", options: TransportOptions(delivery: .streamed)) }

        #expect(recorder.archive.entries.isEmpty)
    }

    @Test func `an exchange that fails is not there, and its error is the transport's`() async throws {
        let recorder = Self.recorder(StubTransport(sequence: [.failure(.connectionLost), .status(204)]))

        let error = await #expect(throws: TransportError.self) { try await send(recorder, .get, "/lost") }
        _ = try await send(recorder, .get, "/fine")

        #expect(error?.kind == .connectionLost)
        #expect(recorder.archive.entries.map(\.request.url) == ["https://h/fine"])
    }

    @Test func `entries are in the order in which the exchanges began`() async throws {
        let gate = Gate()
        let stub = StubTransport { request async throws(TransportError) in
            if request.path == "/slow" { await gate.wait() }
            return .empty(204)
        }
        let recorder = Self.recorder(stub)

        async let slow = send(recorder, .get, "/slow")
        await stub.waitForRequests(1)
        _ = try await send(recorder, .get, "/fast")
        gate.open()
        _ = try await slow

        #expect(recorder.archive.entries.map(\.request.url) == ["https://h/slow", "https://h/fast"])
    }

    @Test func `a body beyond the limit is left out, and says so`() async throws {
        let recorder = Recorder(StubTransport(.json("[1,2,3]")), bodyLimit: 6)

        let response = try await send(recorder, .get, "/")

        #expect(response.data == Data("[1,2,3]".utf8))
        let content = recorder.archive.entries[0].response.content
        #expect(content.text == nil && content.size == 7)
        #expect(content.comment == "left out: it is larger than what is kept")
    }

    @Test func `a body that is still encoded is left out, since its secrets cannot be found`() async throws {
        let recorder = Self.recorder(StubTransport(.json("zstd", fields: ["Content-Encoding": "zstd"])))

        _ = try await send(recorder, .get, "/")

        #expect(recorder.archive.entries[0].response.content.text == nil)
    }

    @Test func `a recording beyond its limit keeps what it has, and says what it left out`() async throws {
        let recorder = Recorder(
            StubTransport(.json("{}")), redaction: .standard, bodyLimit: 100, now: { Date() }, limit: 3000)

        for _ in 0..<4 { _ = try await send(recorder, .get, "/") }

        #expect(recorder.archive.entries.count == 2)
        let error = #expect(throws: HTTPArchiveError.self) { try recorder.checkedArchive() }
        #expect(error?.message == "2 exchanges were left out, since all of them are larger than 3000 bytes")
    }

    @Test func `a redirect is two entries, with the credentials of each hidden`() async throws {
        let stub = StubTransport(routes: [
            "GET /old": .status(302, fields: ["Location": "/new?token=abcdefgh"]), "GET /new": .json("{}"),
        ])
        let recorder = Self.recorder(stub)
        let environment = APIEnvironment("test", baseURL: try #require(URL(string: "https://h")))
        let client = Client(environment: environment, transport: recorder)

        _ = try await client.send(Request<Data, ErrorBody>.get("/old"))

        let entries = recorder.archive.entries
        #expect(entries.map(\.request.url) == ["https://h/old", "https://h/new?token=%3Credacted%3E"])
        #expect(entries.map(\.response.redirectURL) == ["/new?token=%3Credacted%3E", ""])
    }

    private static let timings: TransportTimings = {
        var timings = TransportTimings()
        timings.nameResolved = .milliseconds(1)
        timings.connected = .milliseconds(2)
        timings.secured = .milliseconds(5)
        timings.requestStarted = .milliseconds(5)
        timings.requestSent = .microseconds(5500)
        timings.firstByte = .milliseconds(10)
        timings.completed = .milliseconds(20)
        timings.networkProtocol = "h2"
        return timings
    }()

    private static func recorder(_ transport: any Transport) -> Recorder {
        Recorder(transport, redaction: .standard, bodyLimit: 1 << 20, now: { Date(timeIntervalSince1970: 0) })
    }
}

/// Sends one request to `https://h`.
func send(
    _ transport: any Transport, _ method: HTTPMethod, _ path: String, fields: HTTPFields = [:], body: HTTPBody = .none,
    options: TransportOptions = TransportOptions()
) async throws -> HTTPResponse {
    let request = HTTPRequest(method: method, scheme: "https", authority: "h", path: path, fields: fields, body: body)
    return try await transport.send(request, options)
}
