import Dispatch
import Portico
import PorticoTesting
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// One line a request on standard error, written by a queue of its own: whoever reads slowly loses lines, and does not slow
/// the server down.
final class RequestLog: Sendable {
    private struct State {
        var text: [UInt8] = []
        var lostLines = 0
        /// Whether what is here will be written by itself.
        var isScheduled = false
        var clock = ClockFace()
    }

    private let console: Console
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "portico.log")
    /// What waits to be written has not many more bytes than this.
    private static let limit = 1 << 20
    /// Lines are written together, since waking a thread costs more than serving a request.
    private static let patience = DispatchTimeInterval.milliseconds(20)

    init(_ console: Console) { self.console = console }

    /// `12:00:59 GET /users?page=2 200 512 users/GET.json`
    func add(_ request: ReceivedRequest, _ found: FoundAnswer) {
        let isFirst = state.withLock { state in
            guard state.text.count < Self.limit else {
                state.lostLines += 1
                return false
            }
            state.text += state.clock.digits
            for word in [request.method.rawValue, request.target, "\(found.status.code)", "\(found.size)"] {
                state.text.append(0x20)
                state.text += word.utf8
            }
            state.text.append(0x20)
            state.text += Self.printable(found.origin).utf8
            state.text.append(0x0A)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    /// Method and target have been checked by the server; names of files may hold anything.
    private static func printable(_ text: String) -> String {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && text.utf8.count < 1000
            ? text : Redaction.line(text, limit: 1000)
    }

    private func schedule() { queue.asyncAfter(deadline: .now() + Self.patience) { self.write() } }

    private func write() {
        let (text, lostLines) = state.withLock { state in
            defer { (state.text, state.lostLines) = ([], 0) }
            return (state.text, state.lostLines)
        }
        console.complain(bytes: text)
        if lostLines > 0 { console.complain("portico mock: \(lostLines) lines are left out here") }
        let isFinished = state.withLock { state in
            state.isScheduled = !state.text.isEmpty
            return state.text.isEmpty
        }
        if !isFinished { schedule() }
    }

    /// Waits until all is written, for a second at most: nobody may be reading.
    func finish() {
        let written = DispatchSemaphore(value: 0)
        queue.async {
            self.write()
            written.signal()
        }
        _ = written.wait(timeout: .now() + .seconds(1))
    }
}

/// The time of day where this machine is, as digits, which are made once a second.
private struct ClockFace {
    private var second: time_t = -1
    private var text: [UInt8] = []

    var digits: [UInt8] {
        mutating get {
            var now = systemTime()
            guard now != second else { return text }
            var parts = tm()
            second = now
            localtime_r(&now, &parts)
            let words = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
            text = Array(words.joined(separator: ":").utf8)
            return text
        }
    }
}

private func systemTime() -> time_t { time(nil) }
