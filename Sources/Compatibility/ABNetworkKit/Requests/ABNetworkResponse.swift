public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What became of a request. Every status from 200 to 299 is a success.
public enum ABNetworkResponse {
    /// The file is there.
    case file(location: URL?, _: HTTPURLResponse?)
    /// Why there is neither: a `CallError<ErrorBody>` of `Portico`, or a `URLError` of code `cancelled`; with the head
    /// of the answer where one came.
    case error(_: (any Error)?, _: HTTPURLResponse?)
    /// The JSON; nil where the answer has no body.
    case json(_: Any?, _: HTTPURLResponse?)
}
