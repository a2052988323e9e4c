import Foundation
import Portico

extension Benchmark {
    /// How much later than asked a caller gets its time-out from a transport that heeds neither deadline nor cancellation: the worst
    /// of many calls at once.
    static let deadlines: [Benchmark] = [
        Benchmark(name: "deadline.late_ms", measure: .number { try await worstLateness() })
    ]

    @concurrent
    private static func worstLateness() async throws -> Double {
        let deaf = client.withTransport(DeafTransport())
        return await withTaskGroup(of: Duration.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let timeout = Duration.milliseconds(5 + index % 50)
                    let start = ContinuousClock.now
                    _ = await deaf.result(ListRepos.sample, options: CallOptions(attemptTimeout: timeout))
                    return ContinuousClock.now - start - timeout
                }
            }
            return await group.reduce(0) { max($0, $1 / .milliseconds(1)) }
        }
    }
}

/// Answers a second later, whatever happens.
private struct DeafTransport: Transport {
    var capabilities: TransportCapabilities { TransportCapabilities(missing: [.timings]) }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        await Task.detached { try? await Task.sleep(for: .seconds(1)) }.value
        return HTTPResponse(status: .ok)
    }
}
