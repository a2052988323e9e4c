public import Portico

/// How an endpoint is asked. Beside the type of this name in `Portico` write `AbstractionKit.HTTPMethod`.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// The same as `Portico` has it.
    public var method: Portico.HTTPMethod {
        switch self {
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        case .options: .options
        }
    }

    /// Whether parameters go into the query, and not into a JSON body.
    var putsParametersInQuery: Bool {
        switch self {
        case .get, .head, .delete, .options: true
        case .post, .put, .patch: false
        }
    }
}
