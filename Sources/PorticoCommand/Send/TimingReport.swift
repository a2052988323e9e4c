import Portico
import Synchronization

/// How long each phase of each attempt took, gathered from a client's events.
final class TimingReport: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ event: CallEvent) {
        switch event.kind {
        case .redirected, .retrying, .replayed: lines.withLock { $0.append("\(event.kind)") }
        default: break
        }
        guard let duration = event.duration else { return }
        let title = "\(event.outcome ?? "attempt") in \(Self.milliseconds(duration))"
        let phases = event.timings.map(Self.phases) ?? []
        lines.withLock { $0 += [title] + phases }
    }

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    private static func phases(_ timings: TransportTimings) -> [String] {
        let received = timings.completed.flatMap { end in timings.firstByte.map { max(.zero, end - $0) } }
        let phases: [(String, Duration?)] = [
            ("name   ", timings.nameResolution), ("connect", timings.connecting), ("TLS    ", timings.securing),
            ("wait   ", timings.waiting), ("receive", received),
        ]
        var lines = phases.compactMap { name, time in time.map { "  \(name)  \(milliseconds($0))" } }
        if let isReused = timings.isConnectionReused {
            let version = timings.networkProtocol.map { ", \(Redaction.line($0, limit: 32))" } ?? ""
            lines.append("  \(isReused ? "kept" : "new") connection\(version)")
        }
        return lines
    }

    /// `12.3 ms`
    static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((duration / .microseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
