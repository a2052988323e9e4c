#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// JSON through Foundation's coders: what a client reads and writes bodies with unless told otherwise.
///
/// Keys are sorted and slashes are not escaped, so the same value makes the same bytes, but for a `Set` somewhere
/// inside of it. Dates follow one ``DateFormat``, data is Base64, and a number that is not finite is an error. Keys are
/// the `CodingKeys`, letter for letter: Foundation's snake_case strategies turn `userID` into `user_id` and then read
/// it back as `userId`, so they are not offered.
public struct FoundationJSON: ResponseDecoder, BodyEncoder {
    private let decoder: JSONDecoder
    private let encoder: JSONEncoder

    /// - Parameter dates: how dates are written and read.
    public init(dates: DateFormat = .rfc3339) {
        decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in try dates.decode(from: decoder) }
        encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in try dates.encode(date, to: encoder) }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            return try decoder.decode(type, from: data)
        } catch let error as DecodingError where error.isWithoutPlace {
            // Malformed text fails as it did; a number that does not fit now says where it is.
            try Located.findFailure(of: type) { located in _ = try decoder.decode(located, from: data) }
            throw error
        }
    }

    public func encode<Value: Encodable>(_ value: Value) throws -> Data {
        let json = try encoder.encode(value)
        if json.holdsNaN, JSONValue(parsing: json) == nil {
            let context = EncodingError.Context(codingPath: [], debugDescription: "a number that is not finite")
            throw EncodingError.invalidValue(value, context)
        }
        return json
    }
}

extension Data {
    /// Whether `NaN` is in it, which Foundation's encoder writes for a `Decimal` that is no number, and which is no
    /// JSON.
    fileprivate var holdsNaN: Bool {
        withUnsafeBytes { bytes in
            guard bytes.count >= 3 else { return false }
            let (large, small) = (UInt8(ascii: "N"), UInt8(ascii: "a"))
            return (0..<bytes.count - 2).contains { index in
                bytes[index + 2] == large && bytes[index + 1] == small && bytes[index] == large
            }
        }
    }
}
