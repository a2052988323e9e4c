import Foundation
import Portico

extension Benchmark {
    /// What a call costs more with all that a client can be told, over a transport that answers in process.
    static let pipeline: [Benchmark] = [
        Benchmark(name: "pipeline.plain.us", measure: .microseconds { try await send($0, by: plain) }),
        Benchmark(name: "pipeline.full.us", measure: .microseconds { try await send($0, by: full) }),
        Benchmark(
            name: "pipeline.full.added_us", measure: .difference(of: "pipeline.full.us", to: "pipeline.plain.us")),
        Benchmark(
            name: "pipeline.plain.mainactor.us", measure: .microseconds { try await sendFromMainActor($0, by: plain) }),
        Benchmark(
            name: "pipeline.full.mainactor.us", measure: .microseconds { try await sendFromMainActor($0, by: full) }),
        Benchmark(
            name: "pipeline.full.mainactor.added_us",
            measure: .difference(of: "pipeline.full.mainactor.us", to: "pipeline.plain.mainactor.us")),
        Benchmark(name: "pipeline.full.allocations", measure: .allocations { try await send($0, by: full) }),
    ]

    private static let plain = client.withTransport(TimedTransport(tellsTimings: false))

    private static let full = client.withTransport(TimedTransport(tellsTimings: true))
        .withAuthenticator(.bearer("0123456789abcdef0123456789abcdef"))
        .withCookies(CookieJar())
        .withOptions(
            CallOptions(
                connectTimeout: .seconds(5), attemptTimeout: .seconds(30), totalTimeout: .seconds(90), retry: .standard)
        )

    @concurrent
    private static func send(_ repetitions: Int, by client: Client) async throws {
        for _ in 0..<repetitions { keep(try await client.send(ListRepos.sample)) }
    }

    @MainActor
    private static func sendFromMainActor(_ repetitions: Int, by client: Client) async throws {
        for _ in 0..<repetitions { keep(try await client.send(ListRepos.sample)) }
    }
}

/// Answers at once, and tells how the time was spent where it is asked to.
private struct TimedTransport: Transport {
    let tellsTimings: Bool

    var capabilities: TransportCapabilities { TransportCapabilities(missing: tellsTimings ? [] : [.timings]) }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        options.onTimings?(Self.timings)
        return HTTPResponse(status: .ok, fields: [.contentType: "application/json"], body: Self.body)
    }

    private static let body = Data("{}".utf8)
    private static let timings: TransportTimings = {
        var timings = TransportTimings()
        timings.requestStarted = .microseconds(10)
        timings.firstByte = .microseconds(20)
        timings.completed = .microseconds(30)
        timings.isConnectionReused = true
        return timings
    }()
}
