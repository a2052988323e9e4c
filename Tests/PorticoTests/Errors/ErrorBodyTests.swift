import Foundation
import Portico
import Testing

@Suite struct ErrorBodyTests {
    static func body(_ text: String, _ type: String?, status: HTTPStatus = 403) -> ErrorBody {
        ErrorBody(
            head: ResponseHead(status: status, fields: type.map { ["Content-Type": $0] } ?? [:]), data: Data(text.utf8))
    }

    static let problem = #"""
        {"type":"https://example.com/probs/out-of-credit","title":"Out of credit","status":403,
        "detail":"Your balance is 30","instance":"/account/1","balance":30,"accounts":["/a","/b"]}
        """#

    @Test func `problem details are read with their extensions`() {
        #expect(
            Self.body(Self.problem, "application/problem+json; charset=utf-8").problem
                == ProblemDetails(
                    type: "https://example.com/probs/out-of-credit", title: "Out of credit", status: 403,
                    detail: "Your balance is 30",
                    instance: "/account/1", extensions: ["balance": 30, "accounts": ["/a", "/b"]]
                ))
    }

    @Test(arguments: [
        ("{}", ProblemDetails()),
        (#"{"type":1,"title":[],"status":"403","detail":null,"instance":{}}"#, ProblemDetails()),
        (#"{"title":"T","status":403.0}"#, ProblemDetails(title: "T", status: 403)),
        (#"{"title":"T","status":403.5}"#, ProblemDetails(title: "T")),
    ])
    func `members of a wrong type are left out`(json: String, problem: ProblemDetails) throws {
        #expect(Self.body(json, "application/problem+json").problem == problem)
        #expect(try FoundationJSON().decode(ProblemDetails.self, from: Data(json.utf8)) == problem)
    }

    @Test(arguments: [
        ("[]", "application/problem+json"), ("{", "application/problem+json"), ("", "application/problem+json"),
        ("{}", "application/json"), ("{}", nil), ("{}", "nonsense"),
    ])
    func `anything else is no problem`(text: String, type: String?) {
        #expect(Self.body(text, type).problem == nil)
    }

    @Test func `a body is read as JSON and as text whatever its type`() {
        #expect(Self.body(#"{"error":"x"}"#, "text/plain").json == ["error": "x"])
        #expect(Self.body("no", nil).json == nil)
        #expect(Self.body("no", nil).text == "no")
        #expect(
            ErrorBody(
                head: ResponseHead(status: 400, fields: ["Content-Type": "text/plain; charset=latin1"]),
                data: Data([0xE9])
            ).text == "é")
        #expect(Self.body("x", "text/plain; charset=klingon").text == nil)
    }

    @Test(arguments: [
        (body("", nil, status: 404), "404 Not Found, no body"),
        (
            body(problem, "application/problem+json"),
            "403 Forbidden: Out of credit: Your balance is 30 (https://example.com/probs/out-of-credit)"
        ),
        (body("{}", "application/problem+json"), "403 Forbidden: a problem without a title"),
        (body(#"{"title":"a\nb\u001b[2J"}"#, "application/problem+json"), "403 Forbidden: a b\u{FFFD}[2J"),
        (
            body("{\n  \"message\": \"no\",\n  \"token\": \"x\"\n}", "application/json"),
            #"403 Forbidden: { "message": "no", "token": "<redacted>" }"#
        ),
        (body("<h1>Bad Gateway</h1>", "text/html", status: 502), "502 Bad Gateway: <20 bytes of text/html left out>"),
    ])
    func `a description is one useful line without secrets`(body: ErrorBody, text: String) {
        #expect(body.description == text)
    }

    @Test func `a description is bounded`() {
        let long = String(repeating: "x", count: 100_000)
        #expect(Self.body("[\"\(long)\"]", "application/json").description.utf8.count < 500)
        #expect(Self.body("{\"title\":\"\(long)\"}", "application/problem+json").description.utf8.count < 500)
    }

    @Test func `a problem is described without the secrets of its URLs`() {
        let json = #"{"type": "https://h/p?token=s3cret", "title": "No", "detail": "see https://u:s3cret@h/"}"#
        let head = ResponseHead(status: 400, fields: [.contentType: "application/problem+json"])
        let body = ErrorBody(head: head, data: Data(json.utf8))
        #expect(body.description == "400 Bad Request: No: see https://<redacted>@h/ (https://h/p?token=<redacted>")
    }
}
