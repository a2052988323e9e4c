import APIManager
import Foundation
import Synchronization

/// How requests end: every callback that was called.
final class Endings<Value: APIReturnable & Sendable>: Sendable {
    enum Ending: Sendable {
        case success(Value, onMainThread: Bool)
        case failure(any Error, onMainThread: Bool)
        case cancellation
    }

    private let stream: AsyncStream<Ending>
    private let source: AsyncStream<Ending>.Continuation

    init() { (stream, source) = AsyncStream.makeStream() }

    /// Has all of a request's callbacks told here.
    func watch(_ request: APIRequest<Value>) -> APIRequest<Value> {
        request
            .onSuccess { [source] value in source.yield(.success(value, onMainThread: Thread.isMainThread)) }
            .onFailure { [source] error in source.yield(.failure(error, onMainThread: Thread.isMainThread)) }
            .onCancellation { [source] in source.yield(.cancellation) }
    }

    /// The next one.
    func next() async -> Ending? {
        for await ending in stream { return ending }
        return nil
    }
}
