import Allocator
import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import PorticoURLSession

/// Very many calls, many of them cancelled at random, and what must hold all the while: every caller returns at
/// once, memory and descriptors stay, and a server that never answers, or breaks off, does no harm to another.
///
///     soak [--short | --races] [--seed NUMBER]
///
/// Where `Scripts/with-servers` has started an OAuth 2.0 server, a session with it is soaked as well.
///
/// `--races` is for a build with ThreadSanitizer, whose own memory grows with every address that it sees: few calls, and
/// memory is printed only.
@main
enum Soak {
    static func main() async {
        allocator_use_one_heap()
        let arguments = CommandLine.arguments
        let scale: Scale =
            arguments.contains("--races") ? .races : arguments.contains("--short") ? .short : .full
        let seed =
            arguments.firstIndex(of: "--seed").flatMap { arguments[($0 + 1)...].first }.flatMap { UInt64($0) } ?? 1
        print("soak, seed \(seed)")
        let report = Report()
        do {
            try await overStub(scale, seed, report)
            try await overCurl(scale, report)
            try await overURLSession(scale, seed, report)
            try await pastSilence(scale, report)
            try await sessions(report)
        } catch {
            report.expect(false, "\(error)")
        }
        exit(report.isGood ? 0 : 1)
    }

    private static func sessions(_ report: Report) async throws {
        guard let url = ProcessInfo.processInfo.environment["PORTICO_GLEWLWYD"].flatMap({ URL(string: $0) }) else {
            print("a session of OAuth 2.0: skipped, Scripts/with-servers starts its server")
            return
        }
        try await SessionRun(url).perform(report)
    }

    /// How many calls there are, and from which on memory is watched.
    struct Scale {
        let stubCalls: Int
        let socketCalls: Int
        let settling: Int
        let silentCalls: Int
        let exchanges: Int
        var boundsMemory = true

        static let full = Scale(
            stubCalls: 1_000_000, socketCalls: 100_000, settling: 20_000, silentCalls: 1000, exchanges: 100_000)
        static let short = Scale(
            stubCalls: 100_000, socketCalls: 6000, settling: 2000, silentCalls: 300, exchanges: 20_000)
        static let races = Scale(
            stubCalls: 30_000, socketCalls: 1500, settling: 500, silentCalls: 100, exchanges: 3000, boundsMemory: false)
    }

    private static func overStub(_ scale: Scale, _ seed: UInt64, _ report: Report) async throws {
        let arrivals = Arrivals()
        let never = Gate()
        let stub = StubTransport { request async -> HTTPResponse in
            guard let id = HeldCall.id(in: request.path) else { return HTTPResponse(status: .noContent) }
            arrivals.note(id)
            await never.wait()
            return HTTPResponse(status: .noContent)
        }
        let client = Client(environment: .production("https://api.example.com"), transport: stub)
        var run = Run(name: "StubTransport", calls: scale.stubCalls, seed: seed, arrivals: arrivals)
        run.settling = 20_000
        await run.perform(client, report)
        run.checkMemory(bound: scale.boundsMemory ? 8 << 20 : .max, report)
    }

    private static func overCurl(_ scale: Scale, _ report: Report) async throws {
        let server = try FaultyRun.server()
        // What a process opens once and keeps.
        _ = await client(of: server, .curl()).result(PlainCall())
        await server.waitForOpenConnections(atMost: 0)
        let descriptors = ProcessUse.descriptors
        do {
            let run = FaultyRun(exchanges: scale.exchanges, settling: scale.exchanges / 5)
            try await run.perform(CurlTransport(), to: server, report)
            run.checkMemory(bound: scale.boundsMemory ? 8 << 20 : .max, report)
        }
        await server.waitForOpenConnections(atMost: 0)
        await report.expectDescriptors(descriptors)
    }

    private static func overURLSession(_ scale: Scale, _ seed: UInt64, _ report: Report) async throws {
        try await warmUp()
        let descriptors = ProcessUse.descriptors
        do {
            let arrivals = Arrivals()
            let never = Gate()
            let server = try MockServer { request in
                guard let id = HeldCall.id(in: request.path) else { return .status(.noContent) }
                arrivals.note(id)
                return .status(.noContent).held(until: never)
            }
            let client = client(of: server, .urlSession())
            var run = Run(name: "URLSessionTransport", calls: scale.socketCalls, seed: seed, arrivals: arrivals)
            run.settling = scale.settling
            await run.perform(client, report)
            let bound = max(250 * (scale.socketCalls - scale.settling), 8 << 20)
            run.checkMemory(bound: scale.boundsMemory ? bound : .max, report)
        }
        await report.expectDescriptors(descriptors)
    }

    /// Many calls to a server that never answers, all cancelled; then one to a healthy server over the same transport.
    private static func pastSilence(_ scale: Scale, _ report: Report) async throws {
        let never = Gate()
        let silent = try MockServer { _ in .status(.noContent).held(until: never) }
        let healthy = try MockServer { _ in .status(.noContent) }
        let client = client(of: silent, .urlSession())
        for _ in 0..<(scale.silentCalls / 50) {
            await withTaskGroup { group in
                for _ in 0..<50 { group.addTask { await client.result(PlainCall()) } }
                try? await Task.sleep(for: .milliseconds(20))
                group.cancelAll()
            }
        }
        let start = ContinuousClock.now
        let result = await client.withEnvironment(environment(of: healthy)).result(PlainCall())
        print(
            "after \(scale.silentCalls) cancelled calls to a server that never answers (\(silent.requestCount) reached it):"
        )
        print("  then a healthy one answered in \(ContinuousClock.now - start)")
        if case .failure(let error) = result { report.expect(false, "the healthy server's answer is: \(error)") }
    }

    /// What a process opens once and keeps.
    private static func warmUp() async throws {
        let server = try MockServer { _ in .status(.noContent) }
        _ = await client(of: server, .urlSession()).result(PlainCall())
        await Report().expectDescriptors(0, patience: .seconds(1))
    }

    private static func environment(of server: MockServer) -> APIEnvironment {
        .production(server.baseURL.absoluteString)
    }

    private static func client(of server: MockServer, _ transport: any Transport) -> Client {
        Client(environment: environment(of: server), transport: transport)
            .withOptions(CallOptions(attemptTimeout: .seconds(2)))
    }
}

extension APIEnvironment {
    static func production(_ url: String) -> APIEnvironment {
        APIEnvironment("soak", kind: .production, baseURL: url)
    }
}
