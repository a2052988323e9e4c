import Foundation
@testable import Portico
import PorticoTesting
import Synchronization
import Testing

private let request: Request<[Int], ErrorBody> = .get("/things", query: ["token": "s3cret"])

@Suite struct CallEventTests {
    private let clock = VirtualClock()
    private let trail = Trail()

    private func client(_ answer: StubAnswer) -> Client { Client.answering(answer).withClock(clock) }

    @Test func `a call is told from its start to its end, redacted`() async throws {
        let answer = StubAnswer.handler { [clock] _ throws(TransportError) in
            clock.advance(by: .milliseconds(250))
            return .json("[1]", fields: ["Set-Cookie": "s3cret"])
        }
        let heads = Mutexed<[ResponseHead]>([])
        let client = client(answer).withObserver { [trail] event in
            trail.add("\(event)")
            if case .responseHead(let head) = event.kind { heads.value.append(head) }
        }

        try await client.send(request)

        #expect(
            trail.all == [
                "#1 Request after 0.000 s: started GET https://api.example/things?token=<redacted>",
                "#1 Request attempt 1 after 0.000 s: sent",
                "#1 Request attempt 1 after 0.250 s: 200 OK",
                "#1 Request after 0.250 s: succeeded",
            ])
        #expect(heads.value.map { $0.fields[.setCookie] } == ["<redacted>"])
    }

    @Test func `a failed attempt and a failed call are told with their reasons`() async {
        let client = client(.failure(.connectionLost)).withObserver { [trail] in trail.add("\($0.kind)") }

        await #expect(throws: CallError<ErrorBody>.self) { try await client.send(request) }

        #expect(
            trail.all == [
                "started GET https://api.example/things?token=<redacted>", "sent",
                "no answer: the connection ended before the response's head",
                """
                failed: Request, GET https://api.example/things?token=<redacted>: \
                the connection ended before the response's head
                """,
            ])
    }

    @Test(arguments: [
        (Duration.nanoseconds(18_708), "0.000 s"), (.microseconds(1499), "0.001 s"), (.microseconds(1500), "0.002 s"),
        (.microseconds(999_500), "1.000 s"), (.milliseconds(61_025), "61.025 s"), (.seconds(-1), "0.000 s"),
        (.seconds(Int64.max), "3155760000.000 s"),
    ])
    func `durations are told to the millisecond`(wait: Duration, text: String) {
        #expect("\(CallEvent.Kind.retrying(after: wait, "503"))" == "again in \(text), for 503")
    }

    @Test(arguments: [
        (StubAnswer.response(HTTPResponse(status: .notFound)), "404"), (.failure(.bodyTruncated), "bodyTruncated"),
        (.failure(.timedOut(.attempt)), "timedOut"), (.json("{}"), "undecodableBody"), (.json("[1]"), "succeeded"),
    ])
    func `the outcome of a call is its own, in a word`(answer: StubAnswer, outcome: String) async {
        let client = client(answer).withObserver { [trail] event in
            if event.attempt == 0, let outcome = event.outcome { trail.add(outcome) }
        }

        _ = await client.result(request)

        #expect(trail.all == [outcome])
    }

    @Test func `each attempt is told`() async throws {
        let client = client(.json("[1]")).withObserver { [trail] in trail.add("\($0.attempt) \($0.kind)") }
            .withMiddleware(
                Around { request, _, next in
                    _ = try await next(request)
                    return try await next(request)
                })

        try await client.send(request)

        #expect(trail.all.dropFirst() == ["1 sent", "1 200 OK", "2 sent", "2 200 OK", "0 succeeded"])
    }

    @Test func `a call that is cancelled before its start, or has no request, only fails`() async {
        let client = client(.json("[1]")).withObserver { [trail] in trail.add("\($0.kind)") }
        let invalid: Request<[Int], ErrorBody> = .get("/a/\("..")")

        await #expect(throws: CallError<ErrorBody>.self) { try await client.send(invalid) }
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.result(request)
        }
        _ = await cancelled.value

        #expect(trail.all.count == 2)
        #expect(trail.all[0].hasPrefix("failed: Request, GET /a/{}: the request is invalid: "))
        #expect(trail.all[1] == "failed: Request, GET /things: cancelled")
    }

    @Test func `a status that is no success is told, then the failure`() async {
        let client = client(.status(404)).withObserver { [trail] in trail.add("\($0.kind)") }

        _ = await client.result(request)

        #expect(trail.all[2] == "404 Not Found")
        #expect(trail.all[3].hasSuffix(": 404 Not Found, no body"))
    }

    @Test func `an observer hears the copies made of its client, and the first one hears them too`() async throws {
        let first = client(.json("[1]")).withObserver { [trail] event in
            if case .succeeded = event.kind { trail.add("first \(event.id)") }
        }
        let second = first.withObserver { [trail] event in
            if case .succeeded = event.kind { trail.add("second \(event.id)") }
        }

        try await first.withUserAgent(nil).send(request)
        try await second.withUserAgent(nil).send(request)

        #expect(trail.all == ["first #1", "second #2", "first #2"])
    }
}

@Suite struct EventStreamTests {
    private func names(_ events: [CallEvent]) -> [String] {
        events.map { event in
            switch event.kind {
            case .started: "started"
            case .attemptStarted: "attempt"
            case .responseHead: "head"
            case .attemptFailed: "no answer"
            case .redirected: "redirected"
            case .succeeded: "succeeded"
            case .failed: "failed"
            default: "\(event.kind)"
            }
        }
    }

    private func take(_ count: Int, from stream: AsyncStream<CallEvent>) async -> [CallEvent] {
        var events: [CallEvent] = []
        for await event in stream {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }

    @Test func `what happens from now on is read as a sequence`() async throws {
        let client = Client.answering(json: "[1]")
        try await client.send(request)
        let events = client.events()

        try await client.send(request)

        #expect(names(await take(4, from: events)) == ["started", "attempt", "head", "succeeded"])
    }

    @Test func `copies share the events, and every reader has all of them`() async throws {
        let client = Client.answering(json: "[1]")
        let (one, other) = (client.events(), client.withUserAgent(nil).events())

        try await client.withOptions(CallOptions()).send(request)

        #expect(names(await take(4, from: one)) == ["started", "attempt", "head", "succeeded"])
        #expect(names(await take(4, from: other)) == ["started", "attempt", "head", "succeeded"])
    }

    @Test func `a reader that falls behind loses the oldest`() async throws {
        let client = Client.answering(json: "[1]")
        let events = client.events(keeping: 3)

        for _ in 1...5 { try await client.send(request) }

        let kept = await take(3, from: events)
        #expect(names(kept) == ["attempt", "head", "succeeded"])
        #expect(kept.map(\.id.description) == ["#5", "#5", "#5"])
    }

    @Test func `at least one event is kept`() async throws {
        let client = Client.answering(json: "[1]")
        let events = client.events(keeping: 0)

        try await client.send(request)

        #expect(names(await take(1, from: events)) == ["succeeded"])
    }

    @Test func `a sequence ends with the last client`() async throws {
        var client: Client? = Client.answering(json: "[1]")
        let events = try #require(client).events()
        try await client?.send(request)

        client = nil

        var count = 0
        for await _ in events { count += 1 }
        #expect(count == 4)
    }

    @Test func `a sequence that nobody keeps costs nothing more`() async throws {
        let client = Client.answering(json: "[1]")
        do {
            let events = client.events()
            try await client.send(request)
            #expect(names(await take(4, from: events)).count == 4)
        }
        for _ in 1...100 { _ = client.events() }

        try await client.send(request)

        #expect(client.storage.shared.events.listeners == 0)
    }

    @Test func `a reader who is cancelled is let go`() async throws {
        let client = Client.answering(json: "[1]")
        let events = client.events()
        let reading = Task { for await _ in events {} }

        reading.cancel()
        await reading.value

        #expect(client.storage.shared.events.listeners == 0)
    }
}
