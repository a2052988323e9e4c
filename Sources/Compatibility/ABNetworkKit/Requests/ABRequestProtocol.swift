public import Portico

/// All that makes a request: most often an enum with a case for each.
///
/// ```swift
/// enum UserRequest: ABRequestProtocol {
///     case show(id: Int)
///
///     var actionType: ABRequestAction { .standard }
///     var headers: [String: String]? { nil }
///     var method: ABHTTPMethod { .get }
///     var parameters: ABRequestParams { .url(["id": 7]) }
///     var path: String { "/users" }
///     var responseType: ABResponseType { .json }
/// }
/// ```
public protocol ABRequestProtocol {
    /// Whether something is loaded into a file, sent as a form, or neither.
    var actionType: ABRequestAction { get }
    /// Fields of the request, in place of those of the environment.
    var headers: [String: String]? { get }
    /// How the server is asked.
    var method: ABHTTPMethod { get }
    /// What goes along.
    var parameters: ABRequestParams { get }
    /// The path below the host. What cannot stand in a URL is escaped; what is escaped stays so.
    var path: String { get }
    /// What the answer is made into.
    var responseType: ABResponseType { get }
}

/// How a server is asked.
public enum ABHTTPMethod: String, Hashable, Sendable, CaseIterable {
    case delete = "DELETE"
    case get = "GET"
    case patch = "PATCH"
    case post = "POST"
    case put = "PUT"

    /// The same as `Portico` has it.
    public var method: Portico.HTTPMethod {
        switch self {
        case .delete: .delete
        case .get: .get
        case .patch: .patch
        case .post: .post
        case .put: .put
        }
    }
}

/// What is done with a request.
public enum ABRequestAction: Sendable {
    /// The answer is loaded, into a file where the response type is one. The handler is this request's own: it is told
    /// of the part that is there, from 0 to 1 and 0 while the length is not known, and of the bytes in words: `1024 of
    /// 4096 bytes`.
    case download(withProgressHandler: (@Sendable (Float, String) -> Void)?)
    /// Nothing in particular.
    case standard
    /// The members of the body go as a form (`multipart/form-data`): `Data` and file URLs as files, all else as text.
    case upload
}

/// What goes along with a request. Values are escaped on their way out; one that JSON cannot tell is an error.
public enum ABRequestParams {
    /// A JSON object, or the parts of an upload; nil for no body.
    case body(_: [String: Any]?)
    /// The query; an array repeats its name, `NSNull` is left out.
    case url(_: [String: Any]?)
}

/// What an answer is made into.
public enum ABResponseType: Hashable, Sendable {
    /// A file of this name, in a new folder of its own below the temporary one; move it to where it shall stay. Of the
    /// name only the last component counts, without dots at its beginning; where nothing is left of it, the server
    /// names the file.
    case file(nameWithExtension: String)
    /// What `JSONSerialization` would make of it; nil where there is no body.
    case json
}
