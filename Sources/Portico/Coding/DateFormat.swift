#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How dates are written and read: one setting for bodies, queries, fields and streams.
///
/// ```swift
/// let json = FoundationJSON(dates: .epochMilliseconds)
/// DateFormat.rfc3339.text(for: date)     // "2024-01-02T03:04:05Z", or "…05.250Z" where the date has a fraction
/// ```
public struct DateFormat: Sendable {
    private let kind: Kind

    private enum Kind: Sendable {
        case rfc3339(fractionalDigits: Int?)
        case epochSeconds
        case epochMilliseconds
        case rfc1123
        case custom(text: @Sendable (Date) -> String, date: @Sendable (String) -> Date?)
    }

    /// RFC 3339 in UTC: whole seconds, or three digits of a fraction where the date, rounded to milliseconds, has one.
    ///
    /// Reads 0 to 9 fractional digits, `Z` or an offset, `T` or a space between day and time, small letters, and a leap
    /// second.
    public static let rfc3339 = DateFormat(kind: .rfc3339(fractionalDigits: nil))

    /// RFC 3339 in UTC with that many digits of a fraction, always. It reads what ``rfc3339`` reads.
    /// - Parameter fractionalDigits: 0 to 9; another number is taken as the nearer of these. A `Date` of our time holds
    ///   six digits exactly.
    public static func rfc3339(fractionalDigits: Int) -> DateFormat {
        DateFormat(kind: .rfc3339(fractionalDigits: min(max(fractionalDigits, 0), 9)))
    }

    /// Seconds since 1970, with a fraction of up to three digits where there is one; in JSON a number.
    public static let epochSeconds = DateFormat(kind: .epochSeconds)

    /// Milliseconds since 1970, rounded; in JSON a number.
    public static let epochMilliseconds = DateFormat(kind: .epochMilliseconds)

    /// What HTTP's own fields have: `Sun, 06 Nov 1994 08:49:37 GMT`. Reads the two obsolete forms too (RFC 9110,
    /// section 5.6.7).
    public static let rfc1123 = DateFormat(kind: .rfc1123)

    /// Any other text.
    /// - Parameters:
    ///   - text: writes a date.
    ///   - date: reads one; nil where the text is none.
    public static func custom(
        text: @escaping @Sendable (Date) -> String, date: @escaping @Sendable (String) -> Date?
    ) -> DateFormat {
        DateFormat(kind: .custom(text: text, date: date))
    }

    /// The date as text. One before the year 0 or after the year 9999, which no such text can tell, is written as the
    /// nearest that can be told.
    public func text(for date: Date) -> String {
        switch kind {
        case .rfc3339(let digits): RFC3339.text(for: date, fractionalDigits: digits)
        case .epochSeconds: Self.secondsText(date.clamped)
        case .epochMilliseconds: "\(date.clamped.millisecondsSince1970)"
        case .rfc1123: HTTPDate.text(for: date)
        case .custom(let text, _): text(date)
        }
    }

    /// The date that a text means, or nil where it is none in this format.
    public func date(from text: String) -> Date? {
        switch kind {
        case .rfc3339: RFC3339.date(from: text)
        case .epochSeconds: Self.number(text).flatMap(Self.date(seconds:))
        case .epochMilliseconds: Self.number(text).flatMap { Self.date(seconds: $0 / 1000) }
        case .rfc1123: HTTPDate.date(from: text)
        case .custom(_, let date): date(text)
        }
    }

    /// Whether a date lies in the years 0 to 9999, which every format can tell; a custom one can tell any.
    func canTell(_ date: Date) -> Bool {
        if case .custom = kind { true } else { date.isTellable }
    }
}

extension DateFormat {
    /// Writes the date where `JSONEncoder` and its like want it: a number for the epoch forms, else text.
    package func encode(_ date: Date, to encoder: any Encoder) throws {
        guard canTell(date) else {
            let message = "the date is outside the years 0 to 9999, which \(name) cannot tell"
            // The number and not the date: Foundation traps when it describes a date that is no number.
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: message)
            throw EncodingError.invalidValue(date.timeIntervalSince1970, context)
        }
        var container = encoder.singleValueContainer()
        switch kind {
        case .epochMilliseconds:
            try container.encode(date.millisecondsSince1970)
        case .epochSeconds:
            let milliseconds = date.millisecondsSince1970
            if milliseconds % 1000 == 0 {
                try container.encode(milliseconds / 1000)
            } else {
                try container.encode(Double(milliseconds) / 1000)
            }
        case .rfc3339, .rfc1123, .custom:
            try container.encode(text(for: date))
        }
    }

    /// Reads what ``encode(_:to:)`` writes.
    package func decode(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        switch kind {
        case .epochSeconds, .epochMilliseconds:
            let number = try container.decode(Double.self)
            if let date = Self.date(seconds: isMilliseconds ? number / 1000 : number) { return date }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the number is no date in \(name)")
        case .rfc3339, .rfc1123, .custom:
            let text = try container.decode(String.self)
            if let date = date(from: text) { return date }
            let message = "'\(text.prefix(64))' is no date in \(name)"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: message)
        }
    }

    private var isMilliseconds: Bool {
        if case .epochMilliseconds = kind { true } else { false }
    }

    private var name: String {
        switch kind {
        case .rfc3339: "RFC 3339"
        case .epochSeconds: "seconds since 1970"
        case .epochMilliseconds: "milliseconds since 1970"
        case .rfc1123: "the form of HTTP's dates"
        case .custom: "the custom format"
        }
    }

    private static func secondsText(_ date: Date) -> String {
        let milliseconds = date.millisecondsSince1970
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }

    /// A number in digits, with a sign and a fraction allowed; Swift's own reading would take `inf` and `0x1p4` too.
    private static func number(_ text: String) -> Double? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let isPlain = digits.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
        guard isPlain, digits.first != UInt8(ascii: "."), digits.last != UInt8(ascii: ".") else { return nil }
        return Double(text)
    }

    private static func date(seconds: Double) -> Date? {
        let date = Date(timeIntervalSince1970: seconds)
        return date.isTellable ? date : nil
    }
}

extension Date {
    /// The years 0 to 9999 in UTC, which four digits can tell, in seconds since 1970.
    private static let tellable = -62_167_219_200.0...253_402_300_799.0

    var isTellable: Bool { Self.tellable.contains(timeIntervalSince1970) }

    /// This date, or the nearest that can be told; one that is no number counts as the first.
    var clamped: Date {
        if isTellable { return self }
        let isLate = timeIntervalSince1970 > Self.tellable.upperBound
        return Date(timeIntervalSince1970: isLate ? Self.tellable.upperBound : Self.tellable.lowerBound)
    }

    /// Rounded to the nearest. Only for a date that can be told.
    fileprivate var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
