#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

/// JSON through ``FastJSONDecoder`` and ``FastJSONEncoder``: what a client reads and writes bodies with once it is told
/// to be fast.
///
/// ```swift
/// let api = client.withJSON(.fast)
/// ```
///
/// It reads and writes what `FoundationJSON` does: keys as they are and sorted, dates in one format, data in Base64.
public struct FastJSON: ResponseDecoder, BodyEncoder {
    private let decoder: FastJSONDecoder
    private let encoder: FastJSONEncoder

    /// - Parameter dates: how dates are written and read.
    public init(dates: DateFormat = .rfc3339) {
        decoder = FastJSONDecoder(dates: dates)
        encoder = FastJSONEncoder(dates: dates)
    }

    /// The value that a document holds.
    /// - Throws: what ``FastJSONDecoder/decode(_:from:)-(_,Data)`` throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.decode(type, from: data)
    }

    /// The text of a value: UTF-8, its members sorted by name.
    /// - Throws: what ``FastJSONEncoder/encode(_:)`` throws.
    public func encode<Value: Encodable>(_ value: Value) throws -> Data { try encoder.encode(value) }
}

extension JSONFormat {
    /// ``FastJSON``: the coders of this module.
    public static let fast = JSONFormat { FastJSON(dates: $0) }
}
