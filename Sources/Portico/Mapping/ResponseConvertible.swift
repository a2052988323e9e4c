#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type that knows how to be made of an answer: `Data`, `String`, `HTTPResponse`, optionals, ``WithHead``, and your
/// own.
///
/// ```swift
/// extension Image: ResponseConvertible {
///     init(_ response: HTTPResponse, _ context: MappingContext) throws { try self.init(png: context.bytes(of: response)) }
///     static var acceptedMediaTypes: [MediaType] { MediaType.list("image/png") }
/// }
/// ```
public protocol ResponseConvertible: SendableMetatype {
    /// Makes the value. The status was a success; the body may be empty.
    init(_ response: HTTPResponse, _ context: MappingContext) throws

    /// What `Accept` asks for; anything unless said otherwise, nil for what the client's decoder reads.
    static var acceptedMediaTypes: [MediaType]? { get }

    /// Whether the answer is wanted whole, or as soon as its head is there; whole unless said otherwise.
    static var delivery: TransportOptions.Delivery { get }
}

extension ResponseConvertible {
    public static var acceptedMediaTypes: [MediaType]? { AcceptedTypes.any.types }
    public static var delivery: TransportOptions.Delivery { .buffered }

    static var accepted: AcceptedTypes? { acceptedMediaTypes.map(AcceptedTypes.init) }
}

extension Data: ResponseConvertible {
    /// The body as it is; empty where there is none.
    public init(_ response: HTTPResponse, _ context: MappingContext) throws { self = try context.bytes(of: response) }
}

extension String: ResponseConvertible {
    /// The body as text, by the charset of the answer, UTF-8 where it names none.
    public init(_ response: HTTPResponse, _ context: MappingContext) throws {
        let charset = response.head.mediaType?["charset"]
        guard let text = try Charset.text(of: context.bytes(of: response), charset: charset) else {
            throw MappingError.undecodableText(charset: charset ?? "utf-8")
        }
        self = text
    }
}

extension HTTPResponse: ResponseConvertible {
    /// The answer itself, whole.
    public init(_ response: HTTPResponse, _ context: MappingContext) throws { self = response }
}

extension HTTPChunks: ResponseConvertible {
    /// The body chunk by chunk, as it arrives.
    public init(_ response: HTTPResponse, _ context: MappingContext) throws {
        switch response.body {
        case .chunks(let chunks): self = chunks
        case .bytes(let data): self = try HTTPBody.bytes(data).chunks()
        }
    }

    public static var delivery: TransportOptions.Delivery { .streamed }
}

extension Optional: ResponseConvertible where Wrapped: Decodable {
    /// Nil where there is no body, else what the wrapped type makes of it; a JSON `null` is nil too.
    public init(_ response: HTTPResponse, _ context: MappingContext) throws {
        if context.isEmpty(response) {
            self = nil
        } else if let type = Wrapped.self as? any ResponseConvertible.Type {
            self = try type.init(response, context) as? Wrapped
        } else {
            self = try context.decode(Wrapped?.self, from: response)
        }
    }

    public static var acceptedMediaTypes: [MediaType]? {
        (Wrapped.self as? any ResponseConvertible.Type).flatMap { $0.acceptedMediaTypes }
    }

    public static var delivery: TransportOptions.Delivery {
        (Wrapped.self as? any ResponseConvertible.Type)?.delivery ?? .buffered
    }
}

extension ErrorBody: ResponseConvertible {
    /// Head and body, kept whole.
    public init(_ response: HTTPResponse, _ context: MappingContext) throws {
        self.init(head: response.head, data: try context.bytes(of: response))
    }
}

/// A value together with the status and fields that it came with.
public struct WithHead<Value> {
    /// Status and fields.
    public var head: ResponseHead
    /// What the body was made into.
    public var value: Value

    /// A value and the head that it came with.
    public init(head: ResponseHead, value: Value) {
        self.head = head
        self.value = value
    }
}

extension WithHead: Sendable where Value: Sendable {}

extension WithHead: ResponseConvertible where Value: Decodable {
    public init(_ response: HTTPResponse, _ context: MappingContext) throws {
        let value: Value
        if let type = Value.self as? any ResponseConvertible.Type {
            guard let converted = try type.init(response, context) as? Value else {
                throw MappingError.unsupportedType("\(Value.self)")
            }
            value = converted
        } else {
            value = try context.decode(Value.self, from: response)
        }
        self.init(head: response.head, value: value)
    }

    public static var acceptedMediaTypes: [MediaType]? {
        (Value.self as? any ResponseConvertible.Type).flatMap { $0.acceptedMediaTypes }
    }

    public static var delivery: TransportOptions.Delivery {
        (Value.self as? any ResponseConvertible.Type)?.delivery ?? .buffered
    }
}
