#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a mapping may need besides the answer: the decoder of the call, and the method that was sent.
public struct MappingContext: Sendable {
    /// What reads bodies: the client's, or the endpoint's own.
    public let decoder: any ResponseDecoder
    /// What was sent: an answer to HEAD has no body.
    public let method: HTTPMethod

    /// A context, as a test of a mapping needs it.
    public init(decoder: any ResponseDecoder, method: HTTPMethod) {
        self.decoder = decoder
        self.method = method
    }

    func with(_ decoder: any ResponseDecoder) -> MappingContext { MappingContext(decoder: decoder, method: method) }

    /// The bytes of a buffered answer.
    /// - Throws: ``MappingError/streamedBody`` for a streamed one.
    public func bytes(of response: HTTPResponse) throws -> Data {
        guard let data = response.data else { throw MappingError.streamedBody }
        return data
    }

    /// Whether an answer has no body: by its status, by its method, or because none came.
    public func isEmpty(_ response: HTTPResponse) -> Bool {
        response.status.neverHasBody || method == .head || response.data?.isEmpty == true
    }

    /// Decodes the body. Where there is none an optional is nil.
    /// - Throws: ``MappingError/emptyBody(length:)`` where there is none,
    ///   ``MappingError/unexpectedMediaType(_:expected:)`` where it says that it is something else, and what the
    ///   decoder throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws -> Value {
        if isEmpty(response), let missing = Missing.value(type) { return missing }
        return try decoder.decode(type, from: readableBytes(of: response))
    }

    /// Decodes the value at a path in the body. Where nothing is there, or there is no body, an optional is nil.
    /// - Throws: what ``decode(_:from:)`` throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type, at path: KeyPathText, from response: HTTPResponse
    ) throws -> Value {
        if isEmpty(response), let missing = Missing.value(type) { return missing }
        return try decode(at: [path], from: response) as Value
    }

    /// Decodes the values at some paths in the body, which is read once.
    func decode<each Value: Decodable>(
        at paths: [KeyPathText], from response: HTTPResponse
    ) throws -> (repeat each Value) {
        let data = try readableBytes(of: response)
        return try PathsInBody.$current.withValue(paths.map { $0.keys[...] }) {
            try decoder.decode(ValuesAtPaths<repeat each Value>.self, from: data).values
        }
    }

    /// The bytes, if there are any and if they can be what the decoder reads.
    package func readableBytes(of response: HTTPResponse) throws -> Data {
        let data = try bytes(of: response)
        guard !isEmpty(response) else { throw MappingError.emptyBody(length: data.count) }
        guard let given = response.head.mediaType, !accepts(given) else { return data }
        throw MappingError.unexpectedMediaType(given, expected: decoder.mediaTypes)
    }

    /// Types that claim nothing pass: many servers send JSON as plain text or as bytes.
    private func accepts(_ type: MediaType) -> Bool {
        if type.includes(.plainText) || type.includes(.octetStream) { return true }
        return decoder.mediaTypes.contains {
            $0.includes(type) || $0.isJSON && type.isJSON || type.subtype == $0.subtype
        }
    }
}

/// Why an answer could not be made into a value: before its bytes were looked at or, by mapping that goes by a model's
/// own code, at one of its values.
public enum MappingError: Error, Hashable, Sendable {
    /// A body was needed and there is none.
    case emptyBody(length: Int)
    /// The answer says that it is something else than what can be read.
    case unexpectedMediaType(MediaType, expected: [MediaType])
    /// The text is in a charset that is not known here, or its bytes are not in the charset that is named.
    case undecodableText(charset: String)
    /// The mapping needs the whole body, but the answer is streamed.
    case streamedBody
    /// The type is neither `Decodable` nor ``ResponseConvertible``.
    case unsupportedType(String)
    /// A value in the body is not as it was to be mapped.
    case unmappable(UnmappableValue)
}

extension MappingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .emptyBody(let length): "the body is empty (\(length) bytes)"
        case .unexpectedMediaType(let type, let expected): "the body is \(type), not \(expected.text)"
        case .undecodableText(let charset): "the text is not in a charset that can be read here: \(charset)"
        case .streamedBody: "the mapping needs the whole body, but it is streamed"
        case .unsupportedType(let name): "\(name) is neither Decodable nor ResponseConvertible"
        case .unmappable(let value): value.description
        }
    }
}
