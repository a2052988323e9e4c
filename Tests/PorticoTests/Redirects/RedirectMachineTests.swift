import Foundation
@testable import Portico
import Testing

private let codes = [301, 302, 303, 307, 308]

@Suite struct RedirectMethodTests: RedirectSteps {
    private static let methods: [HTTPMethod] = [
        .get, .head, .post, .put, .patch, .delete, .options, .query, HTTPMethod(rawValue: "PURGE") ?? .get,
    ]

    /// RFC 9110, sections 15.4.2 to 15.4.9.
    private func expected(_ code: Int, _ method: HTTPMethod) -> (method: HTTPMethod, keepsBody: Bool) {
        switch code {
        case 301, 302: method == .post ? (.get, false) : (method, true)
        case 303: (method == .head ? .head : .get, false)
        default: (method, true)
        }
    }

    @Test(arguments: codes, methods)
    func `the method and the body that follow`(code: Int, method: HTTPMethod) throws {
        let fields: HTTPFields = [
            "Content-Type": "text/plain", "content-language": "de", "CONTENT-DIGEST": "x", "Digest": "x", "Expect": "x",
            "X-Trace": "1",
        ]
        var machine = machine(request(method, fields: fields, body: .text("kept")))

        let next = try #require(machine.received(answer(code, "/b")).sent)

        let expected = expected(code, method)
        #expect(next.method == expected.method)
        #expect(next.body.data == (expected.keepsBody ? Data("kept".utf8) : Data()))
        #expect(next.body.isNone == !expected.keepsBody)
        #expect(next.fields == (expected.keepsBody ? fields : ["X-Trace": "1"]))
        #expect(next.urlText == "https://h/b")
    }

    @Test(arguments: codes) func `a body that exists once is not sent again: the answer is the caller's`(code: Int)
        throws
    {
        let stream = HTTPBody.stream(once: AsyncStream<Data> { $0.finish() })
        var post = machine(request(.post, body: stream))
        var put = machine(request(.put, body: stream))

        #expect(post.received(answer(code, "/b")).delivers == [307, 308].contains(code))
        #expect(put.received(answer(code, "/b")).delivers == (code != 303))
    }

    @Test(arguments: [
        HTTPBody.bytes(Data([1])), .multipart(Multipart()), .file(URL(filePath: "/none")),
        .stream { HTTPChunks(AsyncStream { $0.finish() }) },
    ])
    func `every other body is sent again`(body: HTTPBody) throws {
        var machine = machine(request(.post, body: body))

        let next = try #require(machine.received(answer(308, "/b")).sent)

        #expect(next.method == .post)
        #expect(!next.body.isNone)
    }

    @Test(arguments: [200, 201, 300, 304, 305, 306, 309, 399, 401, 500])
    func `no other status redirects`(code: Int) {
        var machine = machine(request())

        #expect(machine.received(answer(code, "/b")).delivers)
        #expect(!RedirectMachine.isRedirect(HTTPStatus(code)))
    }

    @Test(arguments: [nil, "", " \t"]) func `without a place the answer is the caller's`(location: String?) {
        var machine = machine(request())

        #expect(machine.received(answer(302, location)).delivers)
    }
}

@Suite struct RedirectPolicyTests: RedirectSteps {
    @Test func `refuse leaves every answer to the caller`() {
        for location in ["/b", "https://other/", "ftp://h/", "http://h/"] {
            var machine = machine(request(), .refuse)
            #expect(machine.received(answer(302, location)).delivers)
        }
    }

    @Test func `same origin follows there and to https, and leaves the rest to the caller`() {
        var here = machine(request(), .sameOrigin)
        var upgrade = machine(request(scheme: "http"), .sameOrigin)
        var away = machine(request(), .sameOrigin)
        var downgrade = machine(request(), .sameOrigin)

        #expect(here.received(answer(302, "/b")).sent != nil)
        #expect(upgrade.received(answer(302, "https://h/")).sent != nil)
        #expect(away.received(answer(302, "https://other/")).delivers)
        #expect(downgrade.received(answer(302, "http://h/")).delivers)
    }

    @Test func `what is asked decides, and may change the request`() throws {
        let policy = RedirectPolicy.ask { _ in nil }
        var machine = machine(request(fields: ["Authorization": "x"]), policy)

        let redirect = try #require(machine.received(answer(302, "https://other/b")).asked)
        #expect(redirect.number == 1)
        #expect(redirect.request.urlText == "https://h/a")
        #expect(redirect.next.urlText == "https://other/b")
        #expect(redirect.next.fields.isEmpty)
        #expect(!redirect.keepsOrigin)
        #expect("\(redirect)" == "302 Found from GET https://h/a to GET https://other/b")

        var changed = redirect.next
        changed.path = "/c"
        #expect(machine.answered(changed).sent?.urlText == "https://other/c")
        let second = try #require(machine.received(answer(302, "d")).asked)
        #expect(second.number == 2)
        #expect(second.next.urlText == "https://other/d")
        #expect(machine.answered(nil).delivers)
        #expect(machine.received(answer(302, "/e")).delivers)
    }

    @Test func `nobody is asked for what cannot be followed`() {
        let policy = RedirectPolicy.ask { $0.next }
        var machine = machine(request(.post, body: .stream(once: AsyncStream<Data> { $0.finish() })), policy)

        #expect(machine.received(answer(307, "/b")).delivers)
    }

    @Test func `https leads to http only where that is allowed`() throws {
        var policy = RedirectPolicy.follow
        var refusing = machine(request(), policy)
        policy.allowsDowngrade = true
        var allowing = machine(request(fields: ["Authorization": "x"]), policy)

        let error = try #require(refusing.received(answer(301, "http://h/b?token=s3cret")).failure)
        #expect(error.reason == .downgrade)
        #expect(
            "\(error)"
                == "the 301 Moved Permanently leads from https to http: https://h/a -> http://h/b?token=<redacted>")
        #expect(allowing.received(answer(301, "http://h/b")).sent?.fields.isEmpty == true)
    }
}

@Suite struct RedirectEndTests: RedirectSteps {
    @Test func `20 redirects are followed, and the next one is the error`() throws {
        var machine = machine(request(.get, "h", "/0"))

        for number in 1...20 { #expect(machine.received(answer(302, "/\(number)")).sent?.path == "/\(number)") }
        let error = try #require(machine.received(answer(302, "/21")).failure)

        #expect(error.reason == .tooMany(limit: 20))
        #expect(error.urls.count == 22)
        #expect("\(error)".hasPrefix("more than 20 redirects: https://h/0 -> https://h/1 -> "))
    }

    @Test(arguments: [(5, 5), (0, 0), (-1, 0), (1000, 100)]) func `the limit is from 0 to 100`(given: Int, kept: Int) {
        var policy = RedirectPolicy.follow
        policy.limit = given
        var machine = machine(request(.get, "h", "/0"), policy)
        var count = 0

        while machine.received(answer(302, "/\(count + 1)")).sent != nil { count += 1 }

        #expect(count == kept)
    }

    @Test func `a loop is named at its first repetition`() throws {
        var machine = machine(request(.get, "h", "/start?token=s3cret"))

        _ = machine.received(answer(302, "/a"))
        _ = machine.received(answer(302, "/b"))
        let error = try #require(machine.received(answer(302, "/a")).failure)

        #expect(error.reason == .loop)
        #expect("\(error)" == "a loop of redirects: https://h/a -> https://h/b -> https://h/a")
        #expect(error.urls.first == "https://h/start?token=<redacted>")
    }

    @Test func `a redirect to the same place with a cookie is no loop, until the limit`() throws {
        let cookie: HTTPFields = ["Set-Cookie": "a=1"]
        var once = machine(request())
        var always = machine(request())

        #expect(once.received(answer(302, "/a", fields: cookie)).sent != nil)
        #expect(once.received(answer(302, "/a")).failure?.reason == .loop)
        for _ in 1...20 { #expect(always.received(answer(302, "/a", fields: cookie)).sent != nil) }
        #expect(always.received(answer(302, "/a", fields: cookie)).failure?.reason == .loop)
    }

    @Test func `the same place with another method is no loop`() {
        var machine = machine(request(.post, body: .text("x")))

        #expect(machine.received(answer(303, "/a")).sent?.method == .get)
    }

    @Test func `a place that leads nowhere is named, and its secrets are not`() throws {
        var other = machine(request())
        var invalid = machine(request())
        var several = machine(request())

        let scheme = try #require(other.received(answer(302, "ftp://u:p@h/x?token=s3cret")).failure)
        let host = try #require(invalid.received(answer(302, "https://u:p@h/x")).failure)
        let two = try #require(several.received(answer(302, "/b", fields: ["Location": "/c"])).failure)

        #expect(
            "\(scheme)" == """
                the 302 Found leads to the scheme 'ftp', which is neither https nor http: \
                https://h/a -> ftp://<redacted>@h/x?token=<redacted>
                """)
        #expect(
            "\(host)" == """
                the Location of the 302 Found leads nowhere, it holds a user's name or password: https://<redacted>@h/x
                """)
        #expect(two.reason == .invalidLocation("there are several"))
    }

    @Test func `nothing follows an answer that was delivered`() {
        var machine = machine(request())

        #expect(machine.received(answer(200, nil)).delivers)
        #expect(machine.received(answer(302, "/b")).delivers)
        #expect(machine.answered(request()).delivers)
    }
}
