import Portico

/// What a request proves its right with: parameters, members of the body, fields, in place of the request's own of
/// these names.
///
/// ```swift
/// struct APIKey: APIAuthorization {
///     var key: String
///     var headers: HTTPHeaders? { ["X-Api-Key": key] }
/// }
/// ```
///
/// By their names they are hidden wherever a request is printed. They go to the service's origin only: a redirect to
/// another one takes none of them along.
public protocol APIAuthorization {
    /// Added to the query.
    var params: HTTPParameters? { get }
    /// Added to the body, or the body where the request has none.
    var body: HTTPBody? { get }
    /// Added to the fields.
    var headers: HTTPHeaders? { get }
}

extension APIAuthorization {
    public var params: HTTPParameters? { nil }
    public var body: HTTPBody? { nil }
    public var headers: HTTPHeaders? { nil }
}

extension Redaction {
    /// The rules that hide an authorization as well.
    func hiding(_ authorization: (any APIAuthorization)?) -> Redaction {
        var redaction = self
        for name in (authorization?.headers ?? [:]).keys { redaction.fieldNames.insert(name) }
        for name in (authorization?.params ?? [:]).keys { redaction.queryNames.insert(name) }
        for name in (authorization?.body ?? [:]).keys { redaction.bodyNames.insert(name) }
        return redaction
    }
}
