#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A call, whatever style it was declared in: what is sent, how the answer is mapped, and what is asked of the call.
///
/// An ``Endpoint`` and a ``Router`` become one by themselves; factory functions make one directly:
///
/// ```swift
/// extension Request where Response == User {
///     static func user(_ id: Int) -> Self { .get("/users/\(id)") }
/// }
///
/// let user = try await client.send(.user(42))
/// ```
public struct Request<Response: Sendable, Failure: Sendable>: Sendable {
    let source: any RequestSource
    /// How an answer becomes a `Response`.
    public var mapping: ResponseMapping<Response>
    /// How an answer that is no success becomes a `Failure`.
    public var failureMapping: ResponseMapping<Failure>
    /// What is asked of the call, where it differs from the client's options.
    public var options: CallOptions

    init(
        _ source: any RequestSource,
        _ mapping: ResponseMapping<Response>,
        _ failureMapping: ResponseMapping<Failure>,
        _ options: CallOptions
    ) {
        self.source = source
        self.mapping = mapping
        self.failureMapping = failureMapping
        self.options = options
    }

    /// The call that an endpoint declares.
    public init<Declared: Endpoint>(_ endpoint: Declared)
    where Declared.Response == Response, Declared.Failure == Failure {
        self.init(EndpointSource(value: endpoint), Declared.mapping, Declared.failureMapping, Declared.options)
    }

    /// The call that a router's case declares, with a mapping.
    public init<Declared: Router>(_ router: Declared, mapping: ResponseMapping<Response>)
    where Declared.Failure == Failure {
        self.init(RouterSource(value: router), mapping, Declared.failureMapping, router.options)
    }

    /// Which call it is, in words.
    public var description: CallDescription { source.description }
}

extension Request {
    /// A call of these parts, with a mapping. `Request.get` and its siblings are shorter.
    ///
    /// A `Failure` other than ``ErrorBody`` must be `Decodable` or ``ResponseConvertible``; one that is neither makes
    /// each failure a ``CallError/Reason/unexpectedStatus(_:_:)``.
    public init(
        _ method: HTTPMethod,
        _ path: RequestPath,
        query: RequestValues = [:],
        fields: RequestValues = [:],
        body: RequestContent = .none,
        mapping: ResponseMapping<Response>
    ) {
        let source = FactorySource(method: method, target: .path(path), query: query, fields: fields, content: body)
        self.init(source, mapping, .byType, CallOptions())
    }

    /// A call to a whole URL, which goes out as it is, byte for byte.
    ///
    /// Where its origin is another than the environment's, nothing of the environment goes along.
    public init(
        _ method: HTTPMethod,
        url: URL,
        fields: RequestValues = [:],
        body: RequestContent = .none,
        mapping: ResponseMapping<Response>
    ) {
        let source = FactorySource(method: method, target: .url(url), query: [:], fields: fields, content: body)
        self.init(source, mapping, .byType, CallOptions())
    }
}
