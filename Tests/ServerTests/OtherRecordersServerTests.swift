import Foundation
import Portico
import PorticoTesting
import Testing

/// What other tools have recorded is read and replayed: `Scripts/servers/recorders.py` has them record.
@Suite(.serialized) struct OtherRecordersServerTests {
    @Test(.needsHTTPBin, .needsRecorder("mitmproxy")) func `mitmproxy's archive is read and replayed`() async throws {
        try await check(try await Recording("mitmproxy"), sentBytes: Data((0...255).map { UInt8($0) }))
    }

    /// Its protocol tells no body of a request that is no text.
    @Test(.needsHTTPBin, .needsRecorder("chromium")) func `Chromium's archive is read and replayed`() async throws {
        try await check(try await Recording("chromium"), sentBytes: nil)
    }

    private func check(_ recording: Recording, sentBytes: Data?) async throws {
        let archive = try HTTPArchive(contentsOf: recording.file)
        let server = try TestServer.httpbin
        #expect(archive.creator.version != "")

        for path in ["/image/png", "/encoding/utf8"] {
            let entry = try #require(archive.entries.first { $0.request.url.hasSuffix(path) })
            #expect(try await entry.httpResponse().data == server.send(.get, path).data, "\(path)")
        }
        let gzip = try #require(archive.entries.first { $0.request.url.hasSuffix("/gzip") }).httpResponse()
        #expect(gzip.fields[.contentEncoding] == nil)
        #expect(try JSONDecoder().decode(JSONValue.self, from: #require(gzip.data))["gzipped"] == true)
        let redirect = try #require(archive.entries.first { $0.request.url.contains("/cookies/set") }).httpResponse()
        #expect(redirect.status == .found && redirect.fields.values(of: .setCookie).count == 1)
        if let sentBytes {
            let sent = try #require(archive.entries.first { $0.request.method == "PUT" }).httpRequest()
            #expect(sent.body.data == sentBytes)
        }

        let redacted = try HTTPArchive(archive.redacted().data())
        let text = String(decoding: try redacted.data(), as: UTF8.self)
        for secret in ["tok-5f2b9c71e0d34a68", "pass-1e55e2f0", "key-9a77c0ff", "cookie-4bd10aa3"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        try await checkReplay(of: redacted)
    }

    private func checkReplay(of archive: HTTPArchive) async throws {
        let replay = try TestServer(TestServers.httpbin, ReplayTransport(archive, matching: .loose))

        #expect(try await replay.echo(.get, "/get?b=%C3%BC&a=1").args == ["a": "1", "b": "ü"])
        let login = #"{"password": "another", "user": "ada"}"#
        let answer = try await replay.send(.post, "/post", body: .bytes(Data(login.utf8), mediaType: .json))
        #expect(answer.status == .ok)
        let cookies = try await replay.send(.get, "/cookies/set?session=%3Credacted%3E")
        #expect(cookies.fields[.setCookie] == "session=<redacted>; Path=/")
        #expect(try await replay.send(.get, "/status/404").status == .notFound)
    }
}

/// A file that another tool has recorded, which goes with its owner.
private final class Recording {
    let file: URL
    private let folder: TemporaryFolder

    init(_ tool: String) async throws {
        folder = try TemporaryFolder()
        file = folder.url.appending(path: "\(tool).har")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = try #require(ProcessInfo.processInfo.environment["PORTICO_HAR_RECORDER"])
        let base = try #require(TestServers.httpbin)
        process.arguments = ["python3", script, tool, base.absoluteString, file.path]
        let (codes, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ended.yield(process.terminationStatus)
            ended.finish()
        }
        try process.run()
        for await code in codes { try #require(code == 0, "\(tool) has failed") }
    }
}

extension Trait where Self == ConditionTrait {
    fileprivate static func needsRecorder(_ tool: String) -> Self {
        let tools = ProcessInfo.processInfo.environment["PORTICO_HAR_RECORDERS"] ?? ""
        return .enabled(
            if: tools.split(separator: " ").contains { $0 == tool },
            "needs \(tool) to record a HAR, which make test has where make setup could install it")
    }
}
