import Foundation
import Portico
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Takes URLSession's calls to the exchange whose task they are about.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Mutex<[Int: Exchange]>([:])
    private let trust: SessionTrust?

    /// - Parameter trust: nil for a session that is not used, since its policy cannot be kept.
    init(_ trust: SessionTrust?) { self.trust = trust }

    func add(_ exchange: Exchange, _ task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    private func exchange(_ task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    private func remove(_ task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { exchange(dataTask)?.receiveHead(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask)?.receive(.bytes(data))
    }

    /// No redirect is followed: its answer is the answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task)?.end(task.response, error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(task)?.receiveSent(totalBytesSent)
    }

    #if canImport(Darwin)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        exchange(task)?.receive(metrics)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        switch trust?.answer(space) ?? .refused("no policy says whom to trust") {
        case .systemDecides: completionHandler(.performDefaultHandling, nil)
        case .use(let credential): completionHandler(.useCredential, credential)
        case .nothing: completionHandler(.rejectProtectionSpace, nil)
        case .refused(let reason):
            exchange(task)?.refuseServer(TransportError(.secureConnectionFailed, "\(space.host): \(reason)"))
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
    #else
    /// Comes when a 401 is complete. Without an answer the task would never end, and refusing lets Foundation cancel
    /// it: so the exchange ends here, with the answer that it has.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        remove(task)?.end(task.response, nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    /// Comes for each task without a body, and when libcurl is about to send a body for the second time.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        exchange(task)?.refuseResending()
        completionHandler(nil)
    }
    #endif
}
