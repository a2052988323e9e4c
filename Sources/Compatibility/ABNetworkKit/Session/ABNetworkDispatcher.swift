public import Foundation
import Portico
import UntypedValues

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends requests over one client: see ``ABNetworkServices``. Subclass it for a policy of your own.
open class ABNetworkDispatcher: ABNetworkServices, ABDispatcherProtocol {
    /// A dispatcher that calls completions in the background, one after the other.
    public required convenience init(environment: ABEnvironment) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        self.init(environment: environment, configuration: .default, delegateQueue: queue)
    }

    /// A dispatcher with settings of its own: see
    /// ``ABDispatcherProtocol/init(environment:configuration:delegateQueue:)``.
    public required override init(
        environment: ABEnvironment, configuration: URLSessionConfiguration, delegateQueue: OperationQueue
    ) {
        super.init(environment: environment, configuration: configuration, delegateQueue: delegateQueue)
    }

    /// Sends a request, and calls the completion on the queue of the dispatcher, once, unless it throws.
    /// - Throws: why there is no request to send: a parameter that JSON cannot tell, a host that is no URL, no folder
    ///   for a file.
    @preconcurrency @discardableResult
    open func execute(
        request: any ABRequestProtocol, completion: @escaping @Sendable (ABNetworkResponse) -> Void
    ) throws -> ABTask? {
        let outgoing = try OutgoingRequest(request, configuration)
        // What cannot be sent is thrown here, and nothing is left behind.
        let sent = try client.httpRequest(for: outgoing.ignoringTheAnswer)
        try sent.validate()
        let delivery = Delivery(url: sent.url, queue: delegateQueue, onProgress: outgoing.onProgress, completion)
        switch outgoing.answer {
        case .json:
            return delivery.run(client.call(outgoing.json)) { value, head in
                .json(value.value?.foundationObject, head(value.head))
            }
        case .file(let name):
            let folder = try DownloadFolder()
            let call = client.call(
                outgoing.ignoringTheAnswer, downloadingTo: folder.destination(name), options: DownloadOptions())
            return delivery.run(call, onFailure: { folder.remove() }) { download, head in
                .file(location: download.file, head(download.head))
            }
        }
    }
}
