import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A secret that says where it was, so that a failing test does.
private func secret(_ place: String) -> String { "s3cret-\(place)" }

/// All texts by which a client tells of its calls.
private final class Texts: Sendable {
    private let texts = Mutex<[String]>([])

    func add(_ text: String) { texts.withLock { $0.append(text) } }

    /// An event in every form in which one could print it.
    func add(_ event: CallEvent) {
        add("\(event)")
        var dumped = ""
        dump(event, to: &dumped)
        add(dumped)
        if case .started(let request) = event.kind { add(request.curlCommand) }
    }

    func add<Failure>(_ error: CallError<Failure>) {
        let parts: [Any?] = [
            error, String(reflecting: error), error.localizedDescription, error.call, error.request, error.response,
            error.request?.curlCommand, error.attempts,
        ]
        for part in parts.compactMap(\.self) { add("\(part)") }
        var dumped = ""
        dump(error.attempts, to: &dumped)
        add(dumped)
    }

    /// The texts that hold a secret, up to its end.
    var leaks: [String] {
        texts.withLock { $0 }.compactMap { text in
            text.range(of: "s3cret").map { "\(text[$0.lowerBound...].prefix(40)) in \(text.prefix(200))" }
        }
    }

    var count: Int { texts.withLock { $0.count } }
}

private struct Problem: Decodable, Sendable {
    var message: String
    var token: String
}

private struct Leaky: Error {
    var token = secret("error")
    var url = URL(string: "https://h.example/?access_token=\(secret("errorURL"))")
    var fields = ["password": secret("errorFields")]
}

@Suite struct SecretsTests {
    private static let requests: [(String, Request<[User], Problem>)] = [
        ("query", .get("/users", query: ["token": secret("query"), "page": "2"])),
        ("fields", .get("/users", fields: ["X-API-Key": secret("field"), "Cookie": "a=\(secret("cookie"))"])),
        (
            "JSON",
            .post(
                "/users",
                body: .json(
                    [
                        "password": .string(secret("json")), "user": ["refresh_token": .string(secret("nested"))],
                        "links": [.string("https://h.example/?sig=\(secret("jsonURL"))")],
                    ] as JSONValue))
        ),
        ("form", .post("/users", body: .form(["client_secret": secret("form"), "grant_type": "password"]))),
        ("multipart", .post("/users", body: .multipart(form))),
        ("bytes", .put("/users", body: .bytes(Data(secret("bytes").utf8)))),
        ("text", .put("/users", body: .bytes(Data(secret("text").utf8), mediaType: .plainText))),
    ]

    private static let form = Multipart([
        .text(secret("part"), name: "password"),
        .bytes(Data(secret("file").utf8), name: "file", filename: "a.txt", mediaType: .plainText),
    ])

    private static let json = #"{"message": "no", "token": "\#(secret("answer"))"}"#
    private static let fields: HTTPFields = [
        "Set-Cookie": "id=\(secret("setCookie"))", "Location": "https://h.example/?code=\(secret("location"))",
        "X-Auth-Token": secret("answerField"),
    ]

    private static let answers: [(String, StubAnswer)] =
        [
            TransportError.Kind.hostNotFound, .connectionFailed, .connectionLost, .bodyTruncated,
            .secureConnectionFailed,
            .malformedResponse, .bodyTooLarge(limit: 1), .timedOut(.attempt), .timedOut(.total), .cancelled,
            .bodyConsumed,
            .bodyFailed, .transportBusy, .unsupported, .other,
        ]
        .map { ("\($0)", .failure(TransportError($0, "gone", underlying: Leaky()))) }
        + [HTTPStatus(302), 401, 404, 422, 429, 500, 503].map {
            ("\($0) JSON", .json(json, status: $0, fields: fields))
        }
        + [
            ("500 text", .body(secret("answerText"), "text/plain", status: 500)),
            ("500 HTML", .body("<p>\(secret("html"))</p>", "text/html", status: 500)),
            ("500 broken JSON", .body(#"{"token": "\#(secret("broken"))"#, "application/json", status: 500)),
            ("500 other JSON", .json(#"{"access_token": "\#(secret("otherShape"))"}"#, status: 500, fields: fields)),
            ("200 other shape", .json(json, fields: fields)),
            ("200 wrong member", .json(#"[{"id": "\#("x")", "name": "n", "token": "\#(secret("member"))"}]"#)),
            ("200 broken", .body(#"[{"password": "\#(secret("broken"))"#, "application/json")),
            ("200 HTML", .body("<p>\(secret("html"))</p>", "text/html")),
            ("200 empty", .body("", "application/json")),
            ("204", .status(204, fields: fields)),
            ("200", .json("[]", fields: fields)),
        ]

    private static let authenticators: [any Authenticator] = [
        .bearer(secret("bearer")), .basic(user: "ada", password: secret("basic")),
    ]

    private func client(_ answer: StubAnswer, _ texts: Texts, _ authenticator: any Authenticator) -> Client {
        let environment = APIEnvironment(
            "secret", baseURL: "https://api.example/v1?api_key=\(secret("base"))",
            fields: ["X-Auth-Token": secret("environment")],
            query: [QueryItem(name: "sig", value: secret("environmentQuery"))])
        return Client(environment: environment, transport: StubTransport(answer))
            .withAuthenticator(authenticator)
            .withRetry(RetryPolicy(backoff: RetryPolicy.Backoff(base: .zero), maximumServerDelay: .zero))
            .withTracing()
            .withLogging(true) { texts.add($0) }
            .withObserver { texts.add($0) }
    }

    @Test(arguments: Self.authenticators.indices)
    func `no secret is in any text of any call, however it fails`(authenticator: Int) async {
        let texts = Texts()

        for (_, request) in Self.requests {
            for (_, answer) in Self.answers {
                let client = client(answer, texts, Self.authenticators[authenticator])
                if case .failure(let error) = await client.result(request) { texts.add(error) }
            }
        }

        #expect(texts.leaks == [])
        #expect(texts.count > 10 * Self.requests.count * Self.answers.count)
    }

    @Test func `nor is one in what a middleware throws, reports or is given`() async {
        let texts = Texts()
        let client = client(.json("[]"), texts, Self.authenticators[0])
        let layers: [Around] = [
            Around { _, _, _ in throw Leaky() },
            Around { _, _, _ in throw TransportError(.other, "", underlying: Leaky()) },
            Around { request, context, next in
                context.report("to \(request.urlText)")
                context.report(#"{"token": "\#(secret("report"))"}"#)
                texts.add("\(context.description)")
                return try await next(request)
            },
        ]

        for place in [MiddlewarePlace.call, .attempt] {
            for layer in layers {
                let result = await client.withMiddleware(layer, around: place).result(Self.requests[0].1)
                if case .failure(let error) = result { texts.add(error) }
            }
        }

        #expect(texts.leaks == [])
    }

    @Test func `nor where a call is refused, out of time, cancelled or only explained`() async throws {
        let texts = Texts()
        let clock = VirtualClock()
        let base = client(.handler { _ throws(TransportError) in .json("[]") }, texts, Self.authenticators[1])

        for (_, request) in Self.requests {
            texts.add("\(try await base.explain(request))")
            texts.add(try await base.explain(request).request.curlCommand)
            let late = base.withClock(clock)
            if case .failure(let error) = await late.result(request, options: CallOptions(totalTimeout: .zero)) {
                texts.add(error)
            }
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await base.result(request)
            }
            if case .failure(let error) = await cancelled.value { texts.add(error) }
            let plain = base.withEnvironment(
                APIEnvironment("plain", baseURL: "http://h.example/?token=\(secret("plain"))"))
            if case .failure(let error) = await plain.result(request) { texts.add(error) }
            let forged = CallOptions(fields: ["X-API-Key": "\(secret("forged"))\r\nX: 1"])
            if case .failure(let error) = await base.result(request, options: forged) { texts.add(error) }
        }

        #expect(texts.leaks == [])
    }
}
