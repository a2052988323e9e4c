import Foundation
import PorticoTesting
import Testing

@testable import Portico

@Suite struct DownloadTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func `a file is put where it was asked for, and nothing else is left`() async throws {
        let (client, stub) = Archive(Archive.bytes).client()

        let download = try await client.download(GetArchive(), to: .file(folder.file("b.bin")))

        #expect(try Data(contentsOf: folder.file("b.bin")) == Archive.bytes)
        #expect(try folder.names == ["b.bin"])
        #expect(download.file.path == folder.file("b.bin").path)
        #expect(download.byteCount == 100_000)
        #expect(!download.isResumed)
        #expect(download.head.status == .ok)
        #expect(stub.requests.map { $0.fields[.range] } == [nil])
        #expect(stub.requests.map { $0.fields[.accept] } == ["*/*"])
    }

    @Test(arguments: [
        (#"attachment; filename="report.tar.gz""#, "report.tar.gz"),
        (#"attachment; filename="../../outside.txt""#, "outside.txt"),
        (#"attachment; filename="/etc/passwd""#, "passwd"),
        (#"attachment; filename*=UTF-8''..%2F..%2F.ssh%2Fauthorized_keys"#, "authorized_keys"),
        (#"attachment; filename="..""#, "a.bin"),
        ("", "a.bin"),
    ])
    func `in a folder the server names the file, and no other place`(field: String, name: String) async throws {
        let (client, _) = Archive(Archive.bytes) { $0.fields = ["Content-Disposition": field] }.client()

        let download = try await client.download(GetArchive(), to: .folder(folder.url))

        #expect(download.file.lastPathComponent == name)
        #expect(try folder.names == [name])
    }

    @Test func `every style can be downloaded`() async throws {
        let (client, _) = Archive(Archive.bytes).client()
        enum Files: Router {
            case show(id: Int)
            var route: Route { "GET /files/{id}" }
        }

        try await client.download(.get("/files/1"), to: .folder(folder.url))
        try await client.download(Request<User, ArchiveProblem>.get("/files/2"), to: .folder(folder.url))
        try await client.download(Files.show(id: 3), to: .folder(folder.url))
        let call = client.call(.get("/files/4"), downloadingTo: .folder(folder.url))
        let named = try await call.value.file.lastPathComponent

        #expect(named == "4")
        #expect(try folder.names == ["1", "2", "3", "4"])
    }

    @Test func `an empty file is a file`() async throws {
        let (client, _) = Archive(Data()).client()

        let download = try await client.download(GetArchive(), to: .folder(folder.url))

        #expect(download.byteCount == 0)
        #expect(try Data(contentsOf: folder.file("a.bin")).isEmpty)
    }

    @Test func `a status without a body is no file`() async throws {
        let client = Client.answering(.status(204))

        let error = await #expect(throws: CallError<ArchiveProblem>.self) {
            try await client.download(GetArchive(), to: .folder(folder.url))
        }

        guard case .emptyBody(.noContent, length: 0) = error?.reason else { throw try #require(error) }
        #expect(try folder.names == [])
    }

    @Test func `a status that is no success has its failure`() async throws {
        let client = Client.answering(json: #"{"title": "gone"}"#, status: 410)

        let error = await #expect(throws: CallError<ArchiveProblem>.self) {
            try await client.download(GetArchive(), to: .folder(folder.url), options: DownloadOptions(resumes: true))
        }

        guard case .failure(let problem) = error?.reason else { throw try #require(error) }
        #expect(problem == ArchiveProblem(title: "gone"))
        #expect(try folder.names == [])
    }

    @Test func `the call goes through middleware and events like any other`() async throws {
        struct Tag: Middleware {
            func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
                var request = request
                request.fields["X-Tag"] = "here"
                return try await next(request)
            }
        }
        let (client, stub) = Archive(Archive.bytes).client()
        let events = client.events()

        try await client.withMiddleware(Tag()).download(GetArchive(), to: .folder(folder.url))

        var names: [String] = []
        for await event in events {
            names.append(String("\(event.kind)".prefix(7)))
            if case .succeeded = event.kind { break }
        }
        #expect(names == ["started", "sent", "200 OK", "succeed"])
        #expect(stub.requests.map { $0.fields["X-Tag"] } == ["here"])
    }

    @Test func `progress counts the bytes that were written, and never goes back`() async throws {
        let log = ProgressLog()
        let (client, _) = Archive(Archive.bytes).client()

        try await client.download(GetArchive(), to: .folder(folder.url), onProgress: log.report)

        #expect(log.all.last == TransferProgress(direction: .download, completed: 100_000, expected: 100_000))
        #expect(zip(log.all, log.all.dropFirst()).allSatisfy { $0.completed < $1.completed })
    }

    @Test(arguments: [["Content-Length": ""], ["Content-Encoding": "br"]] as [HTTPFields])
    func `progress has no fraction where the length is not that of the file`(fields: HTTPFields) async throws {
        let log = ProgressLog()
        let (client, _) = Archive(Archive.bytes) { $0.fields = fields }.client()

        try await client.download(GetArchive(), to: .folder(folder.url), onProgress: log.report)

        #expect(log.all.allSatisfy { $0.fraction == nil })
        #expect(log.all.last?.completed == 100_000)
    }

    @Test func `a started call reports progress and gives the file`() async throws {
        let log = ProgressLog()
        let (client, _) = Archive(Archive.bytes).client()

        let download = try await client.call(GetArchive(), downloadingTo: .folder(folder.url))
            .onProgress(log.report).value

        #expect(download.byteCount == 100_000)
        #expect(log.all.last?.fraction == 1)
    }

    @Test func `the time for the whole call holds for the body too`() async throws {
        let clock = VirtualClock()
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("some".utf8))
        let chunks = HTTPChunks(stream)
        let client = Client.answering(.response(HTTPResponse(head: .init(status: .ok), body: .chunks(chunks))))
            .withClock(clock)
        let options = DownloadOptions(call: CallOptions(totalTimeout: .seconds(5)))
        let task = Task { [folder] in
            await client.call(GetArchive(), downloadingTo: .folder(folder.url), options: options).result
        }
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(5))
        let result = await task.value

        guard case .failure(let error) = result, case .timedOut(.total) = error.reason else {
            Issue.record("\(result)")
            return
        }
        #expect(try folder.names == [])
    }

    @Test(arguments: [200, 302, 500] as [HTTPStatus])
    func `a body that heeds nothing keeps no caller beyond the total deadline`(status: HTTPStatus) async throws {
        let clock = VirtualClock()
        let chunks = DeafChunks()
        let head = ResponseHead(status: status, fields: ["Location": "/elsewhere"])
        let client = Client.answering(.response(HTTPResponse(head: head, body: .chunks(HTTPChunks(chunks)))))
            .withClock(clock)
        let options = DownloadOptions(call: CallOptions(totalTimeout: .milliseconds(400)))
        let task = Task { [folder] in
            await client.call(GetArchive(), downloadingTo: .folder(folder.url), options: options).result
        }
        await chunks.waits.wait()
        await clock.waitForSleepers(1)

        clock.advance(by: .milliseconds(400))
        let result = await task.value

        guard case .failure = result else { return #expect(Bool(false), "\(result)") }
        #expect(try folder.names == [])
        chunks.gate.open()
    }
}
