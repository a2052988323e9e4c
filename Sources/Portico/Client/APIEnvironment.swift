#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where an API is, and what each of its requests has in common.
///
/// ```swift
/// extension APIEnvironment {
///     static let gitHub = APIEnvironment("GitHub", baseURL: "https://api.github.com", fields: ["Accept-Language": "en"])
///     static let staging = APIEnvironment("staging", kind: .development, baseURL: "http://127.0.0.1:8080/api/v2?debug=1")
/// }
/// ```
///
/// The base is a folder, with a slash at its end or without: `https://h/a/b` and the path `/users` are
/// `https://h/a/b/users`. Its path and its query are part of every request. A base that is no URL makes each call fail,
/// with an error that says so.
public struct APIEnvironment: Sendable {
    /// What the environment is for, which decides whether its calls are logged.
    public enum Kind: Hashable, Sendable {
        /// Calls are logged, redacted.
        case development
        /// What the users of an app are served by. Calls are not logged unless a client is told to.
        case production
        /// Anything else, such as a test's server. Calls are not logged unless a client is told to.
        case custom
    }

    /// What it is called, in errors.
    public var name: String { place.name }
    /// What it is for; production unless said otherwise.
    public var kind: Kind { place.kind }
    /// The base as it was given.
    public var baseURLText: String { place.baseURLText }
    /// Fields of every request that does not say otherwise.
    public var fields: HTTPFields
    /// Query items of every request, before its own.
    public var query: [QueryItem]

    var base: Result<Base, InvalidRequest> { place.base }

    /// What no one changes, in a box: each call copies its environment a few times.
    private let place: Place

    private final class Place: Sendable {
        let name: String
        let kind: Kind
        let baseURLText: String
        let base: Result<Base, InvalidRequest>

        init(_ name: String, _ kind: Kind, _ baseURL: String) {
            self.name = name
            self.kind = kind
            baseURLText = baseURL
            base = Result { () throws(InvalidRequest) in try Base(baseURL, environment: name) }
        }
    }

    /// An environment whose base is text, such as a literal.
    /// - Parameters:
    ///   - name: what it is called, in errors.
    ///   - kind: what it is for; production unless given.
    ///   - baseURL: an `http` or `https` URL, escaped, with a path and a query or without; no user information.
    ///   - fields: fields of every request that does not say otherwise.
    ///   - query: items of every request, before its own.
    public init(
        _ name: String,
        kind: Kind = .production,
        baseURL: String,
        fields: HTTPFields = [:],
        query: [QueryItem] = []
    ) {
        place = Place(name, kind, baseURL)
        self.fields = fields
        self.query = query
    }

    /// An environment whose base is a URL.
    public init(
        _ name: String,
        kind: Kind = .production,
        baseURL: URL,
        fields: HTTPFields = [:],
        query: [QueryItem] = []
    ) {
        self.init(name, kind: kind, baseURL: baseURL.absoluteString, fields: fields, query: query)
    }

    /// A base URL, taken apart.
    final class Base: Sendable {
        let origin: Origin
        /// Escaped, without a slash at the end; empty for the root.
        let path: String
        /// Escaped; empty where there is none.
        let query: String

        init(_ text: String, environment: String) throws(InvalidRequest) {
            func invalid(_ problem: String) -> InvalidRequest {
                let text = Redaction.standard.url(text)
                return InvalidRequest(.url, "the base '\(text)' of the environment '\(environment)' \(problem)")
            }
            guard let parts = URLText(text), parts.scheme == "https" || parts.scheme == "http" else {
                throw invalid("is no http or https URL")
            }
            guard !parts.authority.contains("@") else { throw invalid("holds a user's name or password") }
            if let problem = PathText.problem(path: parts.path) ?? PathText.problem(query: parts.query ?? "") {
                throw invalid(problem)
            }
            origin = Origin(scheme: parts.scheme, authority: parts.authority)
            path = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
            query = parts.query ?? ""
        }
    }
}
