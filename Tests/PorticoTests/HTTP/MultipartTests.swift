import Foundation
import Testing

@testable import Portico

@Suite struct MultipartTests {
    /// Always the same digits, so that a form's bytes are known.
    struct Zeros: RandomNumberGenerator {
        mutating func next() -> UInt64 { 0 }
    }

    static let boundary = "portico-000000000000000000000000"

    static func form(_ parts: [Multipart.Part]) -> Multipart {
        var zeros = Zeros()
        return Multipart(parts, randomness: &zeros)
    }

    static func text(_ form: Multipart) async throws -> String {
        let body = HTTPBody.multipart(form)
        let data = try await body.chunks().collected(limit: 1_000_000)
        #expect(body.length == Int64(data.count))
        return String(decoding: data, as: UTF8.self)
    }

    static func file(_ content: Data, _ name: String = "file.txt") throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "multipart-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: name)
        try content.write(to: file)
        return file
    }

    @Test func `a form has the bytes of RFC 7578`() async throws {
        let file = try Self.file(Data("file\r\n".utf8), "a b.txt")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        var form = Self.form([.text("Sunset, \"é\"", name: "title"), .file(file, name: "doc", mediaType: .plainText)])
        form.append(.bytes(Data([1, 2]), name: "raw", filename: "r.bin"))
        form.append(.bytes(Data("{}".utf8), name: "meta", mediaType: .json))
        form.append(.bytes(Data(), name: "bare", mediaType: nil))

        let expected = """
            --\(Self.boundary)
            Content-Disposition: form-data; name="title"

            Sunset, "é"
            --\(Self.boundary)
            Content-Disposition: form-data; name="doc"; filename="a b.txt"
            Content-Type: text/plain

            file

            --\(Self.boundary)
            Content-Disposition: form-data; name="raw"; filename="r.bin"
            Content-Type: application/octet-stream

            \u{1}\u{2}
            --\(Self.boundary)
            Content-Disposition: form-data; name="meta"
            Content-Type: application/json

            {}
            --\(Self.boundary)
            Content-Disposition: form-data; name="bare"


            --\(Self.boundary)--

            """
        #expect(try await Self.text(form) == expected.replacing("\n", with: "\r\n"))
    }

    @Test func `an empty form is its closing line`() async throws {
        #expect(try await Self.text(Self.form([])) == "--\(Self.boundary)--\r\n")
    }

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\rb\nc", "a%0Db%0Ac"), ("a\0b\u{7F}c\td", "a%00b%7Fc%09d"),
        ("a\\b", "a\\b"),
        ("a%22b", "a%22b"), ("é😀", "é😀"), ("a;b=c", "a;b=c"), ("../../etc/passwd", "../../etc/passwd"), ("", ""),
    ])
    func `a line end, a quote or a control in a multipart name or file name is escaped`(name: String, escaped: String)
        async throws
    {
        let text = try await Self.text(Self.form([.bytes(Data(), name: name, filename: name, mediaType: nil)]))
        #expect(
            text.hasPrefix(
                "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"\r\n\r\n"
            ))
    }

    @Test func `a multipart boundary in Content-Type is the one in the body, again and again`() async throws {
        let body = HTTPBody.multipart(Multipart([.text("1", name: "a")]))
        let boundary = try #require(body.mediaType?["boundary"])

        #expect(body.isReplayable)
        for _ in 0..<3 {
            let text = String(decoding: try await body.chunks().collected(limit: 1000), as: UTF8.self)
            #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("\r\n--\(boundary)--\r\n"))
        }
    }

    @Test func `a Content-Type with another boundary than the body's, or none, is refused`() {
        let form = Multipart([.text("1", name: "a")])
        var other = HTTPBody.multipart(form)
        other.mediaType = .multipartFormData(boundary: "x")
        var none = HTTPBody.multipart(form)
        none.mediaType = nil

        #expect(HTTPRequestTests.refusal(body: other) != nil)
        #expect(HTTPRequestTests.refusal(body: none) != nil)
        #expect(
            HTTPRequestTests.refusal(fields: ["Content-Type": "multipart/form-data"], body: .multipart(form)) != nil)
        let related = "multipart/related; boundary=\"\(form.boundary)\""
        #expect(HTTPRequestTests.refusal(fields: ["Content-Type": related], body: .multipart(form)) == nil)
        #expect(HTTPRequestTests.refusal(body: .multipart(form)) == nil)
    }

    @Test func `boundaries are tokens of at most 70 bytes and differ`() {
        let boundaries = (0..<1000).map { _ in Multipart().boundary }
        #expect(Set(boundaries).count == 1000)
        #expect(boundaries.allSatisfy { $0.isToken && $0.utf8.count <= 70 })
    }

    @Test func `a part's own fields come out, and its own content type wins`() async throws {
        var part = Multipart.Part.bytes(Data("x".utf8), name: "a", mediaType: .json)
        part.fields = ["X-Tag": "1", "content-type": "text/x"]
        #expect(
            try await Self.text(Self.form([part])) == """
                --\(Self.boundary)\r\nContent-Disposition: form-data; name="a"\r\nX-Tag: 1\r\ncontent-type: text/x\r\n\r\nx\r\n\
                --\(Self.boundary)--\r\n
                """)
    }

    @Test(arguments: [
        ("X-A", "a\r\nb"), ("X A", "b"), ("Content-Length", "1"), ("Content-Disposition", "attachment"),
    ])
    func `a part's field that could forge a line, or its head, is refused`(name: String, value: String) {
        var part = Multipart.Part.text("x", name: "p")
        part.fields = [HTTPField.Name(name): value]
        #expect(HTTPRequestTests.refusal(body: .multipart(Multipart([part])))?.location == .part("p"))
    }

    @Test func `a form with a missing file has no length and fails when it is read`() async throws {
        let form = Self.form([
            .text("1", name: "a"), .file(URL(fileURLWithPath: "/nowhere/x.bin"), name: "b"), .text("2", name: "c"),
        ])
        let body = HTTPBody.multipart(form)

        #expect(body.length == nil)
        await #expect { try await body.chunks().collected(limit: 1000) } throws: { error in
            (error as? TransportError)?.description
                == "the request's body could not be read: the file '/nowhere/x.bin': No such file or directory"
        }
    }
}
