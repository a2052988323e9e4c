import Foundation
@testable import Portico
import PorticoTesting
import Testing

private let things: Request<[Int], ErrorBody> = .get("/things")

/// A jar as a client has it.
@Suite struct CookieJarTests {
    private let jar = CookieJar()

    private func client(_ answers: [StubAnswer]) -> (client: Client, stub: StubTransport) {
        let stub = StubTransport(sequence: answers)
        return (Client(environment: .stub, transport: stub).withCookies(jar), stub)
    }

    private func answer(_ status: HTTPStatus = .ok, _ cookies: String..., location: String? = nil) -> StubAnswer {
        var fields = HTTPFields(cookies.map { HTTPField(name: .setCookie, value: $0) })
        fields[.location] = location
        return .json("[1]", status: status, fields: fields)
    }

    private func names(of jar: CookieJar) -> [String] { jar.cookies.map(\.name) }

    @Test func `a client has no cookies unless it is given a jar`() async throws {
        let stub = StubTransport(sequence: [answer(.ok, "a=1"), answer()])
        let client = Client(environment: .stub, transport: stub)

        try await client.send(things)
        try await client.send(things)

        #expect(!stub.requests[1].fields.contains(.cookie))
    }

    @Test func `what a server sets goes with the next request`() async throws {
        let (client, stub) = client([answer(.ok, "a=1; Path=/", "b=\"2\"; HttpOnly", "c=3; Path=/other"), answer()])

        try await client.send(things)
        try await client.send(things)

        #expect(!stub.requests[0].fields.contains(.cookie))
        #expect(stub.requests[1].fields.values(of: .cookie) == ["a=1; b=\"2\""])
    }

    @Test(arguments: [302, 401, 404, 500]) func `an answer of any status sets cookies`(code: Int) async throws {
        let (client, _) = client([answer(HTTPStatus(code), "a=1")])

        _ = await client.result(things)

        #expect(names(of: jar) == ["a"])
    }

    @Test func `each request of a redirect gets the cookies of its own URL`() async throws {
        let (client, stub) = client([
            answer(.found, "first=1; Path=/", location: "/other"),
            answer(.found, "second=1; Path=/", location: "https://elsewhere.example/x"),
            answer(.found, "third=1; Path=/", location: "https://api.example/end"), answer(),
        ])

        try await client.send(things, options: CallOptions(fields: ["Cookie": "hand=1"]))

        #expect(
            stub.requests.map { $0.fields[.cookie] } == ["hand=1", "hand=1; first=1", nil, "first=1; second=1"])
        #expect(jar.cookies.map(\.domain) == ["api.example", "api.example", "elsewhere.example"])
    }

    @Test func `a redirect to the same place that sets a cookie is followed`() async throws {
        let (client, stub) = client([answer(.found, "seen=1", location: "/things"), answer()])

        #expect(try await client.send(things) == [1])
        #expect(stub.requests[1].fields[.cookie] == "seen=1")
    }

    @Test func `what is set by hand stays, and stands in for the jar's of the same name`() async throws {
        let (client, stub) = client([answer()])
        try jar.set("a=jar", from: #require(URL(string: "https://api.example/")))
        try jar.set("b=jar", from: #require(URL(string: "https://api.example/")))

        try await client.send(things, options: CallOptions(fields: ["Cookie": "a=hand; c=hand"]))

        #expect(stub.requests[0].fields.values(of: .cookie) == ["a=hand; c=hand; b=jar"])
        #expect(jar.cookies.map(\.value) == ["jar", "jar"])
    }

    @Test func `middleware around the attempt sees the cookies, and the log does not`() async throws {
        let trail = Trail()
        let (client, _) = client([answer()])
        try jar.set("a=s3cret", from: #require(URL(string: "https://api.example/")))
        let watched = client.withMiddleware(
            Around { request, _, next in
                trail.add(request.fields[.cookie] ?? "none")
                return try await next(request)
            }, around: .attempt
        ).withObserver { trail.add("\($0)") }.withLogging(true) { trail.add($0) }

        try await watched.send(things)

        #expect(trail.all.filter { $0.contains("s3cret") } == ["a=s3cret"])
        #expect("\(jar.cookies)" == "[a of api.example/]")
        var dumped = ""
        dump(jar.cookies, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }

    @Test func `jars are shared by those who were given the same one`() async throws {
        let (client, stub) = client([answer(.ok, "a=1"), answer(), answer(), answer()])

        try await client.send(things)
        try await client.withUserAgent(nil).send(things)
        try await client.withCookies(CookieJar()).send(things)
        try await client.withCookies(nil).send(things)

        #expect(stub.requests.map { $0.fields[.cookie] } == [nil, "a=1", nil, nil])
    }

    @Test func `lines that a transport may have joined are taken apart`() async throws {
        let (client, stub) = client([answer(.ok, "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT, b=2"), answer()])
        var joining = stub
        joining.capabilities.missing = [.repeatedFieldLines]

        try await client.withTransport(joining).send(things)
        #expect(names(of: jar) == ["a", "b"])
        jar.removeAll()
        try jar.set("a=1,b=2", from: #require(URL(string: "https://api.example/")))
        #expect(jar.cookies.map(\.value) == ["1,b=2"])
    }

    @Test func `a jar can be looked into and emptied`() throws {
        let url = try #require(URL(string: "https://api.example/x/y"))
        for line in ["a=1", "b=1; Max-Age=60", "c=1; Path=/x/y"] { try jar.set(line, from: url) }

        #expect(jar.cookies(for: url).map(\.name) == ["c", "a", "b"])
        #expect(throws: CookieRefusal.foreignDomain) { try jar.set("d=1; Domain=evil.example", from: url) }
        jar.remove { $0.name == "c" }
        #expect(names(of: jar) == ["a", "b"])
        jar.endSession()
        #expect(names(of: jar) == ["b"])
        jar.removeAll()
        #expect(names(of: jar).isEmpty)
    }
}

@Suite struct CookieFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cookies-\(UUID().uuidString)")
    private let clock = Mutexed(Date(timeIntervalSince1970: 1_700_000_000))
    private let url = URL(string: "https://api.example/")
    private var file: URL { folder.appending(component: "cookies.json") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func jar() throws -> CookieJar { try CookieJar(file: file, now: { [clock] in clock.value }) }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(#require(url))
    }

    @Test func `what outlives the session is there for the next jar, in its order, and nobody else may read it`() throws
    {
        try withFolder { url in
            let first = try jar()
            try first.set("b=1; Max-Age=60; Secure; HttpOnly; SameSite=Lax; Path=/x", from: url)
            try first.set("session=1", from: url)
            try first.set("a=\u{1F36A}; Max-Age=90; Domain=api.example", from: url)

            let second = try jar()
            #expect(second.cookies == first.cookies.filter { $0.name != "session" })
            #expect(second.cookies.map(\.name) == ["b", "a"])
            #expect(first.fileProblem == nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cookies.json"])

            clock.value += 60
            #expect(try jar().cookies.map(\.name) == ["a"])
            second.removeAll()
            #expect(try jar().cookies.isEmpty)
        }
    }

    @Test func `nothing is written for a cookie of the session, or one that is the same`() throws {
        try withFolder { url in
            let jar = try jar()
            try jar.set("session=1", from: url)
            #expect(!FileManager.default.fileExists(atPath: file.path))

            try jar.set("a=1; Max-Age=60", from: url)
            try FileManager.default.removeItem(at: file)
            try jar.set("a=1; Max-Age=60", from: url)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `what a jar has from its file is not written again`() throws {
        try withFolder { url in
            try jar().set("a=1; Max-Age=60", from: url)
            let second = try jar()
            try FileManager.default.removeItem(at: file)

            try second.set("session=1", from: url)

            #expect(second.cookies.map(\.name) == ["a", "session"])
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test(arguments: [
        "", "{}", "[1]", #"[{"name":"a"}]"#,
        #"[{"name":"a","value":"1\r\nX: y","domain":"h.example","isHostOnly":true,"path":"/","expires":1800000000,"isSecure":false,"isHTTPOnly":false}]"#,
    ])
    func `a file that holds something else is an error that names it`(content: String) throws {
        try withFolder { _ in
            try Data(content.utf8).write(to: file)

            let error = #expect(throws: CookieFileError.self) { try jar() }
            #expect(error?.description == "the cookies in '\(file.path)': it holds no cookies")
        }
    }

    @Test func `a file that cannot be written is told, and the jar goes on`() throws {
        try withFolder { url in
            let jar = try jar()
            try FileManager.default.removeItem(at: folder)

            try jar.set("a=1; Max-Age=60", from: url)

            #expect(jar.cookies.map(\.name) == ["a"])
            #expect(
                jar.fileProblem?.description == "the cookies in '\(file.path)': No such file or directory")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try jar.set("b=1; Max-Age=60", from: url)
            #expect(jar.fileProblem == nil)
            #expect(try self.jar().cookies.map(\.name) == ["a", "b"])
        }
    }

    @Test func `a folder, or what is no file's URL, is refused`() throws {
        try withFolder { url in
            #expect(throws: CookieFileError.self) { try CookieJar(file: folder) }
            #expect(throws: CookieFileError.self) { try CookieJar(file: url) }
        }
    }
}

/// Many tasks at one jar.
@Suite struct CookieJarConcurrencyTests {
    @Test func `a jar is set, read and emptied from many tasks, and its file is whole at each moment`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "jar-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let jar = try CookieJar(file: file)
        let url = try #require(URL(string: "https://api.example/"))

        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<25 {
                        try jar.set("c\(task)-\(number % 5)=\(number); Max-Age=600", from: url)
                        _ = jar.cookies(for: url)
                        if number == 12 { jar.remove { $0.name.hasPrefix("c\(task)-") } }
                        _ = try CookieJar(file: file)
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(jar.cookies.count == 40)
        #expect(Set(try CookieJar(file: file).cookies) == Set(jar.cookies))
    }
}
