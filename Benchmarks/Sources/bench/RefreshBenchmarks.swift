import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Synchronization

extension Benchmark {
    /// 10,000 calls at once over real sockets, all of which are refused before the one refresh brings another token.
    static let refresh: [Benchmark] = [
        Benchmark(name: "refresh.10000.refreshes", measure: .number { try await Stampede.outcome.value.refreshes }),
        Benchmark(name: "refresh.10000.replays", measure: .number { try await Stampede.outcome.value.replays }),
        Benchmark(name: "refresh.10000.failures", measure: .number { try await Stampede.outcome.value.failures }),
        Benchmark(name: "refresh.10000.connections", measure: .number { try await Stampede.outcome.value.connections }),
        Benchmark(name: "refresh.10000.seconds", measure: .number { try await Stampede.outcome.value.seconds }),
        Benchmark(name: "refresh.10000.peak_mib", measure: .number { try await Stampede.outcome.value.mebibytes }),
    ]
}

/// The calls, the server and the refresh of one run.
private struct Stampede {
    static let calls = 10_000
    static let connections = 64

    struct Outcome: Sendable {
        var refreshes = 0.0
        /// Requests that the server got with the second token: one for each call.
        var replays = 0.0
        var failures = 0.0
        var connections = 0.0
        var seconds = 0.0
        /// By how much the process's memory grew at most, the server's included.
        var mebibytes = 0.0
    }

    /// One run is enough, whatever is asked of it.
    static let outcome = Task.detached { try await Stampede().run() }

    private final class Counts: Sendable {
        let refused = Atomic(0)
        let replayed = Atomic(0)
        let refreshes = Atomic(0)
        let failures = Atomic(0)
        let started = Atomic(0)
        /// A call that began during the refresh would wait for it and never be refused.
        let allStarted = Gate()
        let allRefused = Gate()
    }

    /// Counts the attempts that have their credential and are about to go out.
    private struct StartCounter: Middleware {
        let counts: Counts

        func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
            if counts.started.add(1, ordering: .relaxed).newValue == Stampede.calls { counts.allStarted.open() }
            return try await next(request)
        }
    }

    private func run() async throws -> Outcome {
        let counts = Counts()
        var limits = MockServer.Limits()
        limits.journaledRequests = 1
        let server = try MockServer(limits: limits) { request in
            guard request.fields[.authorization] == "Bearer first" else {
                counts.replayed.add(1, ordering: .relaxed)
                return .json("{}")
            }
            if counts.refused.add(1, ordering: .relaxed).newValue == Self.calls { counts.allRefused.open() }
            return .status(.unauthorized).held(until: counts.allStarted)
        }
        var configuration = CurlConfiguration()
        configuration.maximumConnectionsPerHost = Self.connections
        let session = CredentialRefresher(
            store: InMemoryCredentialStore("first"), apply: .bearer, timeout: .seconds(300)
        ) { _ in
            counts.refreshes.add(1, ordering: .relaxed)
            await counts.allRefused.wait()
            return "second"
        }
        let environment = APIEnvironment("stampede", baseURL: server.baseURL)
        let client = Client(environment: environment, transport: .curl(configuration)).withAuthenticator(session)
            .withMiddleware(StartCounter(counts: counts), around: .attempt)
            .withOptions(CallOptions(attemptTimeout: .seconds(300)))
        let (before, start) = (Self.memory(peak: false), ContinuousClock.now)
        await withTaskGroup { group in
            for _ in 0..<Self.calls {
                group.addTask {
                    let result = await client.result(Request<Data, ErrorBody>.get("/thing"))
                    if case .failure = result { counts.failures.add(1, ordering: .relaxed) }
                }
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Outcome(
            refreshes: Double(counts.refreshes.load(ordering: .relaxed)),
            replays: Double(counts.replayed.load(ordering: .relaxed)),
            failures: Double(counts.failures.load(ordering: .relaxed)), connections: Double(server.connectionCount),
            seconds: seconds, mebibytes: max(0, Self.memory(peak: true) - before))
    }

    /// The process's resident memory in MiB, now or at most; nothing where the system does not tell in this form.
    private static func memory(peak: Bool) -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(peak ? "VmHWM:" : "VmRSS:") }
        return (line?.split(separator: " ").dropLast().last).flatMap { Double($0) }.map { $0 / 1024 } ?? 0
    }
}
