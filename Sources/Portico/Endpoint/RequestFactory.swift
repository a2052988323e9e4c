#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes requests of one method: what `Request.get` and its siblings are, so that each is called like a function.
///
/// It knows how a `Response` is mapped by default: `Void`, `Decodable`, or ``ResponseConvertible``.
public struct RequestFactory<Response: Sendable, Failure: Sendable>: Sendable {
    let method: HTTPMethod
}

extension Request {
    public static var get: RequestFactory<Response, Failure> { RequestFactory(method: .get) }
    public static var head: RequestFactory<Response, Failure> { RequestFactory(method: .head) }
    public static var post: RequestFactory<Response, Failure> { RequestFactory(method: .post) }
    public static var put: RequestFactory<Response, Failure> { RequestFactory(method: .put) }
    public static var patch: RequestFactory<Response, Failure> { RequestFactory(method: .patch) }
    public static var delete: RequestFactory<Response, Failure> { RequestFactory(method: .delete) }
}

extension RequestFactory where Response == Void {
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .ignored)
    }

    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, url: url, fields: fields, body: body, mapping: .ignored)
    }
}

extension RequestFactory where Response: Decodable {
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .decoded)
    }

    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, url: url, fields: fields, body: body, mapping: .decoded)
    }
}

extension RequestFactory where Response: ResponseConvertible {
    @_disfavoredOverload
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .converted)
    }

    @_disfavoredOverload
    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, url: url, fields: fields, body: body, mapping: .converted)
    }
}

// What the author of a factory sees whose `Response` is none of these.
extension RequestFactory {
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "Response must be Void, or a nonisolated Decodable or ResponseConvertible; else declare a mapping"
    )
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .missing)
    }

    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "Response must be Void, or a nonisolated Decodable or ResponseConvertible; else declare a mapping"
    )
    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, url: url, fields: fields, body: body, mapping: .missing)
    }
}
