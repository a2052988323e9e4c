import Foundation
import Portico
import PorticoTesting
import Testing

/// What is sent to real servers is recorded once, and answered from the file from then on.
@Suite struct RecordingServerTests {
    @Test(.needsHTTPBin) func `what httpbin answered is answered offline, to the byte`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "httpbin.har")
        let recorder = try TestServer(TestServers.httpbin, Recorder(TestServer.defaultTransport))
        var answers: [HTTPResponse] = []

        for exchange in Self.plain { answers.append(try await exchange.send(recorder)) }
        try #require(recorder.transport as? Recorder).archive.write(to: file)

        let replay = try TestServer(TestServers.httpbin, ReplayTransport(file: file))
        for (exchange, answer) in zip(Self.plain, answers) {
            let replayed = try await exchange.send(replay)
            #expect(replayed.status == answer.status, "\(exchange)")
            #expect(replayed.data == answer.data, "\(exchange)")
            #expect(replayed.fields == answer.fields.asReplayed, "\(exchange)")
        }
        #expect(try violations(in: file) == [])
    }

    @Test(.needsHTTPBin) func `no secret that httpbin is sent, and echoes, is in the file`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "secrets.har")
        let recorder = Recorder(TestServer.defaultTransport)
        let server = try TestServer(TestServers.httpbin, recorder)

        for exchange in Self.secret {
            let answer = try await exchange.send(server)
            #expect(answer.status.code < 400, "\(exchange): \(answer.status)")
        }
        try recorder.archive.write(to: file)

        let bytes = try Data(contentsOf: file)
        for secret in Secrets.spellings {
            #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "the file holds \(secret)")
        }
        #expect(recorder.archive.entries.count == Self.secret.count)
        #expect(try violations(in: file) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["secrets.har"])
        let replay = try TestServer(TestServers.httpbin, ReplayTransport(file: file))
        for exchange in Self.secret {
            let answer = try await exchange.send(replay)
            if answer.fields[.contentType] == "application/json" {
                _ = try JSONDecoder().decode(JSONValue.self, from: #require(answer.data))
            }
        }
    }

    @Test(.needsPocketBase) func `a session with PocketBase is decoded again from its recording`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "pocketbase.har")
        let base = try #require(TestServers.pocketBase)
        let session = Session(email: "\(UUID().uuidString.lowercased())@example.com", password: "open sesame 7")
        let environment = APIEnvironment("PocketBase", baseURL: base)
        func run(_ transport: any Transport) async throws -> Session.Outcome {
            try await session.run(.patient(environment, transport))
        }

        let recording = try ReplayTransport(file: file, mode: .recordAnew, live: TestServer.defaultTransport)
        let live = try await run(recording)
        try recording.save()
        let replayed = try await run(ReplayTransport(file: file))

        #expect(replayed.note == live.note)
        #expect(replayed.titles == live.titles)
        #expect(replayed.account == live.account)
        #expect(replayed.problem == live.problem)
        #expect(replayed.token == "<redacted>")
        let bytes = try Data(contentsOf: file)
        for secret in [live.token, session.password, "open%20sesame%207"] {
            #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "the file holds \(secret)")
        }
        #expect(try violations(in: file) == [])
    }

    private func violations(in file: URL) throws -> [String] {
        FormatRules.violations(in: try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file)))
    }

    private static let bytes = Data((0...255).map { UInt8($0) })

    private static let plain: [Exchange] = [
        Exchange(.get, "/get?a=1&b=%C3%BC", ["Accept": "application/json"]),
        Exchange(.post, "/post", body: .bytes(Data(#"{"n": [1, 2.50]}"#.utf8), mediaType: .json)),
        Exchange(.put, "/put", body: .bytes(bytes)),
        Exchange(.patch, "/patch", body: .bytes(Data("a=1&b=2".utf8), mediaType: .formURLEncoded)),
        Exchange(.delete, "/delete"),
        Exchange(.head, "/get"),
        Exchange(.get, "/image/png"),
        Exchange(.get, "/encoding/utf8"),
        Exchange(.get, "/html"),
        Exchange(.get, "/gzip"),
        Exchange(.get, "/stream/3"),
        Exchange(.get, "/bytes/2048?seed=7"),
        Exchange(.get, "/status/404"),
        Exchange(.get, "/status/204"),
        Exchange(.get, "/redirect-to?url=/get&status_code=302"),
        Exchange(.get, "/response-headers?X-Tag=a&X-Tag=b"),
        Exchange(.get, "/get?a=1&b=%C3%BC", ["Accept": "application/json"]),
    ]

    private static let secret: [Exchange] = [
        Exchange(.get, "/headers", ["Authorization": "Bearer \(Secrets.token)", "X-API-Key": Secrets.key]),
        Exchange(.get, "/get?access_token=\(Secrets.escapedKey)&page=2"),
        Exchange(.get, "/bearer", ["Authorization": "Bearer \(Secrets.token)"]),
        Exchange(.get, "/basic-auth/ada/\(Secrets.password)", ["Authorization": "Basic \(Secrets.basic)"]),
        Exchange(.get, "/cookies", ["Cookie": "session=\(Secrets.cookie); theme=dark"]),
        Exchange(.get, "/cookies/set?session=\(Secrets.cookie)"),
        Exchange(
            .post, "/post",
            body: .bytes(Data(#"{"user":"ada","password":"\#(Secrets.password)"}"#.utf8), mediaType: .json)),
        Exchange(
            .post, "/post",
            body: .bytes(Data("client_secret=\(Secrets.escapedKey)&grant_type=x".utf8), mediaType: .formURLEncoded)),
        Exchange(.post, "/post", body: .multipart(Multipart([.text(Secrets.password, name: "password")]))),
        Exchange(.get, "/anything/users/\(Secrets.token)?q=\(Secrets.cookie)"),
    ]
}

/// Values that must not be found, however they are written.
private enum Secrets {
    static let token = "tok-5f2b9c71e0d34a68"
    static let key = "key/9a+77 c0ffee"
    static let escapedKey = "key%2F9a%2B77%20c0ffee"
    static let password = "pass-1e55e2f0"
    static let cookie = "cookie-4bd10aa3"
    static let basic = Data("ada:\(password)".utf8).base64EncodedString()

    static let spellings = [
        token, key, escapedKey, "key%2F9a%2B77+c0ffee", "key/9a%2B77%20c0ffee", password, cookie, basic,
        Data(token.utf8).base64EncodedString(), Data(password.utf8).base64EncodedString(),
    ]
}

/// A request for a path of a server.
private struct Exchange: CustomStringConvertible {
    let method: HTTPMethod
    let path: String
    let fields: HTTPFields
    let body: HTTPBody

    init(_ method: HTTPMethod, _ path: String, _ fields: HTTPFields = [:], body: HTTPBody = .none) {
        (self.method, self.path, self.fields, self.body) = (method, path, fields, body)
    }

    func send(_ server: TestServer) async throws -> HTTPResponse {
        try await server.send(method, path, fields: fields, body: body)
    }

    var description: String { "\(method) \(path)" }
}

extension HTTPFields {
    /// Those that say how the body was framed on the wire do not hold for a recording.
    fileprivate var asReplayed: HTTPFields {
        HTTPFields(filter { $0.name != .transferEncoding && $0.name != .contentEncoding })
    }
}

/// Somebody who signs up, in, and keeps notes.
private struct Session {
    struct Outcome {
        var token: String
        var account: PocketBase.Account
        var note: PocketBase.Note
        var titles: [String]
        var problem: [String]
    }

    let email: String
    let password: String
    private let topic = UUID().uuidString

    init(email: String, password: String) { (self.email, self.password) = (email, password) }

    func run(_ client: Client) async throws -> Outcome {
        try await client.send(PocketBase.SignUp(email: email, password: password, passwordConfirm: password))
        let signedIn = try await client.send(
            PocketBase.SignIn(collection: "users", identity: email, password: password))
        let account = try await client.send(PocketBase.ShowAccount(token: signedIn.token))
        let note = try await client.send(PocketBase.AddNote(topic: topic, title: "first", rank: 3))
        let page = try await client.send(PocketBase.ListNotes(filter: "topic='\(topic)'", sort: "title"))
        var problem: [String] = []
        do { _ = try await client.send(PocketBase.AddNote(topic: "", title: "")) } catch {
            if case .failure(let failure) = error.reason { problem = failure.data.keys.sorted() }
        }
        return Outcome(
            token: signedIn.token, account: account, note: note, titles: page.items.map(\.title), problem: problem)
    }
}
