import Foundation
import Portico
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One URLSession with nothing of its own: no cookies, cache or credentials.
final class Session: Sendable {
    private let urlSession: URLSession
    private let delegate: SessionDelegate
    /// Where URLSession calls its delegate, one call after the other.
    private let queue = OperationQueue()

    init(maximumConnectionsPerHost: Int, trust: SessionTrust?) {
        delegate = SessionDelegate(trust)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpMaximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
        #if canImport(Darwin)
        configuration.tlsMinimumSupportedProtocolVersion = trust?.policy.minimumVersion == .tls12 ? .TLSv12 : .TLSv13
        #endif
        queue.maxConcurrentOperationCount = 1
        urlSession = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    /// Lets the tasks that are under way end, and then goes.
    func finish() { urlSession.finishTasksAndInvalidate() }
}

#if canImport(Darwin)
extension Session {
    func launch(_ request: OutgoingRequest, for exchange: Exchange) -> URLSessionTask {
        let task: URLSessionTask =
            switch request.body {
            case .none: urlSession.dataTask(with: request.urlRequest)
            case .bytes(let data): urlSession.uploadTask(with: request.urlRequest, from: data)
            case .file(let file):
                urlSession.uploadTask(
                    with: request.urlRequest, fromFile: URL(fileURLWithPath: file.path))
            }
        delegate.add(exchange, task)
        task.resume()
        return task
    }

    func breakOff(_ task: URLSessionTask, of exchange: Exchange) { task.cancel() }
}
#else
extension Session {
    func launch(_ request: OutgoingRequest, for exchange: Exchange) -> URLSessionTask {
        var urlRequest = request.urlRequest
        if request.body.length > 0 {
            let reader = BodyReader(request.body)
            exchange.keep(reader)
            urlRequest.httpBodyStream = BodyStream(reader)
        }
        let task = urlSession.dataTask(with: urlRequest)
        delegate.add(exchange, task)
        task.resume()
        return task
    }

    /// Closes the connection of a task that nobody waits for, as far as can be done.
    ///
    /// `cancel()` traps when it meets the task's completion. A suspended task is taken out of libcurl too, which closes
    /// its connection, and is never resumed: Foundation's timer ends it later. Suspending traps as well when the task
    /// completes between its two halves, the second of which runs later on the session's work queue. Completion is told
    /// on the delegate's queue, so this runs there, and reading `priority` waits for the work queue: no completion can
    /// come in between.
    func breakOff(_ task: URLSessionTask, of exchange: Exchange) {
        let operation = BlockOperation {
            guard exchange.isAbandoned else { return }
            task.suspend()
            _ = task.priority
        }
        guard OperationQueue.current !== queue else { return operation.start() }
        // Before the bytes that have come meanwhile.
        operation.queuePriority = .veryHigh
        queue.addOperation(operation)
    }
}
#endif
