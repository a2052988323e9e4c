#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The members of a body as one object for a ``BodyEncoder``.
struct EncodedFields: Encodable {
    let fields: [BodyField]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (index, field) in fields.enumerated() {
            let key = TextKey(stringValue: field.name)
            if fields[..<index].contains(where: { $0.name == field.name }) {
                throw field.invalid("the member '\(field.name)' of the body is bound twice")
            }
            do {
                switch field.content {
                case .encodable(let value as Decimal) where !value.isFinite: throw ParameterProblem.notFinite
                case .encodable(let value):
                    try container.encode(inOrder(value), forKey: key)
                case .parameter(let value, _): try Self.encode(value, forKey: key, in: &container)
                case .files: throw ParameterProblem("a file, which only a multipart endpoint can send")
                }
            } catch {
                throw field.invalid(ParameterProblem(error, below: 1).message)
            }
        }
    }

    /// Encodes what was bound without an encoder, which is never more than one number or text; or null.
    private static func encode(
        _ value: ParameterValue, forKey key: TextKey, in container: inout KeyedEncodingContainer<TextKey>
    ) throws {
        switch value {
        case .bool(let value): try container.encode(value, forKey: key)
        case .integer(let value): try container.encode(value, forKey: key)
        case .unsigned(let value): try container.encode(value, forKey: key)
        case .double(let value): try container.encode(value, forKey: key)
        case .float(let value): try container.encode(value, forKey: key)
        case .decimal(let value): try container.encode(value, forKey: key)
        case .wide(let value): try container.encode(value, forKey: key)
        case .unsignedWide(let value): try container.encode(value, forKey: key)
        case .text(let value): try container.encode(value, forKey: key)
        case .date(let value): try container.encode(value, forKey: key)
        case .data(let value): try container.encode(value, forKey: key)
        case .null, .explicitNull, .absent, .array, .object: try container.encodeNil(forKey: key)
        }
    }
}

/// A key that is nothing but its text.
struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
