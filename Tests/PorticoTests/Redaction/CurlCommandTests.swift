import Foundation
import Portico
import Testing

@Suite struct CurlCommandTests {
    typealias Requests = RedactedRequestTests

    static let json = HTTPBody.bytes(Data(#"{"a":"it's"}"#.utf8), mediaType: .json)

    @Test(arguments: [
        (Requests.request(.get, "/x"), "curl --request GET https://h/x"),
        (Requests.request(.get, "/x?a=1&b=2"), "curl --request GET 'https://h/x?a=1&b=2'"),
        (Requests.request(.head, "/x"), "curl --head https://h/x"),
        (
            Requests.request(.get, "/x", ["Accept": "a/b", "X-Empty": ""]),
            "curl --request GET --header 'Accept: a/b' --header 'X-Empty;' https://h/x"
        ),
        (Requests.request(.post, "/x"), "curl --request POST --header 'Content-Type:' --data-raw '' https://h/x"),
        (Requests.request(.delete, "/x"), "curl --request DELETE https://h/x"),
        (
            Requests.request(.patch, "/x", [:], json),
            #"curl --request PATCH --header 'Content-Type: application/json' --data-raw '{"a":"it'\''s"}' https://h/x"#
        ),
        (
            Requests.request(.post, "/x", [:], .bytes(Data("@a".utf8), mediaType: .formURLEncoded)),
            "curl --request POST --header 'Content-Type: application/x-www-form-urlencoded' --data-raw @a https://h/x"
        ),
        (
            Requests.request(.put, "/x", [:], .bytes(Data([0, 1]))),
            "curl --request PUT --header 'Content-Type: application/octet-stream' "
                + "--data-binary '@<2 bytes of application/octet-stream left out>' https://h/x"
        ),
        (
            Requests.request(.put, "/x", [:], .file(URL(fileURLWithPath: "/tmp/a b"))),
            "curl --request PUT --header 'Content-Type: application/octet-stream' --data-binary '@/tmp/a b' https://h/x"
        ),
        (
            Requests.request(.put, "/x", [:], .stream(once: AsyncStream<Data> { $0.finish() }, mediaType: nil)),
            "curl --request PUT --header 'Content-Type:' --data-binary @- https://h/x"
        ),
        (Requests.request(.get, "/x[1]/.."), "curl --request GET --globoff --path-as-is 'https://h/x[1]/..'"),
        (Requests.request(.get, "/$(id)`id`\"\\"), #"curl --request GET 'https://h/$(id)`id`"\'"#),
    ])
    func `a request is a command`(request: HTTPRequest, command: String) {
        #expect(RedactedRequest(request).curlCommand == command)
    }

    @Test func `a form is a command with one argument for each part`() {
        let form = Multipart([
            .text("@it's", name: "title"),
            .file(
                URL(fileURLWithPath: "/tmp/a\"b.jpg"), name: "photo", filename: "ä;1.jpg",
                mediaType: MediaType("image/jpeg")),
            .bytes(Data("a;b".utf8), name: "note", mediaType: .plainText),
        ])
        var open = Redaction.standard
        open.showsOtherText = true

        #expect(
            RedactedRequest(Requests.request(.post, "/x", [:], .multipart(form)), by: open).curlCommand == #"""
                curl --request POST --form-string 'title=@it'\''s' \#
                --form 'photo=@"/tmp/a\"b.jpg";filename="ä;1.jpg";type=image/jpeg' \#
                --form 'note="a;b";type=text/plain' https://h/x
                """#)
    }

    @Test func `secrets are in no command but the one that says so`() {
        let body = HTTPBody.bytes(Data(#"{"password":"tiger"}"#.utf8), mediaType: .json)
        let request = Requests.request(.post, "/x?token=abc", ["Authorization": "Bearer def"], body)

        #expect(
            RedactedRequest(request).curlCommand == #"""
                curl --request POST --header 'Authorization: <redacted>' --header 'Content-Type: application/json' \#
                --data-raw '{"password":"<redacted>"}' 'https://h/x?token=<redacted>'
                """#)
        #expect(
            request.curlCommandWithSecrets == #"""
                curl --request POST --header 'Authorization: Bearer def' --header 'Content-Type: application/json' \#
                --data-raw '{"password":"tiger"}' 'https://h/x?token=abc'
                """#)
    }

    @Test(arguments: [
        "plain", "a b", "it's", "'", "''", "\"", "$HOME", "`id`", "$(id)", "a\nb", "!x", "\\", "~", "*", "a;b|c&d>e",
        "#a", "é", "-x", "{a,b}",
        "a'\u{301}; id; '",
    ])
    func `a shell reads every value as it was`(value: String) throws {
        let request = Requests.request(.post, "/x", ["X-Value": value], .text(value))

        #expect(
            try Self.arguments(of: request.curlCommandWithSecrets) == [
                "--request", "POST", "--header", "X-Value: \(value)", "--header",
                "Content-Type: text/plain; charset=utf-8",
                "--data-raw", value, "https://h/x",
            ])
    }

    /// What a program called `curl` would be given by a shell.
    ///
    /// Foundation's `Process` reads beyond a buffer now and then when the program has hundreds of threads, and crashes.
    static func arguments(of command: String) throws -> [String] {
        let script = "curl() { for argument; do printf '%s\\0' \"$argument\"; done; }; \(command)"
        let output = try #require(popen(script, "r"))
        defer { pclose(output) }
        var bytes: [UInt8] = []
        while case let byte = getc(output), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
