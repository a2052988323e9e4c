public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Who sends requests: ``ABNetworkDispatcher``, or one of your own that answers in a test.
public protocol ABDispatcherProtocol {
    /// A dispatcher that calls completions in the background.
    init(environment: ABEnvironment)

    /// A dispatcher with settings of its own.
    /// - Parameters:
    ///   - environment: the server.
    ///   - configuration: its time-outs, additional headers and number of connections are kept to; nothing else of it
    ///     is.
    ///   - delegateQueue: where completions and progress handlers are called.
    init(environment: ABEnvironment, configuration: URLSessionConfiguration, delegateQueue: OperationQueue)

    /// Sends a request, and calls the completion once, unless it throws.
    /// - Throws: why there is no request to send: a parameter that JSON cannot tell, a host that is no URL.
    @preconcurrency @discardableResult
    func execute(
        request: any ABRequestProtocol, completion: @escaping @Sendable (ABNetworkResponse) -> Void
    ) throws -> ABTask?
}
