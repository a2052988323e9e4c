import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct ReplayTransportTests {
    @Test func `what was recorded is answered, to the byte`() async throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let live = StubTransport(routes: [
            "GET /a": .json(#"{"id": 1}"#, fields: ["ETag": "\"x\"", "Content-Length": "9"]),
            "POST /b": .response(HTTPResponse(status: 201, fields: ["Content-Type": "image/png"], body: bytes)),
            "HEAD /c": .status(404, fields: ["Content-Length": "12"]),
        ])
        let recorder = Recorder(live)
        let requests: [(HTTPMethod, String, HTTPBody)] = [
            (.get, "/a", .none), (.post, "/b", .bytes(bytes)), (.head, "/c", .none),
        ]
        var recorded: [HTTPResponse] = []
        for (method, path, body) in requests { recorded.append(try await send(recorder, method, path, body: body)) }

        let replay = ReplayTransport(try HTTPArchive(recorder.archive.data()))

        for ((method, path, body), expected) in zip(requests, recorded) {
            let response = try await send(replay, method, path, body: body)
            #expect(response.head == expected.head)
            #expect(response.data == expected.data)
        }
        #expect(replay.unusedEntries == [])
    }

    @Test func `a request that was not recorded fails with the difference below the error`() async throws {
        let replay = ReplayTransport(HTTPArchive(entries: [ArchiveSamples.exchange("GET", "https://h/a?p=1")]))

        let error = await #expect(throws: TransportError.self) { try await send(replay, .get, "/a?p=2") }

        #expect(error?.kind == .other)
        let problem = error?.underlying as? UnmatchedRequest
        #expect(problem?.nearestEntry == 0)
        #expect(problem?.differences == ["the query item p is '2', recorded '1'"])
    }

    @Test func `an entry that cannot be given again fails, and says why`() async throws {
        var entry = ArchiveSamples.exchange("GET", "https://h/a")
        entry.response.content = HTTPArchive.Content(mimeType: "image/png")
        entry.response.content.size = 9
        let replay = ReplayTransport(HTTPArchive(entries: [entry]))

        let error = await #expect(throws: TransportError.self) { try await send(replay, .get, "/a") }

        #expect(error?.message.contains("the body of 9 bytes was not kept") == true)
    }

    @Test func `a streamed body is compared too`() async throws {
        let recorder = Recorder(StubTransport(.status(204)))
        _ = try await send(recorder, .post, "/", body: .bytes(Data("abc".utf8)))
        let replay = ReplayTransport(recorder.archive)
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("ab".utf8))
            continuation.yield(Data("c".utf8))
            continuation.finish()
        }

        let response = try await send(replay, .post, "/", body: .stream(once: chunks))

        #expect(response.status == 204)
    }

    @Test func `what is missing is sent, recorded and saved, and is not sent again`() async throws {
        let folder = try TestFolder()
        let file = folder.url.appending(path: "a.har")
        let live = StubTransport { request in .json(#"{"path":"\#(request.path)"}"#) }

        for paths in [["/a"], ["/a", "/b"], ["/b", "/a"]] {
            let transport = try ReplayTransport(file: file, mode: .recordMissing, live: live)
            for path in paths { _ = try await send(transport, .get, path) }
            try transport.save()
        }

        #expect(live.requests.map(\.path) == ["/a", "/b"])
        #expect(try HTTPArchive(contentsOf: file).entries.map(\.request.url) == ["https://h/a", "https://h/b"])
    }

    @Test func `recording anew forgets what was there, and a run that sent nothing keeps it`() async throws {
        let folder = try TestFolder()
        let file = folder.url.appending(path: "a.har")
        try HTTPArchive(entries: [ArchiveSamples.exchange("GET", "https://h/old")]).write(to: file)

        try ReplayTransport(file: file, mode: .recordAnew, live: StubTransport(.status(204))).save()
        #expect(try HTTPArchive(contentsOf: file).entries.map(\.request.url) == ["https://h/old"])
        let transport = try ReplayTransport(file: file, mode: .recordAnew, live: StubTransport(.status(204)))
        _ = try await send(transport, .get, "/new")
        try transport.save()

        #expect(try HTTPArchive(contentsOf: file).entries.map(\.request.url) == ["https://h/new"])
    }

    @Test func `live sends everything and writes nothing`() async throws {
        let folder = try TestFolder()
        let live = StubTransport(.status(204))
        let file = folder.url.appending(path: "a.har")
        let transport = try ReplayTransport(file: file, mode: .live, live: live)

        _ = try await send(transport, .get, "/")
        try transport.save()

        #expect(live.requestCount == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test(arguments: [ReplayMode.recordMissing, .recordAnew, .live])
    func `a mode that sends needs somebody who does`(_ mode: ReplayMode) throws {
        let file = URL(filePath: "/nowhere/a.har")

        let error = #expect(throws: HTTPArchiveError.self) { try ReplayTransport(file: file, mode: mode) }

        #expect(error?.message == "the mode '\(mode.rawValue)' needs a live transport")
    }

    @Test func `a recording that is missing is an error at once`() throws {
        let error = #expect(throws: HTTPArchiveError.self) {
            try ReplayTransport(file: URL(filePath: "/nowhere/a.har"))
        }

        #expect(error?.kind == .unreadableFile)
    }

    @Test func `the limits and the delivery that were asked for hold`() async throws {
        let entry = ArchiveSamples.exchange("GET", "https://h/")
        let replay = ReplayTransport(HTTPArchive(entries: [entry, entry]))

        let error = await #expect(throws: TransportError.self) {
            try await send(replay, .get, "/", options: TransportOptions(bodyLimit: 1))
        }
        let streamed = try await send(replay, .get, "/", options: TransportOptions(delivery: .streamed))

        #expect(error?.kind == .bodyTooLarge(limit: 1))
        #expect(streamed.data == nil)
        #expect(try await streamed.bytes(limit: 9) == Data("{}".utf8))
    }
}
