#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes requests of one method: what `Request.get` and its siblings are, so that each is called like a function.
///
/// It knows how a `Response` is mapped by default: `Void`, `Decodable`, or ``ResponseConvertible``.
public struct RequestFactory<Response: Sendable>: Sendable {
    let method: HTTPMethod
}

extension Request where Failure == ErrorBody {
    public static var get: RequestFactory<Response> { RequestFactory(method: .get) }
    public static var head: RequestFactory<Response> { RequestFactory(method: .head) }
    public static var post: RequestFactory<Response> { RequestFactory(method: .post) }
    public static var put: RequestFactory<Response> { RequestFactory(method: .put) }
    public static var patch: RequestFactory<Response> { RequestFactory(method: .patch) }
    public static var delete: RequestFactory<Response> { RequestFactory(method: .delete) }
}

extension RequestFactory where Response == Void {
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, ErrorBody> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .ignored)
    }

    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, ErrorBody> {
        Request(method, url: url, fields: fields, body: body, mapping: .ignored)
    }
}

extension RequestFactory where Response: Decodable {
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, ErrorBody> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .decoded)
    }

    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, ErrorBody> {
        Request(method, url: url, fields: fields, body: body, mapping: .decoded)
    }
}

extension RequestFactory where Response: ResponseConvertible {
    @_disfavoredOverload
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, ErrorBody> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .converted)
    }

    @_disfavoredOverload
    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, ErrorBody> {
        Request(method, url: url, fields: fields, body: body, mapping: .converted)
    }
}
