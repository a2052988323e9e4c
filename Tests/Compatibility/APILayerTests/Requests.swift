import APILayer
import Foundation
import Portico
import Synchronization
import Testing

extension Trait where Self == ConditionTrait {
    static var needsHTTPBin: Self {
        let httpbin = ProcessInfo.processInfo.environment["PORTICO_HTTPBIN"]
        return .enabled(if: httpbin != nil, "needs httpbin, which make test starts")
    }
}

/// A value that was made on one thread and is used on another, one after the other.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
}

/// Sends a router's request, and returns what its completion is given; it fails where it is called twice.
func ask<Value: RepresentedValue>(_ router: any RouterProtocol, _ type: Value.Type = Value.self) async throws -> Value {
    let count = Mutex(0)
    let result: Handed<Result<Value, any Error>> = await withCheckedContinuation { continuation in
        API.request(router) { (result: Result<Value, any Error>) in
            guard
                count.withLock({
                    $0 += 1
                    return $0
                }) == 1
            else {
                Issue.record("a completion was called twice")
                return
            }
            continuation.resume(returning: Handed(value: result))
        }
    }
    return try result.value.get()
}

/// The answer as JSON.
func json(_ router: any RouterProtocol) async throws -> [String: Any] {
    let result: Handed<Result<Any?, any Error>> = await withCheckedContinuation { continuation in
        API.request(router) { (result: Result<Any?, any Error>) in
            continuation.resume(returning: Handed(value: result))
        }
    }
    return try result.value.get() as? [String: Any] ?? [:]
}

/// A folder that goes away with its last user.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(component: "portico-tests-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
