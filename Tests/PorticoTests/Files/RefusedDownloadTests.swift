import Foundation
import PorticoTesting
import Testing

@testable import Portico

@Suite struct RefusedDownloadTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func reason(
        of archive: Archive = Archive(Archive.bytes), to destination: Download.Destination? = nil,
        _ options: DownloadOptions = DownloadOptions()
    ) async -> (reason: CallError<ArchiveProblem>.Reason?, text: String, requests: Int) {
        let (client, stub) = archive.client()
        do throws(CallError<ArchiveProblem>) {
            try await client.download(GetArchive(), to: destination ?? .folder(folder.url), options: options)
            return (nil, "", stub.requestCount)
        } catch {
            return (error.reason, "\(error)", stub.requestCount)
        }
    }

    @Test func `a file that is there is left alone, before anything is sent where the name is known`() async throws {
        try folder.put("mine", as: "b.bin")

        let answer = await reason(to: .file(folder.file("b.bin")))

        guard case .file(let error) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(error == FileError(.alreadyExists, folder.file("b.bin").path))
        #expect(answer.requests == 0)
        #expect(try folder.names == ["b.bin"])
        #expect(try folder.text(of: "b.bin") == "mine")
    }

    @Test func `a file that is there is left alone where the server names it`() async throws {
        try folder.put("mine", as: "a.bin")

        let answer = await reason()

        guard case .file(let error) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(error == FileError(.alreadyExists, folder.file("a.bin").path))
        #expect(try folder.names == ["a.bin"])
        #expect(try folder.text(of: "a.bin") == "mine")
    }

    @Test func `a link to nowhere is there, too`() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("a.bin").path, withDestinationPath: folder.file("elsewhere").path)

        let answer = await reason()

        guard case .file(let error) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(error.kind == .alreadyExists)
        #expect(try folder.names == ["a.bin"])
    }

    @Test func `both are kept where that is asked for`() async throws {
        try folder.put("mine", as: "a.bin")
        try folder.put("mine", as: "a (2).bin")

        let answer = await reason(DownloadOptions(onConflict: .keepBoth))

        #expect(answer.text == "")
        #expect(try folder.names == ["a (2).bin", "a (3).bin", "a.bin"])
        #expect(try Data(contentsOf: folder.file("a (3).bin")) == Archive.bytes)
        #expect(try folder.text(of: "a.bin") == "mine")
    }

    @Test func `the old one is replaced where that is asked for, and only by a whole one`() async throws {
        try folder.put("mine", as: "a.bin")
        let archive = Archive(Archive.bytes) { $0.cuts = [1000] }

        let first = await reason(of: archive, DownloadOptions(onConflict: .replace))
        #expect(first.reason != nil)
        #expect(try folder.text(of: "a.bin") == "mine")

        let second = await reason(of: archive, DownloadOptions(onConflict: .replace))
        #expect(second.reason == nil)
        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
        #expect(try folder.names == ["a.bin"])
    }

    @Test func `a length beyond the limit is refused at the head`() async throws {
        let answer = await reason(of: Archive(Archive.bytes) { $0.cuts = [0] }, DownloadOptions(limit: 99_999))

        guard case .bodyTooLarge(limit: 99_999) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(try folder.names == [])
    }

    @Test(arguments: [99_999, 0] as [Int64])
    func `more bytes than the limit are refused on the way`(limit: Int64) async throws {
        let archive = Archive(Archive.bytes) { $0.fields = ["Content-Length": ""] }

        let answer = await reason(of: archive, DownloadOptions(resumes: true, limit: limit))

        guard case .bodyTooLarge(limit: Int(limit)) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(try folder.names == [])
    }

    @Test func `a file of the limit is taken`() async throws {
        let answer = await reason(DownloadOptions(limit: 100_000))

        #expect(answer.text == "")
    }

    @Test(arguments: ["50000", "200000"])
    func `a body of another length than was announced is no file`(length: String) async throws {
        let answer = await reason(of: Archive(Archive.bytes) { $0.fields = ["Content-Length": length] })

        guard case .transport = answer.reason else { throw FileError(.other, answer.text) }
        #expect(try folder.names == [])
    }

    @Test func `the right checksum is passed, in capitals too`() async throws {
        let sha256 = SHA256.hash(of: Archive.bytes).hexadecimalText.uppercased()

        let answer = await reason(DownloadOptions(sha256: sha256))

        #expect(answer.text == "")
    }

    @Test func `a wrong checksum keeps the file from its place, and leaves no part`() async throws {
        let expected = String(repeating: "0", count: 64)

        let answer = await reason(DownloadOptions(resumes: true, sha256: expected))

        guard case .file(let error) = answer.reason else { throw FileError(.other, answer.text) }
        let found = SHA256.hash(of: Archive.bytes).hexadecimalText
        #expect(error == FileError(.checksumMismatch(expected: expected, found: found), folder.file("a.bin").path))
        #expect(try folder.names == [])
    }

    @Test(arguments: ["", "abc", String(repeating: "g", count: 64)])
    func `what is no SHA-256 is refused before anything is sent`(text: String) async throws {
        let answer = await reason(DownloadOptions(sha256: text))

        guard case .invalidRequest(let problem) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(problem == InvalidRequest(.options, "the SHA-256 is not 64 hexadecimal digits"))
        #expect(answer.requests == 0)
    }

    @Test func `a folder that is missing is named, before anything is sent`() async throws {
        let answer = await reason(to: .folder(folder.file("none")))

        guard case .file(let error) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(error == FileError(.noSuchFolder, folder.file("none").path))
        #expect(answer.text.hasSuffix("the file '\(folder.file("none").path)': there is no such folder"))
        #expect(answer.requests == 0)
    }

    @Test func `a folder in the file's place is named, before anything is sent`() async throws {
        let answer = await reason(to: .file(folder.url), DownloadOptions(onConflict: .replace))

        guard case .file(let error) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(error.kind == .other)
        #expect(answer.requests == 0)
    }

    @Test func `a path with NUL, which the system would cut there, is refused`() async throws {
        let url = try #require(URL(string: "file://\(folder.url.path)/a%00.bin"))

        let answer = await reason(to: .file(url))

        guard case .invalidRequest(let problem) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(problem.location == .options)
        #expect(try folder.names == [])
    }

    @Test func `what is no URL of a file is refused`() async throws {
        let url = try #require(URL(string: "https://example.com/a"))

        let answer = await reason(to: .file(url))

        guard case .invalidRequest(let problem) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(problem.location == .options)
        #expect(answer.requests == 0)
    }

    @Test(arguments: ["Range", "If-Range"])
    func `a range of the caller's own is refused`(name: String) async throws {
        let fields: HTTPFields = [HTTPField.Name(name): "bytes=1-"]

        let answer = await reason(DownloadOptions(call: CallOptions(fields: fields)))

        guard case .invalidRequest(let problem) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(problem == InvalidRequest(.field(name), "a download asks for ranges by itself"))
    }

    @Test func `only a GET is resumed`() async throws {
        let (client, stub) = Archive(Archive.bytes).client()

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.download(
                .post("/reports"), to: .folder(folder.url), options: DownloadOptions(resumes: true))
        }

        guard case .invalidRequest(let problem) = error?.reason else { throw try #require(error) }
        #expect(problem == InvalidRequest(.options, "only a GET can be resumed, and this is a POST"))
        #expect(stub.requestCount == 0)
        try await client.download(.post("/reports"), to: .folder(folder.url))
        #expect(try folder.names == ["reports"])
    }

    @Test func `a part where the whole was asked for is refused`() async throws {
        let client = Client.answering(.response(HTTPResponse(status: .partialContent, body: Data([1]))))

        let error = await #expect(throws: CallError<ArchiveProblem>.self) {
            try await client.download(GetArchive(), to: .folder(folder.url))
        }

        guard case .transport(let problem) = error?.reason else { throw try #require(error) }
        #expect(problem.kind == .malformedResponse)
        #expect(try folder.names == [])
    }

    @Test(arguments: [
        (ENOSPC, FileError.Kind.noSpace), (EDQUOT, .noSpace), (EACCES, .permissionDenied), (EROFS, .permissionDenied),
        (EPERM, .permissionDenied), (ENOENT, .noSuchFolder), (ENOTDIR, .noSuchFolder), (EIO, .other),
    ])
    func `the system's words are sorted`(code: Int32, kind: FileError.Kind) {
        let error = FileError.system("/a/b", code)

        #expect(error.kind == kind)
        #expect("\(error)".hasPrefix("the file '/a/b': "))
    }

    @Test func `a full disk is told in words that name the file`() {
        #expect(
            "\(FileError.system("/a/b", ENOSPC))"
                == "the file '/a/b': no space left: \(String(cString: strerror(ENOSPC)))")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func `a folder that may not be written to is named`() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)

        let answer = await reason()

        guard case .file(let error) = answer.reason else { throw FileError(.other, answer.text) }
        #expect(error.kind == .permissionDenied)
        #expect(error.path.hasPrefix(folder.url.path))
        #expect(answer.requests == 0)
    }
}
