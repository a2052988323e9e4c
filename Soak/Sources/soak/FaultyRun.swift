import Foundation
import Portico
import PorticoTesting
import Synchronization

/// Many exchanges of a transport with sockets, 64 at a time: of a hundred, ten are cancelled and one meets a fault of its
/// peer, by turns buffered and streamed. Each has to end once, as its fate says.
struct FaultyRun {
    let exchanges: Int
    /// From which exchange on memory is watched.
    let settling: Int

    private let tally = Tally()

    private final class Tally: Sendable {
        let next = Atomic(0)
        let ends = Mutex<[String: Int]>([:])
        let settledMemory = Atomic(0)
    }

    /// What the peer does, by the path that asks for it.
    private enum Fault: Int, CaseIterable {
        case refused, halfClosed, cut, reset, garbage

        var path: String { "/fault/\(rawValue)" }

        var answer: MockAnswer {
            switch self {
            // The client sees the end of what comes, while the server still reads.
            case .refused, .halfClosed: .nothing
            case .cut: .text("cut").cut(at: .body(1))
            case .reset: .text("reset").reset()
            case .garbage: .raw("garbage\r\n\r\n").closing()
            }
        }

        var kind: TransportError.Kind {
            switch self {
            case .refused: .connectionFailed
            case .halfClosed, .reset: .connectionLost
            case .cut: .bodyTruncated
            case .garbage: .malformedResponse
            }
        }
    }

    private enum Fate {
        case answered, cancelled, faulty(Fault)

        init(_ number: Int) {
            switch number % 100 {
            case 99: self = .faulty(Fault.allCases[number / 100 % Fault.allCases.count])
            case let place where place % 10 == 0: self = .cancelled
            default: self = .answered
            }
        }
    }

    static func server() throws -> MockServer {
        try MockServer { request in
            Fault.allCases.first { $0.path == request.path }?.answer ?? .text("fine")
        }
    }

    /// An address at which nobody listens.
    private static func deadAuthority() throws -> String { try server().authority }

    func perform(_ transport: any Transport, to server: MockServer, _ report: Report) async throws {
        let (start, watchdog) = (ContinuousClock.now, Watchdog())
        let dead = try Self.deadAuthority()
        await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask { await work(transport, server.authority, dead, report, watchdog) }
            }
        }
        watchdog.stop()
        let ends = tally.ends.withLock(\.self)
        print("CurlTransport: \(exchanges) exchanges in \(ContinuousClock.now - start)")
        print("  " + ends.sorted { $0.value > $1.value }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
        report.expect(ends.values.reduce(0, +) == exchanges, "not every exchange ended once")
    }

    func checkMemory(bound: Int, _ report: Report) {
        let growth = ProcessUse.memory - tally.settledMemory.load(ordering: .relaxed)
        print("  memory growth after the first \(settling): \(growth) bytes")
        report.expect(growth <= bound, "memory grew by \(growth) bytes, more than \(bound)")
    }

    private func work(
        _ transport: any Transport, _ authority: String, _ dead: String, _ report: Report, _ watchdog: Watchdog
    ) async {
        while true {
            let number = tally.next.add(1, ordering: .relaxed).newValue
            guard number <= exchanges else { return }
            if number == settling { tally.settledMemory.store(ProcessUse.memory, ordering: .relaxed) }
            let end: String
            switch Fate(number) {
            case .answered:
                end = await exchange(number, transport, authority, "/")
                report.expect(end == "whole", "exchange \(number): \(end)")
            case .cancelled:
                end = await cancelled(number, transport, authority)
                report.expect(end == "whole" || end == "cancelled", "exchange \(number), cancelled: \(end)")
            case .faulty(let fault):
                end = await exchange(number, transport, fault == .refused ? dead : authority, fault.path)
                report.expect(end == "\(fault.kind)", "exchange \(number), \(fault): \(end)")
            }
            tally.ends.withLock { $0[end, default: 0] += 1 }
            watchdog.move()
        }
    }

    private func cancelled(_ number: Int, _ transport: any Transport, _ authority: String) async -> String {
        let task = Task { await exchange(number, transport, authority, "/") }
        for _ in 0..<(number / 10 % 40) { await Task.yield() }
        task.cancel()
        return await task.value
    }

    /// How an exchange ended, in a word.
    private func exchange(
        _ number: Int, _ transport: any Transport, _ authority: String, _ path: String
    ) async -> String {
        let options = TransportOptions(delivery: number % 3 == 0 ? .streamed : .buffered, timeout: .seconds(60))
        do {
            let request = HTTPRequest(scheme: "http", authority: authority, path: path)
            let response = try await transport.send(request, options)
            return try await response.bytes(limit: 100) == Data("fine".utf8) ? "whole" : "another answer"
        } catch {
            return "\(error.kind)"
        }
    }
}
