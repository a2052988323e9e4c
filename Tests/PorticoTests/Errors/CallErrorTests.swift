import Foundation
import Portico
import PorticoTesting
import Testing

private struct ShowRepo: Endpoint {
    static let route: Route = "GET /repos/{owner}/{name}"
    typealias Response = User
    typealias Failure = Problem
    var owner: String
    var name = "portico"
    @Query("access_token") var token: String? = "s3cret"
}

private struct Problem: Decodable, Equatable, Sendable {
    var message: String
    var secret: String?
}

private let head = "ShowRepo, GET https://api.example/repos/apple/portico?access_token=<redacted>: "

/// Every reason, reached by sending, with the exact words of the error.
@Suite struct CallErrorTests {
    private func failure(
        _ answer: StubAnswer, owner: String = "apple", options: CallOptions = CallOptions()
    ) async throws -> CallError<Problem> {
        let client = Client.answering(answer)
        let error = await #expect(throws: CallError<Problem>.self) {
            try await client.send(ShowRepo(owner: owner), options: options)
        }
        return try #require(error)
    }

    @Test func `an invalid request names the endpoint, the route and the property`() async throws {
        let error = try await failure(.status(200), owner: "..")

        guard case .invalidRequest(let problem) = error.reason else { throw error }
        #expect(problem.location == .property("owner"))
        #expect(
            error.description == """
                ShowRepo, GET /repos/{owner}/{name}: the request is invalid: \(problem)
                """)
        #expect(error.request == nil)
        #expect(error.response == nil)
        #expect(error.attempts.isEmpty)
    }

    @Test func `a failed exchange is told in the transport's words`() async throws {
        let error = try await failure(.failure(TransportError(.connectionFailed, "refused by 127.0.0.1:9")))

        guard case .transport(let cause) = error.reason else { throw error }
        #expect(cause.kind == .connectionFailed)
        #expect(error.description == head + "no connection could be made: refused by 127.0.0.1:9")
        #expect(error.request?.urlText == "https://api.example/repos/apple/portico?access_token=<redacted>")
        #expect(error.response == nil)
        #expect(error.attempts.count == 1)
        guard case .failed(let reason as TransportError) = error.attempts[0].outcome else { throw error }
        #expect(reason.kind == .connectionFailed)
    }

    @Test(arguments: [
        (Deadline.connect, "connect"), (.attempt, "attempt"), (.total, "total"),
    ])
    func `a deadline that passed is named`(deadline: Deadline, name: String) async throws {
        let error = try await failure(.failure(.timedOut(deadline)))

        guard case .timedOut(deadline) = error.reason else { throw error }
        #expect(error.description == head + "timed out (\(name) deadline)")
        #expect(!error.isCancellation)
    }

    @Test func `a cancellation is told as such`() async throws {
        let error = try await failure(.failure(.cancelled))

        guard case .cancelled = error.reason else { throw error }
        #expect(error.description == head + "cancelled")
        #expect(error.isCancellation)
    }

    @Test func `a failure body is decoded and printed without its secrets`() async throws {
        let error = try await failure(.json(#"{"message": "no such repo", "secret": "s3cret"}"#, status: 404))

        guard case .failure(let problem) = error.reason else { throw error }
        #expect(problem == Problem(message: "no such repo", secret: "s3cret"))
        #expect(
            error.description
                == head + "404 Not Found: Problem(message: \"no such repo\", secret: <redacted>)")
        #expect(error.response?.status == 404)
    }

    @Test func `an error body that is no failure is kept whole`() async throws {
        let error = try await failure(.json(#"{"password": "s3cret", "oops": 1}"#, status: 422))

        guard case .unexpectedStatus(let body, let problem) = error.reason else { throw error }
        #expect(body.status == 422)
        #expect(body.json?["oops"]?.int == 1)
        #expect(problem.typeName == "Problem")
        #expect(
            error.description == head + """
                422 Unprocessable Content: {"password": "<redacted>", "oops": 1}; cannot decode Problem: \
                the member 'message' is missing; there are 'password', 'oops'; \
                near {"password": "<redacted>", "oops": 1}
                """)
    }

    @Test func `another media type than the declared one is named`() async throws {
        let error = try await failure(.body("<p>hello</p>", "text/html"))

        guard case .unexpectedMediaType(.html, expected: [.json], let body) = error.reason else { throw error }
        #expect(body.text == "<p>hello</p>")
        #expect(
            error.description
                == head + "200 OK, but the body is text/html where application/json was declared: "
                + "<12 bytes of text/html left out>")
    }

    @Test func `an undecodable body is told with the place and the text around it`() async throws {
        let error = try await failure(.json(#"{"id": "1", "name": "Ada", "token": "s3cret"}"#))

        guard case .undecodableBody(let problem) = error.reason else { throw error }
        #expect(problem.path == "id")
        #expect(problem.underlying is DecodingError)
        #expect(
            error.description == head + """
                200 OK, but cannot decode User at id: expected Int, found a string; \
                near {"id": "1", "name": "Ada", "token": "<redacted>"}
                """)
        #expect(error.attempts.count == 1)
    }

    @Test func `an empty body is told with status and length`() async throws {
        let error = try await failure(.status(201))

        guard case .emptyBody(let status, length: 0) = error.reason else { throw error }
        #expect(status == 201)
        #expect(
            error.description
                == head + "201 Created, but the body is empty (0 bytes) where a value was declared")
    }

    @Test func `a body beyond the limit is told with the limit`() async throws {
        let error = try await failure(.json("[1, 2, 3]"), options: CallOptions(bodyLimit: 8))

        guard case .bodyTooLarge(limit: 8) = error.reason else { throw error }
        #expect(error.description == head + "the response's body is larger than 8 bytes")
    }

    @Test func `an error of a middleware is told as its own`() async throws {
        struct NoToken: Error { var hint = "sign in", token = "s3cret" }
        struct Signing: Middleware {
            func intercept(
                _ request: HTTPRequest, context: CallContext, next: Next
            ) async throws -> HTTPResponse { throw NoToken() }
        }
        let client = Client.answering(.status(200)).withMiddleware(Signing())

        let error = try #require(
            await #expect(throws: CallError<Problem>.self) {
                try await client.send(ShowRepo(owner: "apple"))
            })

        guard case .middleware(is NoToken) = error.reason else { throw error }
        #expect(
            error.description
                == head + "a middleware failed: NoToken(hint: \"sign in\", token: <redacted>)")
        #expect(error.attempts.isEmpty)
    }

    @Test func `problem details are told in their own words`() async throws {
        let client = Client.answering(
            .response(
                .json(
                    #"{"title": "Out of credit", "detail": "your balance is 30", "type": "https://h/credit"}"#,
                    status: 403, fields: [.contentType: "application/problem+json"])))

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.send(GetThing<User>())
            })

        #expect(
            error.description == """
                GetThing<User>, GET https://api.example/thing: \
                403 Forbidden: Out of credit: your balance is 30 (https://h/credit)
                """)
    }

    @Test func `the rules of the client decide what is hidden`() async throws {
        var redaction = Redaction.standard
        redaction.bodyNames.insert("iban")
        redaction.fieldNames.insert("X-Tenant")
        let client = Client.answering(
            .json(
                #"{"iban": "s3cret"}"#, status: 400, fields: ["X-Tenant": "s3cret", "Set-Cookie": "s3cret"]
            )
        ).withRedaction(redaction)

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.send(
                    GetThing<User>(),
                    options: CallOptions(fields: [
                        "X-Tenant": "s3cret", "Authorization": "s3cret", "X-Trace": "7",
                    ]))
            })

        #expect(
            error.description
                == "GetThing<User>, GET https://api.example/thing: 400 Bad Request: {\"iban\": \"<redacted>\"}")
        #expect(error.request?.fields["X-Tenant"] == "<redacted>")
        #expect(error.request?.fields["Authorization"] == "<redacted>")
        #expect(error.request?.fields["X-Trace"] == "7")
        #expect(error.response?.fields["X-Tenant"] == "<redacted>")
        #expect(error.response?.fields["Set-Cookie"] == "<redacted>")
        #expect(!"\(error)".contains("s3cret"))
    }

    @Test func `a description is one line, whatever the server sends`() async throws {
        let error = try await failure(.failure(TransportError(.other, "first\nsecond\u{1B}[2J")))

        #expect(error.description == head + "the exchange failed: first second\u{FFFD}[2J")
    }

    @Test func `text as a failure is not printed where a secret may be anywhere in it`() async throws {
        func description(_ answer: StubAnswer) async throws -> String {
            try #require(
                await #expect(throws: CallError<String>.self) {
                    try await Client.answering(answer).send(GetOrFail<User, String>())
                }
            ).description
        }
        let head = "GetOrFail<User, String>, GET https://api.example/thing: 400 Bad Request: "

        #expect(
            try await description(.body("the token s3cret is stale", "text/plain", status: 400))
                == head + "<25 bytes of unknown type left out>")
        #expect(
            try await description(.json(#"{"token": "s3cret", "n": 1}"#, status: 400))
                == head + #"{"token": "<redacted>", "n": 1}"#)
    }

    @Test func `the head of the last answer is kept where a later attempt got none`() async throws {
        let stub = StubTransport(sequence: [.status(503), .failure(.connectionLost)])
        let client = Client(environment: .stub, transport: stub).withMiddleware(
            Around { request, _, next in
                _ = try await next(request)
                return try await next(request)
            })

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetThing<User>()) })

        #expect(error.response?.status == 503)
        #expect(
            error.description
                == """
                GetThing<User>, GET https://api.example/thing: the connection ended before the response's head \
                (after 2 attempts)
                """)
        guard case .response(503) = error.attempts[0].outcome, case .failed = error.attempts[1].outcome else {
            throw error
        }
    }

    @Test func `the first 32 attempts are kept, and all of them counted`() async throws {
        let client = Client.answering(.status(503)).withMiddleware(
            Around { request, _, next in
                for _ in 1...40 { _ = try await next(request) }
                return try await next(request)
            })

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetThing<User>()) })

        #expect(error.attempts.map(\.number) == Array(1...32))
        #expect(error.description.hasSuffix("503 Service Unavailable, no body (after 41 attempts)"))
    }

    @Test func `a base with a line end in it forges no line of the description`() async throws {
        let environment = APIEnvironment("bad", baseURL: "https://h\r\nfatal: forged")
        let client = Client(environment: environment, transport: StubTransport(.status(204)))

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetThing<Int>()) }

        #expect(error?.description.contains { $0.isNewline } == false)
    }
}
