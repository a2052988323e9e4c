import Foundation
import Portico
import PorticoTesting
import Testing

private typealias Samples = ArchiveSamples

@Suite struct ArchiveReadingTests {
    @Test func `every field of the format is read`() throws {
        let archive = try Samples.read(Self.everything)

        #expect(archive.version == "1.2")
        #expect(archive.creator == tool("Firefox", "120.0"))
        #expect(archive.browser == tool("Gecko", "1"))
        #expect(archive.pages.map(\.onLoad) == [-1])
        #expect(archive.comment == "all")
        let entry = archive.entries[0]
        #expect(entry.pageref == "page_1")
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 1_700_000_000.5))
        #expect(entry.time == 12.5)
        #expect(entry.connection == "443" && entry.serverIPAddress == "10.0.0.1")
        #expect(entry.cache.beforeRequest?.hitCount == 2 && entry.cache.beforeRequest?.eTag == "\"e\"")
        #expect(entry.timings.blocked == -1 && entry.timings.wait == 8.5 && entry.timings.ssl == 1)
        #expect(entry.request.cookies.map(\.httpOnly) == [true])
        #expect(entry.request.queryString == [HTTPArchive.Pair(name: "q", value: "ü")])
        #expect(entry.request.postData?.params.map(\.fileName) == ["a.txt"])
        #expect(entry.response.content.compression == 3 && entry.response.content.encoding == "base64")
        #expect(entry.response.redirectURL == "/next")
    }

    @Test func `what is read and written is the same archive, and the same bytes each time`() throws {
        let archive = try Samples.read(Self.everything)

        let written = try archive.data()

        #expect(try HTTPArchive(written) == archive)
        #expect(try HTTPArchive(written).data() == written)
        #expect(FormatRules.violations(in: try JSONDecoder().decode(JSONValue.self, from: written)) == [])
    }

    @Test(arguments: [
        ("", "", HTTPArchiveError.Kind.malformed, "it is empty"),
        ("{", "", .malformed, "the JSON ends before its end"),
        (#"{"log":{"entries":[{"request":{"method":"GE"#, "log.entries[0].request.method", .malformed, "ends"),
        ("[]", "", .wrongType, "an array, not an object"),
        ("null", "", .wrongType, "null, not an object"),
        ("{}", "log", .missing, "it is missing"),
        (#"{"log":{}}"#, "log.entries", .missing, "it is missing"),
        (#"{"log":{"entries":{}}}"#, "log.entries", .wrongType, "an object, not an array"),
        (#"{"log":{"entries":[null]}}"#, "log.entries[0]", .wrongType, "null, not an object"),
        (#"{"log":{"version":"2.0","entries":[]}}"#, "log.version", .wrongValue, "the version '2.0' is not 1.2"),
        (#"{"log":{"entries":[]}} {}"#, "", .malformed, "this is no JSON"),
        (Samples.archive(started: "17"), "log.entries[0].startedDateTime", .wrongType, "a number, not a string"),
        (Samples.archive(started: #""soon""#), "log.entries[0].startedDateTime", .wrongValue, "'soon' is no date"),
        (Samples.archive(request: "null"), "log.entries[0].request", .missing, "it is missing"),
        (Samples.archive(request: #"{"url":"u"}"#), "log.entries[0].request.method", .missing, "it is missing"),
        (Samples.archive(request: #"{"method":7}"#), "log.entries[0].request.method", .wrongType, "a number"),
        (Samples.archive(response: "{}"), "log.entries[0].response.status", .missing, "it is missing"),
        (Samples.archive(response: #"{"status":"200"}"#), "log.entries[0].response.status", .wrongType, "a string"),
        (Samples.archive(response: #"{"status":20.5}"#), "log.entries[0].response.status", .wrongValue, "no integer"),
        (
            Samples.archive(response: #"{"status":99}"#), "log.entries[0].response.status", .wrongValue,
            "99 is no status"
        ),
        (Samples.archive(response: #"{"status":1e999}"#), "log.entries[0].response.status", .wrongValue, "beyond"),
        (
            Samples.archive(response: #"{"status":200,"headers":[{"value":"v"}]}"#),
            "log.entries[0].response.headers[0].name", .missing, "it is missing"
        ),
        (
            Samples.archive(response: #"{"status":200,"content":{"text":"a*b=","encoding":"base64"}}"#),
            "log.entries[0].response.content.text", .wrongValue, "the text is no base64"
        ),
        (
            Samples.archive(response: #"{"status":200,"content":{"text":"x","encoding":"rot13"}}"#),
            "log.entries[0].response.content.text", .wrongValue, "the encoding 'rot13' is not base64"
        ),
    ])
    func `a malformed archive is one clear error`(
        _ text: String, _ place: String, _ kind: HTTPArchiveError.Kind, _ message: String
    ) throws {
        let error = try #require(throws: HTTPArchiveError.self) { try Samples.read(text) }

        #expect(error.kind == kind)
        #expect(error.place == place)
        #expect(error.message.contains(message), "\(error)")
    }

    @Test func `an archive that nests too deeply is refused, wherever it does`() throws {
        let deep = String(repeating: "[", count: 600)

        let error = try #require(throws: HTTPArchiveError.self) { try Samples.read(#"{"log":{"_x":"# + deep) }

        #expect(error.kind == .tooDeep)
        #expect(error.description.contains("log._x: it nests deeper than 512 levels"))
    }

    @Test func `text that is not UTF-8 is refused, where it is used`() throws {
        let data = Data(#"{"log":{"entries":[],"comment":""#.utf8) + [0xC3, 0x28] + Data("\"}}".utf8)

        let error = try #require(throws: HTTPArchiveError.self) { try HTTPArchive(data) }

        #expect(error.kind == .malformed && error.place == "log.comment")
    }

    @Test func `an archive beyond the limit is refused`() throws {
        let text = Data(Samples.archive().utf8)

        let error = try #require(throws: HTTPArchiveError.self) { try HTTPArchive(text, limit: text.count - 1) }

        #expect(error.kind == .tooLarge(limit: text.count - 1))
    }

    @Test func `millions of tiny parts are refused before they take memory`() throws {
        let parts = String(repeating: #"{"name":""},"#, count: 2_000_001)
        let text = Samples.archive(request: #"{"method":"GET","url":"u","headers":["# + parts)

        let error = try #require(throws: HTTPArchiveError.self) { try Samples.read(text) }

        #expect(error.kind == .tooManyParts)
    }

    private func tool(_ name: String, _ version: String) -> HTTPArchive.Tool { .init(name: name, version: version) }

    private static let everything = #"""
        {"log":{"version":"1.2","creator":{"name":"Firefox","version":"120.0"},"browser":{"name":"Gecko","version":"1"},
        "pages":[{"startedDateTime":"2023-11-14T22:13:20Z","id":"page_1","title":"t","pageTimings":{"onContentLoad":3,
        "onLoad":-1}}],"comment":"all","entries":[{"pageref":"page_1","startedDateTime":"2023-11-14T23:13:20.5+01:00",
        "time":12.5,"request":{"method":"POST","url":"https://h/?q=%C3%BC","httpVersion":"HTTP/2","cookies":[{"name":"c",
        "value":"v","path":"/","domain":"h","expires":"2026-01-01T00:00:00Z","httpOnly":true,"secure":false}],
        "headers":[{"name":":method","value":"POST"},{"name":"A","value":"1","comment":"x"}],"queryString":[{"name":"q",
        "value":"ü"}],"postData":{"mimeType":"multipart/form-data","params":[{"name":"f","fileName":"a.txt",
        "contentType":"text/plain","value":"1"}]},"headersSize":-1,"bodySize":12},"response":{"status":302,
        "statusText":"Found","httpVersion":"HTTP/2","cookies":[],"headers":[],"content":{"size":3,"compression":3,
        "mimeType":"image/png","text":"AAEC","encoding":"base64"},"redirectURL":"/next","headersSize":10,"bodySize":0},
        "cache":{"beforeRequest":{"lastAccess":"2026-01-01T00:00:00Z","eTag":"\"e\"","hitCount":2}},
        "timings":{"blocked":-1,"dns":1,"connect":2,"send":0,"wait":8.5,"receive":1,"ssl":1},
        "serverIPAddress":"10.0.0.1","connection":"443"}]}}
        """#
}
