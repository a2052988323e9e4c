public import Portico

/// Who gets a new token when the old one has ended: see ``API/tokenRefreshDelegate``.
public protocol TokenRefreshDelegate: Sendable {
    /// Whether an answer says that the token has ended. The request goes out once more then, with the fields that the
    /// mapper gives after the refresh.
    func tokenRefreshIsIndicated(_ response: HTTPResponse) -> Bool

    /// Gets a new token, and calls the completion with whether it is there. Once at a time, however many requests need
    /// it; those wait.
    ///
    /// Requests of ``API`` that it begins itself, and not from another queue, go out with no wait. One that has called
    /// no completion within 30 seconds has failed.
    @preconcurrency func tokenRefresh(completion: @escaping @Sendable (_ success: Bool) -> Void)
}

/// Why there is no new token.
public enum TokenRefreshError: Error, Hashable, Sendable {
    /// Nobody is there to get one.
    case noDelegate
    /// The delegate says that it could not.
    case failed
}

extension TokenRefreshError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noDelegate: "there is no delegate to refresh the token"
        case .failed: "the token could not be refreshed"
        }
    }
}
