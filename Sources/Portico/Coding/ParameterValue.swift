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
        case .integer(let value): Self.text(value.magnitude, isNegative: value < 0)
        case .unsigned(let value): Self.text(value, isNegative: false)
        case .double(let value): Self.text(value)
        case .float(let value): Self.text(value)
        case .decimal(let value): value.description
        case .wide(let value): String(value)
        case .unsignedWide(let value): String(value)
        case .text(let text): text
        case .date(let date): style.dates.text(for: date)
        case .data(let data): data.base64EncodedString()
        }
    }

    /// The decimal digits. They are most of what binding an integer costs, and the standard library's own description
    /// takes several times as long.
    private static func text(_ magnitude: UInt64, isNegative: Bool) -> String {
        var count = isNegative ? 2 : 1
        var rest = magnitude / 10
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return String(unsafeUninitializedCapacity: count) { digits in
            if isNegative { digits[0] = UInt8(ascii: "-") }
            rest = magnitude
            for index in ((isNegative ? 1 : 0)..<count).reversed() {
                digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return count
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
