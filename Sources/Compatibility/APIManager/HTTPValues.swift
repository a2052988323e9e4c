public import Portico

/// What goes into the query of a request, by name.
public typealias HTTPParameters = [String: Any]
/// The members of a request's JSON body. Beside the type of this name in `Portico` write `APIManager.HTTPBody`.
public typealias HTTPBody = [String: Any]
/// The fields of a request, by name.
public typealias HTTPHeaders = [String: String]

/// How an endpoint is asked. Beside the type of this name in `Portico` write `APIManager.HTTPMethod`.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS

    /// The same as `Portico` has it.
    public var method: Portico.HTTPMethod {
        switch self {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        case .PUT: .put
        case .PATCH: .patch
        case .DELETE: .delete
        case .OPTIONS: .options
        }
    }
}
