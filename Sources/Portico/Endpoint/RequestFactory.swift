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
    /// A request of GET, called like a function: `.get("/users")`.
    public static var get: RequestFactory<Response, Failure> { RequestFactory(method: .get) }
    /// A request of HEAD, called like a function: `.head("/users")`.
    public static var head: RequestFactory<Response, Failure> { RequestFactory(method: .head) }
    /// A request of POST, called like a function: `.post("/users")`.
    public static var post: RequestFactory<Response, Failure> { RequestFactory(method: .post) }
    /// A request of PUT, called like a function: `.put("/users")`.
    public static var put: RequestFactory<Response, Failure> { RequestFactory(method: .put) }
    /// A request of PATCH, called like a function: `.patch("/users")`.
    public static var patch: RequestFactory<Response, Failure> { RequestFactory(method: .patch) }
    /// A request of DELETE, called like a function: `.delete("/users")`.
    public static var delete: RequestFactory<Response, Failure> { RequestFactory(method: .delete) }
}

extension RequestFactory where Response == Void {
    /// A request to a path below the environment's base; the answer is not looked at.
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .ignored)
    }

    /// A request to a whole URL, which goes out byte for byte; the answer is not looked at.
    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, url: url, fields: fields, body: body, mapping: .ignored)
    }
}

extension RequestFactory where Response: Decodable {
    /// A request to a path below the environment's base; the answer is decoded by the client's decoder.
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .decoded)
    }

    /// A request to a whole URL, which goes out byte for byte; the answer is decoded by the client's decoder.
    public func callAsFunction(
        url: URL, fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, url: url, fields: fields, body: body, mapping: .decoded)
    }
}

extension RequestFactory where Response: ResponseConvertible {
    /// A request to a path below the environment's base; the `Response` is made of the answer by itself.
    @_disfavoredOverload
    public func callAsFunction(
        _ path: RequestPath, query: RequestValues = [:], fields: RequestValues = [:], body: RequestContent = .none
    ) -> Request<Response, Failure> {
        Request(method, path, query: query, fields: fields, body: body, mapping: .converted)
    }

    /// A request to a whole URL, which goes out byte for byte; the `Response` is made of the answer by itself.
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
