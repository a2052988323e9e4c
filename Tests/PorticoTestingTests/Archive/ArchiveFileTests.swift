import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct ArchiveFileTests {
    @Test func `a file is replaced as a whole, and nothing else is left beside it`() throws {
        let folder = try TestFolder()
        let file = folder.url.appending(path: "a.har")
        try HTTPArchive(entries: [ArchiveSamples.exchange("GET", "https://h/1")]).write(to: file)

        try HTTPArchive(entries: [ArchiveSamples.exchange("GET", "https://h/2")]).write(to: file)

        #expect(try HTTPArchive(contentsOf: file).entries.map(\.request.url) == ["https://h/2"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.har"])
    }

    @Test func `a file that is missing is an error with its path`() throws {
        let file = URL(filePath: "/nowhere/a.har")

        let reading = try #require(throws: HTTPArchiveError.self) { try HTTPArchive(contentsOf: file) }
        let writing = try #require(throws: HTTPArchiveError.self) { try HTTPArchive().write(to: file) }

        #expect(reading.description == "the archive '/nowhere/a.har': there is no such file")
        #expect(writing.kind == .unwritableFile && writing.path == "/nowhere/a.har")
    }

    @Test func `a file beyond the limit is refused before it is read`() throws {
        let folder = try TestFolder()
        let file = folder.url.appending(path: "large.har")
        // It has no blocks on the disk.
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 257 << 20)
        try handle.close()

        let error = try #require(throws: HTTPArchiveError.self) { try HTTPArchive(contentsOf: file) }

        #expect(error.kind == .tooLarge(limit: 256 << 20))
    }

    @Test func `a folder is no archive`() throws {
        let folder = try TestFolder()

        let error = try #require(throws: HTTPArchiveError.self) { try HTTPArchive(contentsOf: folder.url) }

        #expect(error.kind == .unreadableFile)
    }

    @Test func `what would be too large is not written`() throws {
        let archive = HTTPArchive(entries: [ArchiveSamples.exchange("GET", "https://h/1")])

        let error = try #require(throws: HTTPArchiveError.self) { try archive.data(limit: 100) }

        #expect(error.kind == .tooLarge(limit: 100))
    }

    @Test func `a file is laid out to be compared line by line`() throws {
        var archive = HTTPArchive(entries: [ArchiveSamples.exchange("GET", "https://h/1", fields: ["A": "x\n\u{1}\"é"])]
        )
        archive.entries[0].time = 1.5

        let text = String(decoding: try archive.data(), as: UTF8.self)

        #expect(text.hasPrefix("{\n  \"log\": {\n    \"version\": \"1.2\",\n"))
        #expect(
            text.contains(
                "\n          \"headers\": [\n            { \"name\": \"A\", \"value\": \"x\\n\\u0001\\\"é\" }\n"))
        #expect(text.contains("\n        \"time\": 1.5,\n"))
        #expect(text.hasSuffix("  }\n}\n"))
    }
}

/// A folder that goes with its owner.
final class TestFolder {
    let url: URL

    init() throws {
        url = URL(filePath: NSTemporaryDirectory()).appending(path: "portico-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    @Test func `a new archive names its creator by the version of the user agent`() {
        let creator = HTTPArchive().creator

        #expect("\(creator.name)/\(creator.version)" == Client.defaultUserAgent)
    }

    @Test func `a link stays one, and what it leads to is replaced`() throws {
        let folder = try TestFolder()
        let (file, link) = (folder.url.appending(path: "a.har"), folder.url.appending(path: "link.har"))
        try Data("what was there".utf8).write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)

        try HTTPArchive().write(to: link)

        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        #expect(try HTTPArchive(contentsOf: file) == HTTPArchive())
    }

    @Test func `a pipe and a folder are no places for an archive, and stay`() throws {
        let folder = try TestFolder()
        let pipe = folder.url.appending(path: "pipe.har")
        try #require(mkfifo(pipe.path, 0o600) == 0)

        for place in [pipe, folder.url] {
            #expect(throws: HTTPArchiveError.self) { try HTTPArchive().write(to: place) }
        }

        let type = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
        #expect(type != .typeRegular)
    }
}
