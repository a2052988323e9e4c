import Foundation
import Portico
import PorticoTesting
import Testing

private typealias Samples = ArchiveSamples
private let secret = "s3cr3t-Value/+ü"

@Suite struct ArchiveRedactionTests {
    @Test func `fields keep their shape`() throws {
        let entry = redacted(
            Samples.exchange(
                "GET", "https://h/",
                fields: [
                    "Authorization": "Bearer \(secret)", "authorization": "Basic dXNlcjpodW50ZXIyMg==",
                    "Cookie": "a=\(secret); b=12345678", "X-API-Key": secret, "Accept": "x",
                    "Authorization": "\(secret) and more",
                ]))

        #expect(
            entry.request.headers.map(\.value) == [
                "Bearer <redacted>", "Basic <redacted>", "a=<redacted>; b=<redacted>", "<redacted>", "x", "<redacted>",
            ])
    }

    @Test func `a cookie that is set keeps its name and attributes`() throws {
        var entry = Samples.exchange("GET", "https://h/")
        entry.response.headers = [
            HTTPArchive.Pair(name: "set-cookie", value: "id=\(secret); Path=/; HttpOnly; x=\(secret)\nb=12345678")
        ]
        entry.response.cookies = [HTTPArchive.Cookie(name: "id", value: secret)]

        let redacted = redacted(entry)

        #expect(redacted.response.headers.map(\.value) == ["id=<redacted>; Path=/; HttpOnly\nb=<redacted>"])
        #expect(redacted.response.cookies.map(\.value) == ["<redacted>"])
    }

    @Test func `a URL stays a URL, and its items are those of its query`() throws {
        var entry = Samples.exchange("GET", "https://u:p@h/a?access_token=s3cr3t-Value&page=2")
        entry.request.queryString = [
            .init(name: "access_token", value: "s3cr3t-Value"), .init(name: "page", value: "2"),
        ]

        let request = redacted(entry).request

        #expect(request.url == "https://%3Credacted%3E@h/a?access_token=%3Credacted%3E&page=2")
        #expect(request.queryString.map(\.value) == ["<redacted>", "2"])
    }

    @Test(arguments: [
        (#"{"password": "\#(secret)", "user": "ada"}"#, #"{"password": "<redacted>", "user": "ada"}"#),
        (#"{"pass\u0077ord":"x","n":1.50}"#, #"{"pass\u0077ord":"<redacted>","n":1.50}"#),
        (#"{"otp":123456,"token":null,"secret":true,"pwd":""}"#, #"{"otp":0,"token":null,"secret":false,"pwd":""}"#),
        (
            #"{"credentials":{"user":"a","list":[1,"b",{"c":true}]},"d":"e"}"#,
            #"{"credentials":{"user":"<redacted>","list":[0,"<redacted>",{"c":false}]},"d":"e"}"#
        ),
        (#"{"headers":{"X-Api-Key":"k","Host":"h"}}"#, #"{"headers":{"X-Api-Key":"<redacted>","Host":"h"}}"#),
        (#"{"next":"https://h/?token=abc&p=1"}"#, #"{"next":"https://h/?token=%3Credacted%3E&p=1"}"#),
        (#"{"data":"{\"password\":\"abc\"}"}"#, #"{"data":"{\"password\":\"<redacted>\"}"}"#),
        (#"{"data":"a=1&password=abc"}"#, #"{"data":"a=1&password=%3Credacted%3E"}"#),
        ("\u{FEFF} [ {\"token\" : \"x\"} ] \n", "\u{FEFF} [ {\"token\" : \"<redacted>\"} ] \n"),
    ])
    func `JSON keeps its types, its order and its white space`(_ body: String, _ expected: String) throws {
        #expect(redactedBody(body, "application/json") == expected)
        #expect(redactedBody(body, "text/plain") == expected)
    }

    @Test(arguments: [
        ("grant_type=password&password=hunter2hunter2", "grant_type=password&password=%3Credacted%3E"),
        ("YWJjZGVmZ2g=", "YWJjZGVmZ2g="), ("a = b", "a = b"),
    ])
    func `a form is one without its type too`(_ body: String, _ expected: String) throws {
        #expect(redactedBody(body, "") == expected)
        #expect(redactedBody(body, "text/plain") == expected)
    }

    @Test func `events of a server are JSON line by line`() {
        let body = "event: a\ndata: {\"token\":\"abc\"}\n\ndata: {\"n\":1}\n"

        #expect(redactedBody(body, "text/event-stream") == body.replacing("abc", with: "<redacted>"))
    }

    @Test func `values line by line are JSON too, under its name`() {
        let body = "{\"token\":\"abc\"}\r\n1\n\n"

        #expect(redactedBody(body, "application/json") == body.replacing("abc", with: "<redacted>"))
    }

    @Test func `a form stays a form`() {
        let body = "user=ada&password=a%26b+c&x=1"

        #expect(
            redactedBody(body, "application/x-www-form-urlencoded") == "user=ada&password=%3Credacted%3E&x=1")
    }

    @Test func `the parts of a multipart body are rewritten, and its bytes stay`() throws {
        let body = """
            --b1\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter22\r\n\
            --b1\r\ncontent-disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"pwd":"abc"}\r\n\
            --b1\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nseen hunter22 here\r\n--b1--\r\n
            """

        let redacted = redactedBody(body, "multipart/form-data; boundary=b1")

        #expect(redacted == body.replacing("hunter22", with: "<redacted>").replacing("abc", with: "<redacted>"))
    }

    @Test(arguments: [
        ("{\"password\":\"abc", "application/json"), ("--x\r\nno parts", "multipart/form-data; boundary=b"),
        ("password", "multipart/form-data"),
    ])
    func `a body in which names cannot be found is left out, and says so`(_ body: String, _ type: String) throws {
        let answer = HTTPArchive.Content(mimeType: type, text: body)
        let entry = redacted(
            Samples.exchange("POST", "https://h/", body: .init(mimeType: type, text: body), answer: answer))

        #expect(entry.request.postData?.text == nil)
        #expect(entry.response.content.text == nil)
        #expect(entry.response.content.comment?.contains("left out: it is not") == true)
    }

    @Test func `a secret is hidden by its value in every form that it takes elsewhere`() throws {
        let login = Samples.exchange(
            "POST", "https://h/login", body: .init(mimeType: "application/json", text: #"{"password":"\#(secret)"}"#))
        let later = Samples.exchange(
            "GET", "https://h/reset/s3cr3t-Value%2F%2B%C3%BC?q=s3cr3t-Value/%2B%C3%BC",
            fields: ["X-Trace": "for \(secret)"],
            answer: .init(mimeType: "text/html", text: "<p>\(secret)</p>"))
        let first = Samples.exchange(
            "GET", "https://h/", answer: .init(mimeType: "application/json", text: #"{"echo":"a \#(secret)!"}"#))

        let archive = HTTPArchive(entries: [first, login, later]).redacted()

        let text = String(decoding: try archive.data(), as: UTF8.self)
        #expect(!text.contains("s3cr3t"))
        #expect(archive.entries[0].response.content.text == #"{"echo":"a <redacted>!"}"#)
        #expect(archive.entries[2].request.url == "https://h/reset/%3Credacted%3E?q=%3Credacted%3E")
        #expect(archive.entries[2].response.content.text == "<p><redacted></p>")
    }

    @Test func `short values are hidden where they go by a name, and words that hold them stay`() throws {
        let entry = redacted(
            Samples.exchange(
                "GET", "https://h/admins/admin1", fields: ["X-API-Key": "admin1", "X": "admin12 ad"],
                answer: .init(mimeType: "application/json", text: #"{"pwd":"ad","role":"ad"}"#)))

        #expect(entry.request.url == "https://h/admins/%3Credacted%3E")
        #expect(entry.request.headers.map(\.value) == ["<redacted>", "admin12 ad"])
        #expect(entry.response.content.text == #"{"pwd":"<redacted>","role":"ad"}"#)
    }

    @Test func `bodies of bytes stay as they are, but for what is known`() throws {
        let picture = Data([0x89, 0xFF, 0x00]) + Data("hunter22".utf8) + Data([0xFE])
        let entry = redacted(
            Samples.exchange(
                "GET", "https://h/", fields: ["X-API-Key": "hunter22"],
                answer: .init(mimeType: "image/png", text: picture.base64EncodedString(), encoding: "base64")))

        #expect(
            try entry.httpResponse().data == Data([0x89, 0xFF, 0x00]) + Data("<redacted>".utf8) + Data([0xFE]))
    }

    @Test func `redacting again changes nothing`() throws {
        let entry = Samples.exchange(
            "POST", "https://u:p@h/?token=abcdefgh",
            fields: ["Authorization": "Bearer \(secret)", "Cookie": "a=12345678"],
            body: .init(mimeType: "application/json", text: #"{"password":"\#(secret)","otp":123456}"#))

        let once = HTTPArchive(entries: [entry]).redacted()

        #expect(once.redacted() == once)
    }

    private func redacted(_ entry: HTTPArchive.Entry) -> HTTPArchive.Entry {
        HTTPArchive(entries: [entry]).redacted().entries[0]
    }

    private func redactedBody(_ body: String, _ type: String) -> String? {
        redacted(
            Samples.exchange("POST", "https://h/", body: .init(mimeType: type, text: body), answer: .init(mimeType: ""))
        ).request.postData?.text
    }
}
