import Dispatch
import Foundation
import Synchronization

/// What was done where.
nonisolated enum Threads {
    private static let mainQueue = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this is the main actor's thread, or its queue, which on Linux may be served by another.
    private static var isMain: Bool { DispatchQueue.getSpecific(key: mainQueue) == true || Thread.isMainThread }

    private static let notes = Mutex<[(what: String, isMain: Bool)]>([])

    static func note(_ what: String) { notes.withLock { $0.append((what, isMain)) } }

    /// What was noted, each once.
    static var all: Set<String> { notes.withLock { Set($0.map(\.what)) } }

    /// What was done on the main actor.
    static var onMain: Set<String> { notes.withLock { Set($0.filter(\.isMain).map(\.what)) } }
}

/// What was not as it should be.
nonisolated enum Checks {
    private static let failures = Mutex(0)

    static var failureCount: Int { failures.withLock { $0 } }

    static func expect<Value: Equatable>(_ value: Value, _ expected: Value, line: Int = #line) {
        guard value != expected else { return }
        failures.withLock { $0 += 1 }
        print("samples: line \(line): expected \(expected), got \(value)")
    }
}
