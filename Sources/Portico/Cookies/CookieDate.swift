#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The dates of `Expires`, as lenient as the web is (RFC 6265bis, section 5.1.1): day, month, year and time in any
/// order, with anything between them. The zone is not looked at; all of them are UTC.
enum CookieDate {
    /// The date; nil where one of the four is missing or there is no such day or time.
    static func date(from text: String) -> Date? {
        var fields = Fields()
        for token in text.utf8.split(whereSeparator: \.isCookieDateDelimiter) { fields.read(token) }
        guard let time = fields.civilTime, time.year >= 1601, time.second < 60, time.isValid else { return nil }
        return Date(timeIntervalSince1970: Double(time.secondsSince1970))
    }

    private struct Fields {
        private var time: (hour: Int, minute: Int, second: Int)?
        private var day: Int?
        private var month: Int?
        private var year: Int?

        /// The first token that can be one of them is that one, in this order.
        mutating func read(_ token: Substring.UTF8View) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, of: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, of: 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }

        var civilTime: CivilTime? {
            guard let time, let day, let month, let year else { return nil }
            return CivilTime(
                year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        }

        /// Three numbers between colons; what follows the last one's digits is not looked at.
        private static func time(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
            let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].allSatisfy(\.isDigit), parts[1].allSatisfy(\.isDigit),
                let hour = number(parts[0], of: 1...2), let minute = number(parts[1], of: 1...2),
                let second = number(parts[2], of: 1...2)
            else { return nil }
            return (hour, minute, second)
        }

        /// The digits that a token begins with, if they are so many.
        private static func number(_ token: Substring.UTF8View, of counts: ClosedRange<Int>) -> Int? {
            let digits = token.prefix(while: \.isDigit)
            guard counts.contains(digits.count) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        private static let months = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]

        private static func month(_ token: Substring.UTF8View) -> Int? {
            let name = token.prefix(3).map(\.lowercasedASCII)
            return months.firstIndex { $0.utf8.elementsEqual(name) }.map { $0 + 1 }
        }
    }
}

extension UInt8 {
    fileprivate var isCookieDateDelimiter: Bool {
        switch self {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
