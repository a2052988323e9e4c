import Foundation
import PorticoTesting
import Testing

@testable import Portico

@Suite struct ResumedDownloadTests {
    let folder: TestFolder
    let resuming = DownloadOptions(resumes: true)

    init() throws { folder = try TestFolder() }

    /// Names that a download leaves, without what is random in them.
    private var left: [String] {
        get throws { try folder.names.map { $0.hasPrefix(".portico-") ? String($0.suffix(4)) : $0 } }
    }

    private func fail(_ client: Client, _ options: DownloadOptions? = nil) async throws {
        await #expect(throws: CallError<ArchiveProblem>.self) {
            try await client.download(GetArchive(), to: .folder(folder.url), options: options ?? resuming)
        }
    }

    @Test func `a cut download goes on from where it was cut, and the bytes are the same`() async throws {
        let (client, stub) = Archive(Archive.bytes) { $0.cuts = [30_000, 20_000] }.client()
        let log = ProgressLog()

        try await fail(client)
        #expect(try left == ["note", "part"])
        try await fail(client)
        let download = try await client.download(
            GetArchive(), to: .folder(folder.url), options: resuming, onProgress: log.report)

        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
        #expect(download.resumedByteCount == 50_000)
        #expect(download.byteCount == 100_000)
        #expect(stub.requests.map { $0.fields[.range] } == [nil, "bytes=30000-", "bytes=50000-"])
        #expect(stub.requests.map { $0.fields[.ifRange] } == [nil, "\"v1\"", "\"v1\""])
        #expect(stub.requests.allSatisfy { $0.fields[.acceptEncoding] == "identity" })
        #expect(log.all.first == TransferProgress(direction: .download, completed: 50_000, expected: 100_000))
        #expect(log.all.last?.fraction == 1)
        #expect(try left == ["a.bin"])
    }

    @Test(arguments: [TransportError.Kind.connectionLost, .timedOut(.attempt), .cancelled, .bodyTruncated])
    func `whatever ended it on the way leaves the part`(kind: TransportError.Kind) async throws {
        let archive = Archive(Archive.bytes) { ($0.cuts, $0.failure) = ([30_000], kind) }

        try await fail(archive.client().client)

        #expect(try left == ["note", "part"])
    }

    @Test func `without being asked to, nothing is left`() async throws {
        try await fail(Archive(Archive.bytes) { $0.cuts = [30_000] }.client().client, DownloadOptions())

        #expect(try left == [])
    }

    @Test func `a broken answer leaves nothing`() async throws {
        let archive = Archive(Archive.bytes) { ($0.cuts, $0.failure) = ([30_000], .malformedResponse) }

        try await fail(archive.client().client)

        #expect(try left == [])
    }

    @Test(
        arguments: [
            ["ETag": ""], ["ETag": "W/\"v1\""], ["Content-Length": ""], ["Content-Encoding": "gzip"],
            ["Accept-Ranges": "none"],
        ] as [HTTPFields])
    func `what could not be resumed leaves nothing`(fields: HTTPFields) async throws {
        let (client, stub) = Archive(Archive.bytes) { ($0.cuts, $0.fields) = ([30_000], fields) }.client()

        try await fail(client)
        #expect(try left == [])
        try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(stub.requests.map { $0.fields[.range] } == [nil, nil])
    }

    @Test func `nothing of nothing is left`() async throws {
        try await fail(Archive(Archive.bytes) { $0.cuts = [0] }.client().client)

        #expect(try left == [])
    }

    @Test func `a file that changed on the server is loaded anew`() async throws {
        let archive = Archive(Archive.bytes) { $0.cuts = [30_000] }
        let (client, stub) = archive.client()
        let other = Data(repeating: 7, count: 40_000)
        let log = ProgressLog()

        try await fail(client)
        archive.change { ($0.content, $0.tag) = (other, "\"v2\"") }
        let download = try await client.download(
            GetArchive(), to: .folder(folder.url), options: resuming, onProgress: log.report)

        #expect(try Data(contentsOf: folder.file("a.bin")) == other)
        #expect(!download.isResumed)
        #expect(stub.requestCount == 2)
        #expect(zip(log.all, log.all.dropFirst()).allSatisfy { $0.completed < $1.completed })
        #expect(try left == ["a.bin"])
    }

    @Test func `a server that knows no ranges sends it anew`() async throws {
        let (client, stub) = Archive(Archive.bytes) { ($0.cuts, $0.knowsRanges) = ([30_000], false) }.client()

        try await fail(client)
        let download = try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
        #expect(!download.isResumed)
        #expect(stub.requestCount == 2)
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes 0-99999/100000"], ["Content-Range": "bytes 30001-99999/100000"],
            ["Content-Range": ""], ["Content-Range": "bytes 30000-99999/200000"], ["ETag": "\"v2\""],
        ] as [HTTPFields])
    func `an answer that is not the rest is left, and the whole asked for`(fields: HTTPFields) async throws {
        let archive = Archive(Archive.bytes) { $0.cuts = [30_000] }
        let (good, _) = archive.client()
        let stub = StubTransport { request in
            var response = archive.answer(request)
            guard request.fields.contains(.range) else { return response }
            for field in fields { response.fields[field.name] = field.value.isEmpty ? nil : field.value }
            return response
        }

        try await fail(good)
        let download = try await good.withTransport(stub)
            .download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
        #expect(!download.isResumed)
        #expect(stub.requests.map { $0.fields[.range] } == ["bytes=30000-", nil])
        #expect(stub.requests.map { $0.fields[.ifRange] } == ["\"v1\"", nil])
    }

    @Test func `a server that has less than the part is asked for the whole`() async throws {
        let archive = Archive(Archive.bytes) { $0.cuts = [30_000] }
        let (client, stub) = archive.client()
        let short = Data(repeating: 1, count: 10)

        try await fail(client)
        archive.change { $0.content = short }
        try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(try Data(contentsOf: folder.file("a.bin")) == short)
        #expect(stub.requests.map { $0.fields[.range] } == [nil, "bytes=30000-", nil])
    }

    @Test func `a failed status leaves the part as it is`() async throws {
        let archive = Archive(Archive.bytes) { $0.cuts = [30_000] }
        let (client, _) = archive.client()

        try await fail(client)
        try await fail(client.withTransport(StubTransport(.json(#"{"title": "busy"}"#, status: 503))))
        let download = try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(download.resumedByteCount == 30_000)
    }

    @Test func `another URL, and another name, do not go on with it`() async throws {
        let (client, stub) = Archive(Archive.bytes) { $0.cuts = [30_000] }.client()

        try await fail(client)
        try await client.download(GetArchive(id: "b"), to: .folder(folder.url), options: resuming)
        try await client.download(GetArchive(), to: .file(folder.file("c")), options: resuming)

        #expect(stub.requests.map { $0.fields[.range] } == [nil, nil, nil])
        #expect(try left == ["note", "part", "b", "c"])
    }

    @Test func `the checksum is that of both parts together`() async throws {
        let archive = Archive(Archive.bytes) { $0.cuts = [30_000] }
        let sha256 = SHA256.hash(of: Archive.bytes).hexadecimalText
        let (client, _) = archive.client()

        try await fail(client, DownloadOptions(resumes: true, sha256: sha256))
        let download = try await client.download(
            GetArchive(), to: .folder(folder.url), options: DownloadOptions(resumes: true, sha256: sha256))

        #expect(download.isResumed)
    }

    @Test(arguments: ["", "Portico download 1\n100000\n", "Portico download 1\n-1\n\"v1\"\nend\n", "rubbish\n"])
    func `a note that is not whole is none`(note: String) async throws {
        let (client, stub) = Archive(Archive.bytes) { $0.cuts = [30_000] }.client()
        try await fail(client)
        let name = try #require(try folder.names.first { $0.hasSuffix(".note") })

        try folder.put(note, as: name)
        try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(stub.requests.map { $0.fields[.range] } == [nil, nil])
        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
        #expect(try left == ["a.bin"])
    }

    @Test func `a part that is as long as the whole is loaded anew`() async throws {
        let (client, stub) = Archive(Archive.bytes) { $0.cuts = [30_000] }.client()
        try await fail(client)
        let name = try #require(try folder.names.first { $0.hasSuffix(".part") })

        try Data(repeating: 0, count: 100_000).write(to: folder.file(name))
        try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(stub.requests.map { $0.fields[.range] } == [nil, nil])
        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
    }

    @Test func `a file that is in place already is not written to, even where a part still names it`() async throws {
        let (client, _) = Archive(Archive.bytes) { $0.cuts = [30_000] }.client()
        try await fail(client)
        let part = try #require(try folder.names.first { $0.hasSuffix(".part") })

        // As a process leaves it that ends between the two steps of putting a file in place.
        try FileManager.default.linkItem(at: folder.file(part), to: folder.file("old.bin"))
        let download = try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(!download.isResumed)
        #expect(try Data(contentsOf: folder.file("old.bin")) == Archive.bytes.prefix(30_000))
        #expect(try left == ["a.bin", "old.bin"])
        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
    }

    @Test func `a link where the part would be is not followed`() async throws {
        let archive = Archive(Archive.bytes) { $0.cuts = [30_000] }
        let (client, _) = archive.client()
        try await fail(client)
        let part = folder.file(try #require(try folder.names.first { $0.hasSuffix(".part") }))
        try folder.put("precious", as: "mine")

        try FileManager.default.removeItem(at: part)
        try FileManager.default.createSymbolicLink(at: part, withDestinationURL: folder.file("mine"))
        let download = try await client.download(GetArchive(), to: .folder(folder.url), options: resuming)

        #expect(!download.isResumed)
        #expect(try folder.text(of: "mine") == "precious")
        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
    }
}
