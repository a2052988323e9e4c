import Testing

@testable import Portico

@Suite struct RepresentationTests {
    static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let resumable: [(HTTPFields, String)] = [
        (["ETag": "\"a\""], "\"a\""),
        (["ETag": "\"\""], "\"\""),
        (["ETag": "\"a\"", "Last-Modified": changed], "\"a\""),
        (["ETag": "\"a\"", "Accept-Ranges": "bytes", "Content-Encoding": "identity"], "\"a\""),
        (["Last-Modified": changed, "Date": "Sun, 06 Nov 1994 08:50:37 GMT"], changed),
    ]

    @Test(arguments: resumable)
    func `a strong validator and a length make an answer resumable`(fields: HTTPFields, validator: String) {
        var fields = fields
        fields["Content-Length"] = "100"

        #expect(
            Representation(of: ResponseHead(status: .ok, fields: fields)) == .init(validator: validator, total: 100))
    }

    @Test(
        arguments: [
            ["Content-Length": "100"],
            ["ETag": "\"a\""],
            ["ETag": "W/\"a\"", "Content-Length": "100"],
            [
                "ETag": "W/\"a\"", "Content-Length": "100", "Last-Modified": changed,
                "Date": "Mon, 07 Nov 1994 08:50:37 GMT",
            ],
            ["ETag": "a", "Content-Length": "100"],
            ["ETag": "\"", "Content-Length": "100"],
            ["ETag": "\"a b\"", "Content-Length": "100"],
            ["ETag": "\"a\", \"b\"", "Content-Length": "100"],
            ["ETag": "\"" + String(repeating: "a", count: 600) + "\"", "Content-Length": "100"],
            ["ETag": "\"a\"", "Content-Length": "100", "Accept-Ranges": "none"],
            ["ETag": "\"a\"", "Content-Length": "100", "Content-Encoding": "gzip"],
            ["Last-Modified": changed, "Content-Length": "100"],
            ["Last-Modified": changed, "Content-Length": "100", "Date": "Sun, 06 Nov 1994 08:50:36 GMT"],
            ["Last-Modified": "yesterday", "Content-Length": "100", "Date": "Sun, 06 Nov 1994 09:50:36 GMT"],
        ] as [HTTPFields])
    func `an answer without them is not`(fields: HTTPFields) {
        #expect(Representation(of: ResponseHead(status: .ok, fields: fields)) == nil)
    }

    @Test func `the rest is asked for with its validator`() {
        var fields: HTTPFields = ["Accept": "*/*"]

        ResumePoint(validator: "\"a\"", offset: 40, total: 100).ask(in: &fields)

        #expect(fields == ["Accept": "*/*", "Range": "bytes=40-", "If-Range": "\"a\""])
    }
}
