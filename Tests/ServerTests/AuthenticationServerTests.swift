import Foundation
import Portico
import Synchronization
import Testing

/// httpbin's pages that ask for a credential.
private enum Guarded: Router {
    case basic(user: String, passwd: String)
    case bearer
    case digest(qop: String, user: String, passwd: String, algorithm: String)
    case echo

    var route: Route {
        switch self {
        case .basic: "GET /basic-auth/{user}/{passwd}"
        case .bearer: "GET /bearer"
        case .digest: "GET /digest-auth/{qop}/{user}/{passwd}/{algorithm}"
        case .echo: "GET /anything"
        }
    }
}

private struct Authenticated: Decodable {
    var authenticated: Bool
    var user: String?
    var token: String?
}

@Suite(.needsHTTPBin) struct AuthenticationServerTests {
    private let client: Client

    init() throws {
        client = try TestServer.httpbin.client
    }

    @Test func `Basic lets a user in`() async throws {
        let client = client.withAuthenticator(.basic(user: "Zoë", password: "a:b ñ"))

        let answer: Authenticated = try await client.send(Guarded.basic(user: "Zoë", passwd: "a:b ñ"))

        #expect(answer.authenticated)
        #expect(answer.user == "Zoë")
    }

    @Test func `Basic with a wrong password is a 401 after one attempt`() async throws {
        let client = client.withAuthenticator(.basic(user: "ada", password: "wrong"))

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(Guarded.basic(user: "ada", passwd: "right"), as: Authenticated.self)
        }

        #expect(error?.response?.status == .unauthorized)
        #expect(error?.attempts.count == 1)
    }

    @Test func `a bearer token is taken, and one that is missing is refused`() async throws {
        let answer: Authenticated = try await client.withAuthenticator(.bearer("t0ken")).send(Guarded.bearer)
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(Guarded.bearer, as: Authenticated.self)
        }

        #expect(answer.authenticated)
        #expect(answer.token == "t0ken")
        #expect(error?.response?.status == .unauthorized)
    }

    // No letter of the path is escaped: httpbin hashes it with its escapes undone.
    @Test(arguments: ["MD5", "SHA-256"], ["auth", "auth-int", "undefined"])
    func `Digest lets a user in, and asks only once`(algorithm: String, qop: String) async throws {
        let attempts = Mutex(0)
        let client = client.withAuthenticator(.digest(user: "ada", password: "passw0rd")).withObserver { event in
            if case .attemptStarted = event.kind { attempts.withLock { $0 += 1 } }
        }
        let page = Guarded.digest(qop: qop, user: "ada", passwd: "passw0rd", algorithm: algorithm)

        let first: Authenticated = try await client.send(page)
        let second: Authenticated = try await client.send(page)

        #expect(first.authenticated && second.authenticated)
        #expect(attempts.withLock(\.self) == 3)
    }

    @Test func `Digest with a wrong password is a 401 after one answer`() async throws {
        let client = client.withAuthenticator(.digest(user: "ada", password: "wrong"))
        let page = Guarded.digest(qop: "auth", user: "ada", passwd: "right", algorithm: "SHA-256")

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(page, as: Authenticated.self)
        }

        #expect(error?.response?.status == .unauthorized)
        #expect(error?.attempts.count == 2)
    }

    @Test func `Digest with an algorithm that is not known is refused with its name`() async throws {
        let client = client.withAuthenticator(.digest(user: "ada", password: "pass"))
        let page = Guarded.digest(qop: "auth", user: "ada", passwd: "pass", algorithm: "SHA-512")

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(page, as: Authenticated.self)
        }

        guard case .authentication(let failure) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.description.contains("wants the algorithm 'SHA-512'"))
        #expect(error?.response?.status == .unauthorized)
    }

    @Test func `a key arrives where the API wants it`() async throws {
        func echo(_ place: APIKeyAuthenticator.Place) async throws -> Echo {
            try await client.withAuthenticator(.apiKey("k&1 2", in: place)).send(Guarded.echo)
        }

        #expect(try await echo(.header("X-Key")).headers["X-Key"] == "k&1 2")
        #expect(try await echo(.query("key")).args == ["key": "k&1 2"])
        let cookie: Echo = try await client.withAuthenticator(.apiKey("k1", in: .cookie("key"))).send(Guarded.echo)
        #expect(cookie.headers["Cookie"] == "key=k1")
    }
}
