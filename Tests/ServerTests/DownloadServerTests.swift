import Foundation
import Portico
import PorticoTesting
import Testing

/// Downloads over sockets, by either transport, from a server that does what no real one can be made to do.
@Suite struct DownloadServerTests {
    let folder: DownloadFolder
    let resuming = DownloadOptions(resumes: true)
    static let request = Request<Void, ErrorBody>.get("/a.bin")

    init() throws { folder = try DownloadFolder() }

    private func download(_ client: Client, _ options: DownloadOptions? = nil) async -> Result<
        Download, CallError<ErrorBody>
    > {
        await client.call(Self.request, downloadingTo: .folder(folder.url), options: options ?? resuming).result
    }

    /// Cuts a first download, and has a second one end it.
    /// - Parameter then: what the server has by then.
    private func interrupted(
        _ carrier: Carrier, then: ServedFile = ServedFile()
    ) async throws -> (download: Download, ranges: [String?]) {
        let server = try MockServer { then.answer($0) }
        server.enqueue(.bytes(ServedFile.bytes, fields: ["ETag": "\"v1\""]).cut(at: .body(600_000)))
        let client = carrier.client(of: server.baseURL)

        let first = await download(client)
        guard case .failure = first else { throw TransportError(.other, "a cut file was put in place") }
        #expect(try folder.names.map { String($0.suffix(4)) } == ["note", "part"])
        let download = try await download(client).get()
        return (download, server.requests.map { $0.fields[.range] })
    }

    @Test(arguments: Carrier.allCases)
    func `a download that was cut goes on, and the bytes are the same`(carrier: Carrier) async throws {
        let (download, ranges) = try await interrupted(carrier)

        #expect(download.isResumed)
        #expect(ranges == [nil, "bytes=\(download.resumedByteCount)-"])
        #expect(try folder.bytes(of: "a.bin") == ServedFile.bytes)
        #expect(try folder.names == ["a.bin"])
    }

    @Test(arguments: Carrier.allCases)
    func `a server that ignores ranges sends it anew`(carrier: Carrier) async throws {
        let (download, ranges) = try await interrupted(carrier, then: ServedFile(knowsRanges: false))

        #expect(!download.isResumed)
        #expect(ranges.count == 2)
        #expect(try folder.bytes(of: "a.bin") == ServedFile.bytes)
    }

    @Test(arguments: Carrier.allCases)
    func `a file that changed meanwhile is loaded anew`(carrier: Carrier) async throws {
        let other = Data(repeating: 9, count: 700_000)

        let (download, ranges) = try await interrupted(carrier, then: ServedFile(content: other, tag: "\"v2\""))

        #expect(!download.isResumed)
        #expect(ranges.count == 2)
        #expect(try folder.bytes(of: "a.bin") == other)
    }

    @Test(arguments: Carrier.allCases)
    func `a range that was not asked for is left, and the whole asked for`(carrier: Carrier) async throws {
        let lying = ServedFile(fields: ["Content-Range": "bytes 0-999999/1000000"])

        let (download, ranges) = try await interrupted(carrier, then: lying)

        #expect(!download.isResumed)
        #expect(ranges.count == 3)
        #expect(ranges.last == .some(nil))
        #expect(try folder.bytes(of: "a.bin") == ServedFile.bytes)
    }

    @Test(arguments: Carrier.allCases)
    func `a download that is cancelled on its way goes on later`(carrier: Carrier) async throws {
        let server = try MockServer { ServedFile().answer($0) }
        let (gate, arrived) = (Gate(), Gate())
        server.enqueue(.bytes(ServedFile.bytes, fields: ["ETag": "\"v1\""]).held(until: gate, at: .body(400_000)))
        let client = carrier.client(of: server.baseURL)
        let call = client.call(Self.request, downloadingTo: .folder(folder.url), options: resuming)
            .onProgress { _ in arrived.open() }
            .start()

        await arrived.wait()
        call.cancel()
        guard case .failure(let error) = await call.result, error.isCancellation else {
            throw TransportError(.other, "it was not cancelled")
        }
        #expect(try folder.names.map { String($0.suffix(4)) } == ["note", "part"])
        let download = try await download(client).get()
        gate.open()

        #expect(download.isResumed)
        #expect(try folder.bytes(of: "a.bin") == ServedFile.bytes)
        #expect(try folder.names == ["a.bin"])
    }

    @Test(
        arguments: Carrier.allCases, ["../../../tmp/evil", "/etc/cron.d/evil", #"..\\..\\evil"#, "....//evil", ".evil"])
    func `a hostile name stays in the folder`(carrier: Carrier, name: String) async throws {
        let field = "attachment; filename=\"\(name)\""
        let server = try MockServer(answers: [.text("x", fields: ["Content-Disposition": field])])

        let download = try await download(carrier.client(of: server.baseURL)).get()

        #expect(download.file.deletingLastPathComponent().path == folder.url.path)
        #expect(try folder.names == ["evil"])
    }

    @Test(arguments: Carrier.allCases)
    func `two at once to the same name do not meet`(carrier: Carrier) async throws {
        let server = try MockServer { ServedFile().answer($0) }
        let gate = Gate()
        for _ in 0..<2 {
            server.enqueue(.bytes(ServedFile.bytes, fields: ["ETag": "\"v1\""]).held(until: gate, at: .body(500_000)))
        }
        let client = carrier.client(of: server.baseURL)
        let options = DownloadOptions(resumes: true, onConflict: .keepBoth)

        async let first = download(client, options)
        async let second = download(client, options)
        _ = await server.request(2)
        gate.open()
        let names = try await [first.get(), second.get()].map(\.file.lastPathComponent).sorted()

        #expect(names == ["a (2).bin", "a.bin"])
        #expect(try folder.names == names)
        for name in names { #expect(try folder.bytes(of: name) == ServedFile.bytes) }
    }

    @Test(arguments: Carrier.allCases)
    func `a file goes up as the body of a call`(carrier: Carrier) async throws {
        let server = try MockServer(answers: [.status(204)])
        let file = folder.url.appending(path: "up.bin")
        try ServedFile.bytes.write(to: file)

        try await carrier.client(of: server.baseURL).upload(.file(file), with: .put("/up") as Request<Void, ErrorBody>)

        let request = try #require(await server.request(1))
        #expect(request.body == ServedFile.bytes)
        #expect(request.fields[.contentLength] == "1000000")
    }
}

@Suite(.needsNginx) struct NginxDownloadServerTests {
    let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    static let large = Data((0..<1_048_576).map { UInt8($0 * 7 % 251) })
    static let request = Request<Void, ErrorBody>.get("/large.bin")

    @Test(arguments: Carrier.allCases, [1, 100_000, 1_048_575])
    func `a download that was cut anywhere goes on by If-Range`(carrier: Carrier, count: Int) async throws {
        let client = carrier.client(of: try TestServer.nginx.base)
        let options = DownloadOptions(resumes: true)
        let cutting = CuttingTransport(transport: carrier.transport, count: count)

        let first = await client.withTransport(cutting)
            .call(Self.request, downloadingTo: .folder(folder.url), options: options).result
        guard case .failure = first else { throw TransportError(.other, "a cut file was put in place") }
        let download = try await client.download(Self.request, to: .folder(folder.url), options: options)

        #expect(download.resumedByteCount == Int64(count))
        #expect(download.head.status == .partialContent)
        #expect(try folder.bytes(of: "large.bin") == Self.large)
        #expect(try folder.names == ["large.bin"])
    }

    @Test(arguments: Carrier.allCases)
    func `what is compressed on the way is a file without, and has no fraction`(carrier: Carrier) async throws {
        let client = carrier.client(of: try TestServer.nginx.base)
        let gate = Gate()

        let download = try await client.download(
            .get("/compressed/large.bin") as Request<Void, ErrorBody>, to: .folder(folder.url)
        ) { progress in if progress.fraction == nil { gate.open() } }

        #expect(download.byteCount == 1_048_576)
        #expect(gate.isOpen)
        #expect(try folder.bytes(of: "large.bin") == Self.large)
    }
}
