import Foundation

/// What one client did in one round.
struct WireRun: Sendable {
    /// Requests or, of transfers, megabytes a second.
    let rate: Double
    /// Microseconds of the processor for a request or, of transfers, milliseconds; nil where the program does not say.
    let processor: Double?
    /// Megabytes in memory at the most, and how much of them came with the work; nil where the program does not say.
    let peakMemory: Double?
    let memoryOverIdle: Double?

    /// Runs a program to its end and reads what it printed.
    static func perform(_ client: WireClient, _ work: WireCase, _ amount: WireAmount, on server: WireServer) throws
        -> WireRun
    {
        let command = server.command(client, work, amount)
        let output = try printed(by: command)
        let run = client == .wrk ? WireRun(wrk: output) : WireRun(output, work)
        guard let run else { throw WireError(command: command, output: output) }
        return run
    }

    /// What wrk gets of an address over 64 connections.
    static func wrk(_ url: String, _ amount: WireAmount) throws -> WireRun {
        let command = ["wrk", "-t1", "-c64", "-d\(amount.wholeSeconds)s", url]
        let output = try printed(by: command)
        // It counts answers that are none of those asked for.
        let isWhole = !String(decoding: output, as: UTF8.self).contains("Non-2xx")
        guard isWhole, let run = WireRun(wrk: output), run.rate > 0 else {
            throw WireError(command: command, output: output)
        }
        return run
    }

    private static func printed(by command: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw WireError(command: command, output: output) }
        return output
    }

    /// `Requests/sec:  90123.45`
    private init?(wrk output: Data) {
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix("Requests/sec:") }
        guard let rate = line?.split(separator: " ").last.flatMap({ Double($0) }) else { return nil }
        (self.rate, processor, peakMemory, memoryOverIdle) = (rate, nil, nil, nil)
    }

    private init?(_ output: Data, _ work: WireCase) {
        guard let printed = try? JSONDecoder().decode(Printed.self, from: output), printed.count > 0 else { return nil }
        let rate = Double(printed.count) / printed.seconds
        self.rate = work.isTransfer ? rate * Double(WireServer.largeSize) / 1e6 : rate
        processor = work.isTransfer ? printed.cpu_us / 1000 : printed.cpu_us
        peakMemory = Double(printed.peak_kb) * 1024 / 1e6
        memoryOverIdle = Double(printed.peak_kb - printed.idle_kb) * 1024 / 1e6
    }

    private struct Printed: Decodable {
        let count: Int
        let seconds: Double
        let cpu_us: Double
        let peak_kb: Int
        let idle_kb: Int
    }
}

struct WireError: Error, CustomStringConvertible {
    let command: [String]
    let output: Data

    var description: String {
        "\(command.joined(separator: " ")) failed: \(String(decoding: output, as: UTF8.self))"
    }
}
