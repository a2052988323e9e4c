import Foundation
import Portico
import PorticoTesting
import Testing

private typealias Samples = ArchiveSamples

/// What tools write in a way of their own.
@Suite struct ToolOdditiesTests {
    @Test(arguments: [
        ("a byte order mark", "\u{FEFF}" + Samples.archive()),
        ("no version", Samples.archive().replacing(#""version":"1.2","#, with: "")),
        (
            "fields of the tool's own",
            Samples.archive(more: #","_priority":"High","_webSocketMessages":[{"data":"x"}]"#)
        ),
        ("null for what is missing", Samples.archive(more: #","cache":null,"timings":null,"connection":null"#)),
        ("a connection as a number", Samples.archive(more: #","connection":443"#)),
        ("a status with a fraction of zero", Samples.archive(response: #"{"status":200.0}"#)),
        ("sizes of -1", Samples.archive(response: #"{"status":200,"bodySize":-1,"content":{"size":-1}}"#)),
        ("a time in microseconds with an offset", Samples.archive(started: #""2026-01-02T03:04:05.678901+02:00""#)),
        (
            "cookies that end with the session",
            Samples.archive(
                response: #"{"status":200,"cookies":[{"name":"a","value":"b","expires":null}]}"#)
        ),
    ])
    func `are read`(_ oddity: String, _ text: String) throws {
        let archive = try Samples.read(text)

        #expect(archive.entries.map(\.response.status) == [200])
    }

    @Test func `pseudo fields of HTTP 2 are no fields of the request`() throws {
        let entry = try Samples.entry(
            request:
                #"{"method":"GET","url":"https://h/a","headers":[{"name":":path","value":"/a"},{"name":"x","value":""}]}"#
        )

        let request = try entry.httpRequest()

        #expect(request.fields == ["x": ""])
        #expect(request.urlText == "https://h/a")
    }

    @Test func `the encodings that were undone are not claimed any more`() throws {
        let entry = try Samples.entry(
            response: #"""
                {"status":200,"headers":[{"name":"content-encoding","value":"br"},{"name":"content-length","value":"9"},
                {"name":"transfer-encoding","value":"chunked"},{"name":"etag","value":"x"}],
                "content":{"size":11,"mimeType":"text/plain","text":"hello world"}}
                """#
        )

        let response = try entry.httpResponse()

        #expect(response.fields == ["etag": "x"])
        #expect(response.data == Data("hello world".utf8))
    }

    @Test func `a length that is the body's stays`() throws {
        let entry = try Samples.entry(
            response:
                #"{"status":200,"headers":[{"name":"Content-Length","value":"2"}],"content":{"size":2,"text":"{}"}}"#
        )

        #expect(try entry.httpResponse().fields == ["Content-Length": "2"])
    }

    @Test func `lines that were joined with a line end are lines again`() throws {
        let entry = try Samples.entry(
            response: #"{"status":200,"headers":[{"name":"set-cookie","value":"a=1; Path=/\nb=2"}]}"#
        )

        #expect(try entry.httpResponse().fields.values(of: .setCookie) == ["a=1; Path=/", "b=2"])
    }

    @Test(arguments: [#""a\rb""#, #""a\u0000b""#])
    func `a field that could forge another is refused`(_ value: String) throws {
        let entry = try Samples.entry(response: #"{"status":200,"headers":[{"name":"x","value":"# + value + "}]}")

        let error = try #require(throws: HTTPArchiveError.self) { try entry.httpResponse() }

        #expect(error.place == "response.headers[0].value")
    }

    @Test func `text of another charset is UTF-8 by now, and says so`() throws {
        let entry = try Samples.entry(
            response: #"""
                {"status":200,"headers":[{"name":"Content-Type","value":"text/html; charset=iso-8859-1"}],
                "content":{"size":2,"mimeType":"text/html; charset=iso-8859-1","text":"é"}}
                """#
        )

        let response = try entry.httpResponse()

        #expect(response.data == Data("é".utf8))
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
    }

    @Test func `base64 in lines is read, in either case of its name`() throws {
        let entry = try Samples.entry(
            response: #"{"status":200,"content":{"size":3,"text":"AA\r\nEC","encoding":"Base64"}}"#
        )

        #expect(try entry.httpResponse().data == Data([0, 1, 2]))
    }

    @Test func `bytes with a character each are those bytes`() throws {
        let body = #""text":"\u0000\u007fé\u00ff""#
        let entry = try Samples.entry(
            request: #"{"method":"PUT","url":"https://h/","bodySize":4,"postData":{"mimeType":"image/png",\#(body)}}"#)
        let text = try Samples.entry(
            request: #"{"method":"PUT","url":"https://h/","bodySize":4,"postData":{"mimeType":"text/plain",\#(body)}}"#)

        #expect(try entry.httpRequest().body.data == Data([0, 0x7F, 0xE9, 0xFF]))
        #expect(try HTTPArchive(entries: [entry]).redacted().entries[0].httpRequest().body.data?.count == 4)
        #expect(try text.httpRequest().body.data?.count == 6)
    }

    @Test func `a form given as items is the form again`() throws {
        let entry = try Samples.entry(
            request: #"""
                {"method":"POST","url":"https://h/","postData":{"mimeType":"application/x-www-form-urlencoded",
                "params":[{"name":"a b","value":"1&2"},{"name":"c"}]}}
                """#
        )

        #expect(try entry.httpRequest().body.data == Data("a+b=1%262&c=".utf8))
    }

    @Test func `a body that was not kept is an error that says so, and no empty body`() throws {
        let entry = try Samples.entry(response: #"{"status":200,"content":{"size":512,"mimeType":"image/png"}}"#)

        let error = try #require(throws: HTTPArchiveError.self) { try entry.httpResponse() }

        #expect(error.description == "the archive: response.content.text: the body of 512 bytes was not kept")
    }

    @Test(arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
    func `where there is none a body is not missed, and a length stays`(_ method: String, _ status: Int) throws {
        let entry = try Samples.entry(
            request: #"{"method":"\#(method)","url":"https://h/"}"#,
            response: #"""
                {"status":\#(status),"headers":[{"name":"Content-Length","value":"512"}],"content":{"size":512}}
                """#
        )

        let response = try entry.httpResponse()

        #expect(response.data == Data())
        #expect(response.fields[.contentLength] == "512")
    }

    @Test(arguments: [0, 101])
    func `an exchange without a final answer cannot be given again`(_ status: Int) throws {
        let entry = try Samples.entry(response: #"{"status":\#(status)}"#)

        #expect(throws: HTTPArchiveError.self) { try entry.httpResponse() }
    }
}
