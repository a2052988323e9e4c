/// The members of a body as one object for a ``BodyEncoder``.
struct EncodedFields: Encodable {
    let fields: [BodyField]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for field in fields {
            let key = TextKey(stringValue: field.name)
            switch field.content {
            case .encodable(let value):
                do { try container.encode(value, forKey: key) } catch let problem as ParameterProblem {
                    throw field.invalid(problem.message)
                }
            case .parameter(.null, _), .parameter(.explicitNull, _): try container.encodeNil(forKey: key)
            case .parameter(let value, let style): try container.encode(Styled(value: value, style: style), forKey: key)
            case .files: throw field.invalid("a file, which only a multipart endpoint can send")
            }
        }
    }

    /// A value that was taken apart, put together again: only its dates follow the style.
    private struct Styled: Encodable {
        let value: ParameterValue
        let style: ResolvedStyle

        func encode(to encoder: any Encoder) throws {
            switch value {
            case .array(let elements):
                var container = encoder.unkeyedContainer()
                for element in elements { try container.encode(Styled(value: element, style: style)) }
            case .object(let members):
                var container = encoder.container(keyedBy: TextKey.self)
                for member in members {
                    let key = TextKey(stringValue: member.key)
                    try container.encode(Styled(value: member.value, style: style), forKey: key)
                }
            default:
                try encodeScalar(to: encoder)
            }
        }

        private func encodeScalar(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .unsigned(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .float(let value): try container.encode(value)
            case .decimal(let value): try container.encode(value)
            case .wide(let value): try container.encode(value)
            case .unsignedWide(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .date(let date): try style.dates.encode(date, to: encoder)
            case .data(let data): try container.encode(data)
            case .null, .explicitNull, .absent, .array, .object: try container.encodeNil()
            }
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
