import Foundation
import Portico
import PorticoCurl
import PorticoTesting

/// A hundred thousand requests over libcurl, a tenth of them cancelled, a hundredth answered with a cut or a reset; what they
/// leave behind is printed as one JSON object.
///
///     curl-soak [REQUESTS]
@main struct CurlSoak {
    private static let faults: [MockAnswer] = [
        .nothing, .text("cut").cut(at: .body(1)), .text("reset").reset(), .raw("garbage\r\n\r\n").closing(),
    ]

    static func main() async throws {
        let total = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 100_000 : 100_000
        let server = try MockServer { request in
            request.number % 100 == 0 ? faults[request.number / 100 % faults.count] : .text("fine")
        }
        let request = HTTPRequest(scheme: "http", authority: server.authority, path: "/")
        // What the process opens once is open before it counts.
        _ = await run(64, request, CurlTransport())
        await server.waitForOpenConnections(atMost: 0)
        let descriptors = openDescriptors()
        var (ends, memory) = ([String: Int](), 0)
        do {
            let transport = CurlTransport()
            for batch in 0..<10 {
                for (name, count) in await run(total / 10, request, transport) { ends[name, default: 0] += count }
                if batch == 1 { memory = residentBytes() }
            }
        }
        let growth = residentBytes() - memory
        await server.waitForOpenConnections(atMost: 0)
        print(
            """
            {"requests": \(ends.values.reduce(0, +)), "ends": \(ends), "growth_kb": \(growth / 1024), \
            "descriptors": \(openDescriptors() - descriptors)}
            """)
    }

    private static func run(_ count: Int, _ request: HTTPRequest, _ transport: CurlTransport) async -> [String: Int] {
        await withTaskGroup(of: [String: Int].self) { group in
            for lane in 0..<64 {
                group.addTask {
                    var ends: [String: Int] = [:]
                    for number in 0..<(count / 64 + (lane < count % 64 ? 1 : 0)) {
                        ends[await exchange(number + lane, request, transport), default: 0] += 1
                    }
                    return ends
                }
            }
            var ends: [String: Int] = [:]
            for await lane in group { ends.merge(lane, uniquingKeysWith: +) }
            return ends
        }
    }

    private static func exchange(_ number: Int, _ request: HTTPRequest, _ transport: CurlTransport) async -> String {
        let isStreamed = number % 3 == 0
        let call = Task { () -> String in
            do {
                let options = TransportOptions(delivery: isStreamed ? .streamed : .buffered, timeout: .seconds(60))
                let response = try await transport.send(request, options)
                return try await response.bytes(limit: 100).isEmpty ? "empty" : "whole"
            } catch {
                return "\(((error as? TransportError)?.kind).map { "\($0)" } ?? "\(error)")"
            }
        }
        if number % 10 == 0 {
            for _ in 0..<(number % 17) { await Task.yield() }
            call.cancel()
        }
        return await call.value
    }

    private static func openDescriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    private static func residentBytes() -> Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
    }
}
