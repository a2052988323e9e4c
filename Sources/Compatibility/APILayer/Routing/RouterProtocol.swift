public import Foundation
public import Portico

/// The calls of an API: an enum with a case for each, which carries its parameters.
///
/// ```swift
/// enum Router: RouterProtocol {
///     case getOffice(officeName: String)
///     case getMember(officeName: String, memberPIN: String)
///
///     var baseURLString: String { "https://api.example.com" }
///     var method: APILayer.Method { .get }
///     var encoding: ParameterEncoding { .url }
///     var path: String {
///         switch self {
///         case .getOffice(let officeName): "/offices/\(officeName)"
///         case .getMember(let officeName, _): "/offices/\(officeName)/members"
///         }
///     }
/// }
/// ```
public protocol RouterProtocol: Sendable {
    /// How the server is asked.
    var method: Method { get }
    /// The path below the base. What cannot stand in a URL is escaped; what is escaped stays so. A slash in a value
    /// that was put into it is one of the path, so escape such values.
    var path: String { get }
    /// Where the parameters go.
    var encoding: ParameterEncoding { get }
    /// The server: an `http` or `https` URL, with a path or without. One that is none makes the request fail.
    var baseURLString: String { get }
    /// A file that goes up as a part of a form, of which the parameters are the others; none unless said otherwise.
    var uploadData: (data: Data, name: String, fileName: String, mimeType: String)? { get }
}

extension RouterProtocol {
    public var uploadData: (data: Data, name: String, fileName: String, mimeType: String)? { nil }
}

/// How a server is asked.
public enum Method: String, Hashable, Sendable, CaseIterable {
    case options = "OPTIONS"
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// The same as `Portico` has it.
    public var method: Portico.HTTPMethod {
        switch self {
        case .options: .options
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

/// Where the parameters of a router go, each escaped on its way out, sorted by their names.
public enum ParameterEncoding: Hashable, Sendable {
    /// The query of GET, HEAD and DELETE, and a form in the body of the others. Arrays are `name[]`, members
    /// `name[member]`, and true and false are 1 and 0.
    case url
    /// The query, whatever the method is.
    case urlEncodedInURL
    /// A JSON object in the body; none where there are no parameters.
    case json
}
