#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a parameter's value encodes to, before a place and a style give it its text.
enum ParameterValue: Sendable {
    /// A nil, whose style decides.
    case null
    /// A null that was meant, which goes out as one in every style.
    case explicitNull
    /// What is left out in every style.
    case absent
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case float(Float)
    case decimal(Decimal)
    case wide(Int128)
    case unsignedWide(UInt128)
    case text(String)
    case date(Date)
    case data(Data)
    case array([ParameterValue])
    /// In declared order, or, for a dictionary, by its keys, so that the same value always makes the same bytes.
    case object([Member])

    struct Member: Sendable {
        /// As it goes out: the key style was applied to a property's name, and not to a dictionary's key.
        let key: String
        let value: ParameterValue
    }

    /// The text of a value that is no array, object or null; nil for those and for a number that is not finite.
    func text(_ style: ResolvedStyle) -> String? {
        switch self {
        case .null, .absent, .array, .object: nil
        case .explicitNull: "null"
        case .bool(let value): Self.text(value, style)
        case .integer(let value): value.description
        case .unsigned(let value): value.description
        case .double(let value): Self.text(value)
        case .float(let value): Self.text(value)
        case .decimal(let value): value.description
        case .wide(let value): value.description
        case .unsignedWide(let value): value.description
        case .text(let text): text
        case .date(let date): style.dates.text(for: date)
        case .data(let data): data.base64EncodedString()
        }
    }

    static func text(_ value: Bool, _ style: ResolvedStyle) -> String {
        switch style.booleans {
        case .words: value ? "true" : "false"
        case .digits: value ? "1" : "0"
        }
    }

    /// The shortest text that reads back as the same number, with no `.0`, as JSON has it; nil for infinities and NaN.
    static func text(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> String? {
        guard value.isFinite else { return nil }
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
