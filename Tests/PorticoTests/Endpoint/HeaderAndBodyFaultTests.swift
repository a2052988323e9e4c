import Foundation
import PorticoTesting
import Testing

@testable import Portico

/// What users of other libraries have reported of headers and bodies, as far as a request's making decides it.
@Suite struct HeaderAndBodyFaultTests {
    private typealias Call = Request<Void, ErrorBody>

    @Test(arguments: [Call.get("/x"), .head("/x"), .delete("/x"), .post("/x"), .put("/x"), .patch("/x")])
    func `a request without a body has neither Content-Length nor Content-Type`(call: Request<Void, ErrorBody>) throws {
        let request = try Client.plain.httpRequest(for: call)
        #expect(request.body.isNone && request.body.length == 0)
        #expect(request.fields.map(\.name.rawName) == ["Accept"])
    }

    struct Typed: Endpoint {
        static let route: Route = "POST /x"
        @Header("CONTENT-type") var type = "application/merge-patch+json; charset=utf-8"
        @Header("accept") var accept = "application/json;q=0.5"
        var a = 1
    }

    @Test func `header names compare without case, and the caller's Content-Type wins`() throws {
        let client = Client(base: "https://h", fields: ["Content-Type": "text/plain", "ACCEPT": "*/*"])
        let request = try client.httpRequest(for: Typed())
        #expect(
            request.fields.map { "\($0.name): \($0.value)" } == [
                "CONTENT-type: application/merge-patch+json; charset=utf-8", "accept: application/json;q=0.5",
            ])
        #expect(request.fields.values(of: "content-TYPE").count == 1)
    }

    @Test func `a Content-Type for all requests is one for those of the client's encoder`() throws {
        let type: HTTPFields = ["Content-Type": "application/vnd.api+json"]
        let clients = [
            Client(base: "https://h", fields: type),
            Client(base: "https://h").withOptions(CallOptions(fields: type)),
        ]
        for client in clients {
            #expect(client.fields(of: Call.get("/x")) == "Accept: */*")
            #expect(client.fields(of: Call.post("/x")) == "Accept: */*")
            #expect(
                client.fields(of: Call.post("/x", body: .json(["a": 1]))).contains(
                    "Content-Type: application/vnd.api+json"))
            #expect(
                client.fields(of: Call.post("/x", body: .form(["a": 1])))
                    == "Accept: */*\nContent-Type: application/x-www-form-urlencoded")
            #expect(client.fields(of: Upload(file: photo)).contains("Content-Type: multipart/form-data; boundary="))
        }
    }

    struct ManyLines: Endpoint {
        static let route: Route = "GET /x"
        @Header("Set-Cookie") var cookies = ["a=1; Path=/", "b=2, c"]
    }

    @Test func `the values of Set-Cookie are never joined`() throws {
        let request = try Client.plain.httpRequest(for: ManyLines())
        #expect(request.fields.values(of: "set-cookie") == ["a=1; Path=/", "b=2, c"])
    }

    struct Upload: Endpoint {
        static let route: Route = "POST /x"
        static let bodyFormat = BodyFormat.multipart
        @Part var file: FilePart
    }

    static let hostile = ["a\r\nX-B: 1", "a\"; name=\"b", "a\nb", "a\0b", "\u{301}\r\n\u{301}", "a\u{7F}b", "%0D%0A"]

    @Test(arguments: hostile)
    func `a file name cannot end its line`(name: String) throws {
        let file = FilePart.bytes(Data("x".utf8), filename: name)
        let text = Client.plain.body(of: Upload(file: file))
        let lines = text.split(separator: "⏎", omittingEmptySubsequences: false)
        let escaped = name.replacing("\r\n", with: "%0D%0A").replacing("\n", with: "%0A").replacing("\"", with: "%22")
            .replacing("\0", with: "%00").replacing("\u{7F}", with: "%7F")
        let bytes = Array(escaped.utf8).split(separator: Array("\r\n".utf8)).joined(separator: Array("%0D%0A".utf8))
        #expect(lines.count == 5)
        #expect(lines[0] == "name=\"file\"; filename=\"\(String(decoding: Array(bytes), as: UTF8.self))\"")
    }

    struct NamedPart: Endpoint {
        static let route: Route = "POST /x"
        static let bodyFormat = BodyFormat.multipart
        var values: [String: String]
    }

    @Test func `a part's name cannot end its line`() {
        #expect(
            Client.plain.body(of: NamedPart(values: ["a\"\r\nX: y\0": "1\r\n2"]))
                == #"name="values[a%22%0D%0AX: y%00]"⏎⏎1⏎2⏎"#)
    }

    struct TypedPart: Endpoint {
        static let route: Route = "POST /x"
        @Body var form: Multipart
    }

    @Test func `a part's own field cannot forge a line`() {
        var part = Multipart.Part.text("1", name: "a")
        part.fields["X-A"] = "b\r\nX-B: c"
        #expect(
            Client.plain.body(of: TypedPart(form: Multipart([part])))
                == "!part 'a': the value holds a carriage return, which no field value may")
    }

    @Test func `a media type cannot forge a line`() {
        #expect(MediaType("text/plain\r\nX-A: b") == nil)
        let type = MediaType.plainText.with("charset", "utf-8\r\nX-A: b")
        let body = HTTPBody.bytes(Data("x".utf8), mediaType: type)
        #expect(
            Client.plain.text(of: Call.post("/x", body: .body(body)))
                == "!field 'Content-Type': the value holds a carriage return, which no field value may")
    }

    @Test func `the boundary in Content-Type is the one in the body, each time it is read`() async throws {
        let request = try Client.plain.httpRequest(for: Upload(file: photo))
        let type = try #require(request.fields[.contentType])
        let boundary = try #require(type.split(separator: "boundary=").last)
        var readings: [Data] = []
        for _ in 0..<2 {
            var bytes = Data()
            for try await chunk in try request.body.chunks() { bytes += chunk }
            readings.append(bytes)
        }
        #expect(readings[0] == readings[1])
        #expect(String(decoding: readings[0], as: UTF8.self).hasPrefix("--\(boundary)\r\n"))
        #expect(readings[0].count == request.body.length.map(Int.init))
    }
}
