import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

@Suite struct StubTransportAnswerTests: StubExchanges {
    @Test func `a closure answers each request`() async throws {
        let stub = StubTransport { request in .text("\(request.method) \(request.path)", status: 201) }

        let response = try await stub.send(request(.put, "/users/7?x=1"), TransportOptions())

        #expect(response.status == 201)
        #expect(response.data == Data("PUT /users/7?x=1".utf8))
        #expect(response.fields[.contentType] == "text/plain; charset=utf-8")
    }

    @Test func `JSON text is answered as such`() async throws {
        let stub = StubTransport(.json(#"{"id": 1}"#))
        for _ in 1...3 {
            let response = try await stub.send(request(), TransportOptions())
            #expect(response.head.mediaType == .json)
            #expect(response.data == Data(#"{"id": 1}"#.utf8))
        }
    }

    @Test func `a sequence gives each of its answers once and then says that it has run out`() async throws {
        let stub = StubTransport(sequence: [.failure(.connectionLost), .status(503), .json("{}")])

        #expect(try await kind { try await stub.send(request(), TransportOptions()) } == .connectionLost)
        #expect(try await stub.send(request(), TransportOptions()).status == 503)
        #expect(try await stub.send(request(), TransportOptions()).status == 200)
        let error = await #expect(throws: TransportError.self) {
            try await stub.send(request(.post, "/more"), TransportOptions())
        }

        #expect(
            error?.description
                == "the exchange failed: the stub's 3 answers were given already; POST /more is request 4")
    }

    @Test(arguments: [
        (HTTPMethod.get, "/users/42", "one"), (.get, "/users/42?full=1", "one"), (.get, "/users", "all"),
        (.post, "/users", "new"), (.get, "/users/42/repos/a%2Fb", "repo"),
    ])
    func `routes answer by method and path`(method: HTTPMethod, path: String, expected: String) async throws {
        let stub = StubTransport(routes: [
            "GET /users": .response(.text("all")),
            "POST /users": .response(.text("new")),
            "GET /users/{id}": .handler { _ in .text("one") },
            "GET /users/{id}/repos/{name}": .response(.text("repo")),
        ])
        let response = try await stub.send(request(method, path), TransportOptions())
        #expect(response.data.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func `a request that no route matches fails and names the routes`() async throws {
        let stub = StubTransport(routes: ["GET /users": .status(200), "nonsense": .status(200)])
        let error = await #expect(throws: TransportError.self) {
            try await stub.send(request(.delete, "/users"), TransportOptions())
        }
        #expect(
            error?.message
                == "no stub answers DELETE /users; the nearest is GET /users: method DELETE instead of GET; all stubs: GET /users; nonsense"
        )
    }

    @Test(arguments: [(HTTPMethod.head, HTTPStatus.ok), (.get, .noContent), (.get, .notModified)])
    func `HEAD, 204 and 304 have no body`(method: HTTPMethod, status: HTTPStatus) async throws {
        let stub = StubTransport(.json("{}", status: status))

        let response = try await stub.send(request(method), TransportOptions())
        let streamed = try await stub.send(request(method), TransportOptions(delivery: .streamed))

        #expect(response.data == Data())
        #expect(response.head.mediaType == .json)
        #expect(streamed.data == nil)
        #expect(try await streamed.bytes(limit: 0) == Data())
    }

    @Test func `capabilities are complete until a test takes one away`() {
        var stub = StubTransport(.status(200))
        #expect(stub.capabilities == .all)
        stub.capabilities.missing = [.backPressure]
        #expect(stub.capabilities.missing == [.backPressure])
    }
}

@Suite struct StubTransportBodyTests: StubExchanges {
    private static let large = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })

    private static func chunks() -> HTTPChunks {
        HTTPChunks(
            AsyncStream { continuation in
                for start in stride(from: 0, to: large.count, by: 30_000) {
                    continuation.yield(large[start..<min(start + 30_000, large.count)])
                }
                continuation.finish()
            })
    }

    @Test func `a buffered body beyond the limit is an error, one at the limit is not`() async throws {
        let stub = StubTransport(.response(HTTPResponse(status: 200, body: Self.large)))

        #expect(try await stub.send(request(), TransportOptions(bodyLimit: 100_000)).data == Self.large)
        let kind = try await kind { try await stub.send(request(), TransportOptions(bodyLimit: 99_999)) }

        #expect(kind == .bodyTooLarge(limit: 99_999))
    }

    @Test func `bytes are streamed as chunks where chunks are asked for`() async throws {
        let stub = StubTransport(.response(HTTPResponse(status: 200, body: Self.large)))
        let response = try await stub.send(request(), TransportOptions(delivery: .streamed, bodyLimit: 1))

        guard case .chunks(let chunks) = response.body else { throw TransportError(.other) }
        var counts: [Int] = []
        for try await chunk in chunks { counts.append(chunk.count) }

        #expect(counts == [16384, 16384, 16384, 16384, 16384, 16384, 1696])
    }

    @Test func `chunks are collected where a buffered body is asked for, up to the limit`() async throws {
        let stub = StubTransport { _ in HTTPResponse(head: ResponseHead(status: 200), body: .chunks(Self.chunks())) }

        #expect(try await stub.send(request(), TransportOptions()).data == Self.large)
        let kind = try await kind { try await stub.send(request(), TransportOptions(bodyLimit: 5)) }

        #expect(kind == .bodyTooLarge(limit: 5))
    }

    @Test(arguments: [TransportOptions.Delivery.buffered, .streamed], [true, false])
    func `progress is reported in both directions`(delivery: TransportOptions.Delivery, inChunks: Bool) async throws {
        let stub = StubTransport { _ in
            HTTPResponse(head: ResponseHead(status: 200), body: inChunks ? .chunks(Self.chunks()) : .bytes(Self.large))
        }
        let seen = Mutex<[TransferProgress]>([])
        let options = TransportOptions(delivery: delivery) { progress in seen.withLock { $0.append(progress) } }

        let body = HTTPBody.stream(length: 100_000) { Self.chunks() }
        _ = try await stub.send(request(.post, body: body), options).bytes(limit: 100_000)

        let progress = seen.withLock { $0 }
        let up = progress.filter { $0.direction == .upload }
        let down = progress.filter { $0.direction == .download }
        #expect(up.map(\.completed) == [30_000, 60_000, 90_000, 100_000])
        #expect(up.allSatisfy { $0.expected == 100_000 })
        #expect(down.last?.completed == 100_000)
        #expect(down.allSatisfy { $0.expected == (inChunks ? nil : 100_000) })
        #expect(down.map(\.completed) == down.map(\.completed).sorted())
    }

    @Test func `a stream of the request is consumed, so that a second sending of it fails`() async throws {
        let stub = StubTransport { .text("\($0.body.data?.count ?? -1)") }
        let once = request(
            .post,
            body: .stream(
                once: AsyncStream {
                    $0.yield(Data("abc".utf8)); $0.finish()
                }))

        let response = try await stub.send(once, TransportOptions())
        let kind = try await kind { try await stub.send(once, TransportOptions()) }

        #expect(response.data == Data("3".utf8))
        #expect(stub.requests.map(\.body.data) == [Data("abc".utf8)])
        #expect(kind == .bodyConsumed)
    }

    @Test func `a body that cannot be read fails the exchange`() async throws {
        let stub = StubTransport(.status(200))
        let file = HTTPBody.file(URL(fileURLWithPath: "/nowhere/at/all"))
        #expect(try await kind { try await stub.send(request(.put, body: file), TransportOptions()) } == .bodyFailed)
        #expect(stub.requestCount == 0)
    }

    @Test func `large streamed bodies are counted and not kept`() async throws {
        let stub = StubTransport { .text("\($0.body.data?.count ?? -1)") }
        let response = try await stub.send(
            request(.post, body: .stream { Self.chunks() }), TransportOptions()
        )
        #expect(response.data == Data("-1".utf8))
    }
}

@Suite struct StubTransportJournalTests: StubExchanges {
    @Test func `requests are kept in order, with their bodies`() async throws {
        let stub = StubTransport(.status(204))
        _ = try await stub.send(request(.post, "/a", body: .text("one")), TransportOptions())
        _ = try await stub.send(request(.get, "/b"), TransportOptions())

        #expect(stub.requestCount == 2)
        #expect(stub.requests.map(\.path) == ["/a", "/b"])
        #expect(stub.requests.map(\.body.data) == [Data("one".utf8), Data()])
    }

    @Test(arguments: [0, 1, 3])
    func `only the latest are kept, and all are counted`(limit: Int) async throws {
        let stub = StubTransport(.status(204), journalLimit: limit)
        for index in 1...7 { _ = try await stub.send(request(.get, "/\(index)"), TransportOptions()) }

        #expect(stub.requestCount == 7)
        #expect(stub.requests.map(\.path) == (1...7).suffix(limit).map { "/\($0)" })
    }

    @Test func `copies share one journal`() async throws {
        let stub = StubTransport(.status(204))
        _ = try await stub.delayed(by: .zero).send(request(), TransportOptions())
        #expect(stub.requestCount == 1)
    }

    @Test func `a request can be waited for`() async throws {
        let stub = StubTransport(.status(204))
        let sender = Task { _ = try await stub.send(request(.get, "/late"), TransportOptions()) }
        await stub.waitForRequests(1)
        #expect(stub.requests.map(\.path) == ["/late"])
        try await sender.value
    }
}
