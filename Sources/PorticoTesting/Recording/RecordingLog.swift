#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import Synchronization

/// The exchanges that a ``Recorder`` has seen, in the order in which they began, their secrets hidden already.
final class RecordingLog: Sendable {
    private struct State {
        var hiding: ArchiveRedaction
        /// By number, those that ended well.
        var entries: [Int: HTTPArchive.Entry] = [:]
        var begun = 0
        var size = 0
        var leftOut = 0
    }

    private let limit: Int
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    init(_ redaction: Redaction, limit: Int, now: @escaping @Sendable () -> Date) {
        self.limit = limit
        self.now = now
        state = Mutex(State(hiding: ArchiveRedaction(redaction)))
    }

    func begin() -> (number: Int, started: Date) {
        state.withLock { state in
            defer { state.begun += 1 }
            return (state.begun, now())
        }
    }

    func end(_ number: Int, _ entry: HTTPArchive.Entry) {
        state.withLock { state in
            var entry = entry
            state.hiding.hide(&entry)
            let size = entry.approximateSize
            guard state.size + size <= limit else {
                state.leftOut += 1
                return
            }
            state.size += size
            state.entries[number] = entry
        }
    }

    var archive: HTTPArchive {
        state.withLock { state in
            // What a later exchange gave away may stand in an earlier one.
            HTTPArchive(
                entries: state.entries.sorted { $0.key < $1.key }.map { _, entry in
                    var entry = entry
                    state.hiding.hide(&entry)
                    return entry
                }
            )
        }
    }

    func checkedArchive() throws(HTTPArchiveError) -> HTTPArchive {
        let leftOut = state.withLock(\.leftOut)
        guard leftOut == 0 else {
            let message = "\(leftOut) exchanges were left out, since all of them are larger than \(limit) bytes"
            throw HTTPArchiveError(.tooLarge(limit: limit), "", message)
        }
        return archive
    }
}

extension HTTPArchive.Entry {
    /// Bytes that it takes in a file, more or less.
    fileprivate var approximateSize: Int {
        let fields = (request.headers + response.headers).reduce(0) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + 40
        }
        let bodies = (request.postData?.text?.utf8.count ?? 0) + (response.content.text?.utf8.count ?? 0)
        return 1000 + 2 * request.url.utf8.count + fields + bodies
    }
}
