#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

/// Makes values of JSON: what `JSONDecoder` does, several times as fast.
///
/// ```swift
/// let user = try FastJSONDecoder().decode(User.self, from: data)
/// ```
///
/// It has the strategies of `JSONDecoder` under the same names, makes the same values, and throws the same
/// `DecodingError`s at the same coding paths. Where it differs on purpose is listed in <doc:DecodingFast>: it is strict
/// about RFC 8259, reads UTF-8 only, and knows no JSON5.
///
/// It is a value: a copy can be changed without any other, and all can be used from any task at once.
public struct FastJSONDecoder: ResponseDecoder {
    /// How a `Date` is read; ``DateStrategy/deferredToDate`` unless set.
    public var dateDecodingStrategy = DateStrategy.deferredToDate
    /// How `Data` is read; ``DataStrategy/base64`` unless set.
    public var dataDecodingStrategy = DataStrategy.base64
    /// Which names the keys of a type stand for; ``KeyStrategy/useDefaultKeys`` unless set.
    public var keyDecodingStrategy = KeyStrategy.useDefaultKeys
    /// Whether texts can stand for infinity and for what is no number; an error unless set.
    public var nonConformingFloatDecodingStrategy = NonConformingFloatStrategy.throw
    /// What the decoded types can ask the decoder for.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// How deep and how long a document may be.
    public var limits = JSONLimits()

    /// What `JSONDecoder` does unless told otherwise.
    public init() {}

    /// For the bodies of answers, what `FoundationJSON` does.
    /// - Parameter dates: how dates are read.
    public init(dates: DateFormat) { dateDecodingStrategy = .format(dates) }

    /// The value that a document holds.
    /// - Parameters:
    ///   - type: what it is to be.
    ///   - data: UTF-8, with or without a byte order mark. It is read where it is, not copied.
    /// - Throws: `DecodingError.dataCorrupted` with a ``JSONSyntaxError`` as its cause where the document is no JSON or
    ///   beyond the ``limits``; the `DecodingError` of the first value that is not as the type wants it; what the type's
    ///   own `init(from:)` throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try data.withUnsafeBytes { try decode(type, fromUTF8: $0.bindMemory(to: UInt8.self)) }
    }

    /// The value that a document holds.
    /// - Throws: what ``decode(_:from:)-(_,Data)`` throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try bytes.withUnsafeBufferPointer { try decode(type, fromUTF8: $0) }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, fromUTF8 bytes: UnsafeBufferPointer<UInt8>
    ) throws -> Value {
        try withSession(bytes) { session in try session.value(type, at: 0) }
    }

    /// Parses a document, and decodes what `body` wants of it.
    @inline(__always)
    func withSession<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (DecodingSession) throws -> Value
    ) throws -> Value {
        try withSession(bytes, at: [], body)
    }

    /// The same for a document that is a part of another.
    @inline(__always)
    func withSession<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>, at path: [any CodingKey], _ body: (DecodingSession) throws -> Value
    ) throws -> Value {
        // What the types themselves throw, a syntax error of a text in the document perhaps, is none of the document.
        var isParsed = false
        do {
            return try Tape.read(bytes, limits: limits) { tape in
                isParsed = true
                var session = DecodingSession(tape, settings: self, prefix: path)
                // Whoever kept a decoder or a container can go on using it.
                defer { if !isKnownUniquelyReferenced(&session) { session.keepDocument() } }
                return try body(session)
            }
        } catch let error as JSONSyntaxError where !isParsed {
            let description = "The given data was not valid JSON: \(error)."
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: path, debugDescription: description, underlyingError: error))
        }
    }
}
