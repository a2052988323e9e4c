import Portico
import PorticoTesting
import Synchronization

/// What the callbacks of a call said, in order, with a way to wait for the last of them.
final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    private let ended = Gate()

    var entries: [String] { lines.withLock { $0 } }

    func write(_ line: String) { lines.withLock { $0.append(line) } }

    func end(_ line: String) {
        write(line)
        ended.open()
    }

    /// Returns once an ending was written.
    func waitForEnd() async { await ended.wait() }
}

extension Call {
    /// Writes what the call says into a diary.
    func noted(in diary: Diary) -> Self {
        onProgress { diary.write("\($0.direction) \($0.completed) of \($0.expected ?? -1)") }
            .onSuccess { diary.end("success \($0)") }
            .onFailure { diary.end("failure \($0.reason)") }
            .onCancel { diary.end("cancelled") }
    }
}
