import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct FixtureContentTests {
    private func fixture(_ files: [String: String]) throws -> Fixture {
        let files = try FixtureFiles(files)
        return try FixtureFolder(files.url).fixture(for: .get, "/")
    }

    @Test func `a sidecar says status, fields and delay`() throws {
        let sidecar = #"{"status": 203, "delay": "1.5s", "fields": {"X-A": "1", "Set-Cookie": ["a=1", "b=2"]}}"#
        let fixture = try fixture(["GET.json": "[1]", "GET.head.json": sidecar])

        #expect(fixture.head.status == 203)
        #expect(
            fixture.head.fields == [
                "Set-Cookie": "a=1", "Set-Cookie": "b=2", "X-A": "1", "Content-Type": "application/json",
            ])
        #expect(fixture.delay == .milliseconds(1500))
        #expect(fixture.body == Data("[1]".utf8))
    }

    @Test func `a sidecar alone is an answer without a body`() throws {
        let fixture = try fixture(["GET.head.json": #"{"status": 304, "fields": {"ETag": "\"a\""}}"#])

        #expect(fixture.path == "GET.head.json")
        #expect(fixture.head == ResponseHead(status: 304, fields: ["ETag": "\"a\""]))
        #expect(fixture.body.isEmpty)
    }

    @Test(arguments: [
        ("GET.json", "application/json"), ("GET.txt", "text/plain; charset=utf-8"), ("GET.pdf", "application/pdf"),
        ("GET.xyz", "application/octet-stream"), ("GET.404.problem", "application/problem+json"),
    ])
    func `the extension says what the content is`(name: String, mediaType: String) throws {
        #expect(try fixture([name: "{}"]).head.fields[.contentType] == mediaType)
    }

    @Test(arguments: [
        (
            "cut JSON", ["GET.json": #"{"id": 4, "name": "Ad"#],
            "GET.json", "it is no JSON from byte 21 on (line 1, column 22)"
        ),
        (
            "JSON that nests too deep", ["GET.json": String(repeating: "[", count: 600)],
            "GET.json", "it is no JSON from byte 512 on (line 1, column 513)"
        ),
        (
            "a cut sidecar", ["GET.json": "1", "GET.head.json": "{\n \"status\": 20"],
            "GET.head.json", "it is no JSON from byte 15 on (line 2, column 14)"
        ),
        (
            "a sidecar that nests too deep", ["GET.head.json": String(repeating: #"{"a":"#, count: 600)],
            "GET.head.json", "it is no JSON from byte 2560 on (line 1, column 2561)"
        ),
        (
            "a sidecar that is no object", ["GET.head.json": "[]"],
            "GET.head.json", "a sidecar is a JSON object, it is an array"
        ),
        (
            "a status that is text", ["GET.head.json": #"{"status": "200"}"#],
            "GET.head.json", "'status' is a number from 200 to 599, not the text '200'"
        ),
        (
            "a status out of bounds", ["GET.head.json": #"{"status": 99}"#],
            "GET.head.json", "'status' is a number from 200 to 599, not the number 99"
        ),
        (
            "fields that are none", ["GET.head.json": #"{"fields": ["a"]}"#],
            "GET.head.json", "'fields' is an object, not an array"
        ),
        (
            "a field of no text", ["GET.head.json": #"{"fields": {"A": ["x", 1]}}"#],
            "GET.head.json", "'fields' has for 'A' no text but the number 1"
        ),
        (
            "a field's name that is none", ["GET.head.json": #"{"fields": {"A B": "x"}}"#],
            "GET.head.json", "'fields' has 'A B', which is no field's name"
        ),
        (
            "a field that would end its line", ["GET.head.json": #"{"fields": {"A": "x\r\nB: y"}}"#],
            "GET.head.json", "'fields' has for 'A' a text with a byte that no field value may have"
        ),
        (
            "a field that frames the message", ["GET.head.json": #"{"fields": {"content-length": "5"}}"#],
            "GET.head.json",
            "'fields' has 'content-length', which is left to whoever sends the answer; a fixture's body is not encoded"
        ),
        (
            "a delay without a unit", ["GET.head.json": #"{"delay": 250}"#],
            "GET.head.json",
            #"'delay' is a text such as "250ms" or "1.5s", up to an hour, not the number 250"#
        ),
        (
            "a member that is none", ["GET.head.json": #"{"headers": {}}"#],
            "GET.head.json", "'headers' is none of a sidecar's members: status, fields, delay"
        ),
        (
            "two statuses", ["GET.404.json": "1", "GET.head.json": #"{"status": 403}"#],
            "GET.404.json", "its name says the status 404, its sidecar 403"
        ),
    ])
    func `what is no good is one error that names the file`(
        what: String, files: [String: String], file: String, reason: String
    ) throws {
        let error = #expect(throws: FixtureError.self) { try fixture(files) }

        #expect(error?.file == file)
        #expect(error?.reason == reason)
        #expect(error?.isMissing == false)
    }

    @Test func `a file beyond 256 MiB is an error, and is not read`() throws {
        let files = try FixtureFiles(["GET.bin": ""])
        // Sparse: no byte of it is on the disk.
        let handle = try FileHandle(forWritingTo: files.url.appending(path: "GET.bin"))
        try handle.truncate(atOffset: UInt64(Fixture.fileLimit) + 1)
        try handle.close()

        let error = #expect(throws: FixtureError.self) {
            try FixtureFolder(files.url).fixture(for: .get, "/")
        }
        #expect(error?.reason == "it has 268435457 bytes, and 268435456 are the most")
    }

    @Test func `a sidecar beyond 1 MiB is an error`() throws {
        let error = #expect(throws: FixtureError.self) {
            try fixture(["GET.head.json": String(repeating: " ", count: FixtureSidecar.fileLimit + 1)])
        }
        #expect(error?.reason == "it has 1048577 bytes, and 1048576 are the most")
    }

    @Test(arguments: [
        ("0ms", 0), ("250ms", 250), ("3600000ms", 3_600_000), ("0s", 0), ("2s", 2000), ("1.5s", 1500),
        ("0.007s", 7), ("3600s", 3_600_000),
    ])
    func `a delay is in milliseconds or seconds`(text: String, milliseconds: Int) throws {
        let fixture = try fixture(["GET.head.json": #"{"delay": "\#(text)"}"#])
        #expect(fixture.delay == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "s", "ms", "5", "-1s", "+1s", "1.s", ".5s", "1.5ms", "1.0001s", "1e3s", "3601s", "1 s", "99999999999999s",
    ])
    func `a delay of another form is an error`(text: String) {
        #expect(throws: FixtureError.self) { try fixture(["GET.head.json": #"{"delay": "\#(text)"}"#]) }
    }
}
