#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A number of JSON: an integer, exact up to 38 digits, or a floating-point number. Two are equal when their values
/// are.
public struct JSONNumber: Hashable, Sendable {
    private let storage: Storage

    /// Each value in the first case that holds it exactly, so that equal numbers are equal cases.
    private enum Storage: Hashable, Sendable {
        case signed(Int64)
        case unsigned(UInt64)
        case decimal(Decimal)
        case double(Double)
    }

    /// An integer: exact up to 38 digits, and the nearest `Double` beyond.
    public init(_ value: some BinaryInteger) {
        if let value = Int64(exactly: value) {
            storage = .signed(value)
        } else if let value = UInt64(exactly: value) {
            storage = .unsigned(value)
        } else if let decimal = Decimal(string: "\(value)") {
            storage = .decimal(decimal)
        } else {
            storage = .double(Double(value))
        }
    }

    /// A floating-point number; one that is not finite has no JSON.
    public init(_ value: Double) {
        if let whole = Int64(exactly: value) {
            storage = .signed(whole)
        } else if let whole = UInt64(exactly: value) {
            storage = .unsigned(whole)
        } else {
            storage = .double(value)
        }
    }

    /// A decimal number; where it is no integer, it is kept as the nearest `Double`.
    public init(_ value: Decimal) {
        let text = "\(value)"
        if let whole = Int64(text) {
            storage = .signed(whole)
        } else if let whole = UInt64(text) {
            storage = .unsigned(whole)
        } else if !value.isNaN, text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") }) {
            storage = .decimal(value)
        } else {
            storage = .double(Double(text) ?? .nan)
        }
    }

    /// A number as JSON writes it, digits and all; nil for any other text.
    package init?(text: String) {
        if let value = Int64(text) {
            self.init(value)
        } else if let value = UInt64(text) {
            self.init(value)
        } else if text.isInteger, text.utf8.count <= 39, let value = Decimal(string: text) {
            self.init(value)
        } else if let value = Double(text) {
            // One as large as that may be another integer than the text.
            if value.magnitude >= 0x1p53, let whole = text.wholeNumber { self.init(whole) } else { self.init(value) }
        } else {
            return nil
        }
    }

    /// The number as an `Int`, or nil where it is none.
    public var int: Int? { exactly(Int.self) }

    /// The number as an integer of any width, or nil where it does not fit.
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        switch storage {
        case .signed(let value): Integer(exactly: value)
        case .unsigned(let value): Integer(exactly: value)
        case .decimal(let value): Integer("\(value)")
        case .double(let value): Integer(exactly: value)
        }
    }

    /// The nearest `Double`.
    public var double: Double {
        switch storage {
        case .signed(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .decimal(let value): Double("\(value)") ?? .nan
        case .double(let value): value
        }
    }

    /// The number with its digits; nil for a `Double` that is none.
    public var decimal: Decimal? {
        switch storage {
        case .signed(let value): Decimal(value)
        case .unsigned(let value): Decimal(value)
        case .decimal(let value): value
        case .double(let value): value.isFinite ? Decimal(string: "\(value)") : nil
        }
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as JSON has it; `null` for one that is not finite, which JSON cannot tell.
    public var description: String {
        switch storage {
        case .signed(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .double(let value): value.isFinite ? "\(value)" : "null"
        }
    }
}

extension JSONNumber: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int64.self) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(value)
        } else {
            let double = try container.decode(Double.self)
            // Digits beyond those of a `Double` matter where there is no fraction.
            let isLargeInteger = double.rounded() == double && abs(double) < 1e38
            if isLargeInteger, let decimal = try? container.decode(Decimal.self) {
                self.init(decimal)
            } else {
                self.init(double)
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch storage {
        case .signed(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        }
    }
}

extension String {
    /// Of a number of JSON: whether it has neither fraction nor exponent.
    fileprivate var isInteger: Bool { utf8.dropFirst().allSatisfy(\.isDigit) }

    /// The integer that is written with a fraction or an exponent, as `20.0` and `1.5e1` are.
    fileprivate var wholeNumber: Int64? {
        let parts = split { $0 == "e" || $0 == "E" }
        let halves = parts[0].split(separator: ".")
        guard var exponent = parts.count == 1 ? 0 : Int(parts[1]) else { return nil }
        if halves.count == 2 { exponent -= halves[1].count }
        var digits = halves.joined()
        while exponent < 0, digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        // One with more zeros is too large.
        guard 0...18 ~= exponent else { return nil }
        return Int64(digits + String(repeating: "0", count: exponent))
    }
}
