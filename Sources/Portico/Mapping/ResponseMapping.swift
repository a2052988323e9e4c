#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How an answer becomes a value.
///
/// A `Response` brings its own along; another one is a value of the endpoint:
///
/// ```swift
/// static let mapping: ResponseMapping<[Repo]> = .at("data.items")
/// static let mapping: ResponseMapping<Dashboard> = .combined("user", "data.orders", as: Dashboard.init)
/// static let mapping: ResponseMapping<Int> = .custom(accepting: [.plainText]) { response, _ in response.data?.count ?? 0 }
/// ```
public struct ResponseMapping<Response: Sendable>: Sendable {
    /// What `Accept` asks for; nil for what the client's decoder reads.
    let accepted: AcceptedTypes?
    let delivery: TransportOptions.Delivery
    package let map: @Sendable (HTTPResponse, MappingContext) throws -> Response

    init(
        accepted: AcceptedTypes?,
        delivery: TransportOptions.Delivery = .buffered,
        map: @escaping @Sendable (HTTPResponse, MappingContext) throws -> Response
    ) {
        self.accepted = accepted
        self.delivery = delivery
        self.map = map
    }

    /// By a closure, which is given the whole answer.
    /// - Parameters:
    ///   - accepting: what `Accept` asks for; anything unless given.
    ///   - map: makes the value. What it throws reaches the caller as ``CallError/Reason/undecodableBody(_:)``, but for
    ///     a ``MappingError``, which has a reason of its own.
    public static func custom(
        accepting: [MediaType] = [.any],
        _ map: @escaping @Sendable (HTTPResponse, MappingContext) throws -> Response
    ) -> Self {
        ResponseMapping(accepted: AcceptedTypes(accepting), map: map)
    }

    /// The value made into another one.
    public func map<Mapped: Sendable>(
        _ transform: @escaping @Sendable (Response) throws -> Mapped
    ) -> ResponseMapping<Mapped> {
        let map = map
        return ResponseMapping<Mapped>(accepted: accepted, delivery: delivery) { response, context in
            try transform(map(response, context))
        }
    }

    /// The value together with the status and fields that it came with.
    public var withHead: ResponseMapping<WithHead<Response>> {
        let map = map
        return ResponseMapping<WithHead<Response>>(accepted: accepted, delivery: delivery) { response, context in
            WithHead(head: response.head, value: try map(response, context))
        }
    }
}

extension ResponseMapping where Response == Void {
    /// The body is not looked at.
    public static var ignored: Self { ResponseMapping(accepted: .any) { _, _ in } }
}

extension ResponseMapping where Response == HTTPResponse {
    /// The answer as soon as its head is there, its body chunk by chunk.
    public static var streamed: Self {
        ResponseMapping(accepted: .any, delivery: .streamed) { response, _ in response }
    }
}

extension ResponseMapping where Response: ResponseConvertible {
    /// As the type itself says.
    public static var converted: Self {
        ResponseMapping(accepted: Response.accepted, delivery: Response.delivery) { response, context in
            try Response(response, context)
        }
    }
}

extension ResponseMapping where Response: Decodable {
    /// The body decoded by the client's decoder.
    ///
    /// A generic endpoint gets this one even where its type is `String` or `Data`, so those are looked for at run time.
    public static var decoded: Self {
        if let type = Response.self as? any ResponseConvertible.Type { return converted(type) }
        return ResponseMapping(accepted: nil) { response, context in try context.decode(Response.self, from: response) }
    }

    /// The body decoded by another decoder than the client's.
    public static func decoded(by decoder: any ResponseDecoder) -> Self {
        ResponseMapping(accepted: AcceptedTypes(decoder.mediaTypes)) { response, context in
            try context.with(decoder).decode(Response.self, from: response)
        }
    }

    /// The value at a path in the body: `"data.items"` for `{"data": {"items": …}}`; a number counts in an array.
    ///
    /// Where nothing is there, or null is on the way, an optional is nil and anything else an error that says which key
    /// is missing.
    public static func at(_ path: KeyPathText) -> Self {
        ResponseMapping(accepted: nil) { response, context in
            try context.decode(Response.self, at: path, from: response)
        }
    }
}

extension ResponseMapping {
    /// Several values at several paths of one body, which is read once, put together: each as ``at(_:)`` finds it.
    public static func combined<each Value: Decodable & SendableMetatype>(
        _ paths: repeat KeyPathOf<each Value>,
        as combine: @escaping @Sendable (repeat each Value) throws -> Response
    ) -> Self {
        var texts: [KeyPathText] = []
        for path in repeat each paths { texts.append(path.path) }
        return ResponseMapping(accepted: nil) { [texts] response, context in
            let values: (repeat each Value) = try context.decode(at: texts, from: response)
            return try combine(repeat each values)
        }
    }

    /// As the type turns out to be at run time, where the compiler does not know it.
    static var byType: Self {
        if let type = Response.self as? any ResponseConvertible.Type { return converted(type) }
        if let type = Response.self as? any (Decodable & SendableMetatype).Type { return decoded(type) }
        return missing
    }

    private static func converted(_ type: (some ResponseConvertible).Type) -> Self {
        ResponseMapping(accepted: type.accepted, delivery: type.delivery) { response, context in
            try cast(type.init(response, context))
        }
    }

    private static func decoded(_ type: (some Decodable & SendableMetatype).Type) -> Self {
        ResponseMapping(accepted: nil) { response, context in try cast(context.decode(type, from: response)) }
    }

    private static func cast(_ value: Any) throws -> Response {
        guard let value = value as? Response else { throw MappingError.unsupportedType("\(Response.self)") }
        return value
    }

    /// Only for the unavailable defaults, which no program that compiles can reach.
    static var missing: Self {
        ResponseMapping(accepted: nil) { _, _ in throw MappingError.unsupportedType("\(Response.self)") }
    }
}
