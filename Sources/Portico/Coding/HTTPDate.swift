#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The dates of HTTP's own fields, such as `Date`, `Expires` and `Retry-After` (RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`; a fraction of a second is cut off.
    static func text(for date: Date) -> String {
        let civil = CivilTime(secondsSince1970: Int64(date.clamped.timeIntervalSince1970.rounded(.down)))
        return ByteWriter.text(capacity: 32) { writer in
            writer.write(weekdays[civil.weekday].short)
            writer.write(", ")
            writer.write(civil.day, digits: 2)
            writer.write(UInt8(ascii: " "))
            writer.write(months[civil.month - 1])
            writer.write(UInt8(ascii: " "))
            writer.write(civil.year, digits: 4)
            writer.write(UInt8(ascii: " "))
            writer.write(civil)
            writer.write(" GMT")
        }
    }

    /// The date in any of the three forms, the two obsolete ones included; nil for everything else. The day's name has
    /// to be one, and need not be the right one.
    /// - Parameter now: a year of two digits that would lie more than 50 years after this is one of the century before.
    package static func date(from text: String, now: Date = Date()) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = ByteReader(bytes)
            guard let civil = reader.httpDate(now: now), reader.isAtEnd, civil.isValid else { return nil }
            return Date(timeIntervalSince1970: Double(civil.secondsSince1970))
        }
    }

    fileprivate static let weekdays: [(short: StaticString, rest: StaticString)] = [
        ("Sun", "day"), ("Mon", "day"), ("Tue", "sday"), ("Wed", "nesday"),
        ("Thu", "rsday"), ("Fri", "day"), ("Sat", "urday"),
    ]
    fileprivate static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension ByteReader {
    fileprivate mutating func httpDate(now: Date) -> CivilTime? {
        guard let weekday = HTTPDate.weekdays.first(where: { take($0.short) }) else { return nil }
        if take(", ") { return fixedDate() }
        if take(UInt8(ascii: " ")) { return asctimeDate() }
        return take(weekday.rest) && take(", ") ? obsoleteDate(now: now) : nil
    }

    /// `06 Nov 1994 08:49:37 GMT`
    private mutating func fixedDate() -> CivilTime? {
        guard let day = number(digits: 2), take(UInt8(ascii: " ")), let month = month(), take(UInt8(ascii: " ")),
            let year = number(digits: 4), take(UInt8(ascii: " ")), let time = time(), take(" GMT")
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    /// `Nov  6 08:49:37 1994`
    private mutating func asctimeDate() -> CivilTime? {
        guard let month = month(), take(UInt8(ascii: " ")),
            let day = take(UInt8(ascii: " ")) ? number(digits: 1) : number(digits: 2), take(UInt8(ascii: " ")),
            let time = time(), take(UInt8(ascii: " ")), let year = number(digits: 4)
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    /// `06-Nov-94 08:49:37 GMT`
    private mutating func obsoleteDate(now: Date) -> CivilTime? {
        guard let day = number(digits: 2), take(UInt8(ascii: "-")), let month = month(), take(UInt8(ascii: "-")),
            let shortYear = number(digits: 2), take(UInt8(ascii: " ")), let time = time(), take(" GMT")
        else { return nil }
        let thisYear = CivilTime(secondsSince1970: Int64(now.clamped.timeIntervalSince1970)).year
        var year = thisYear - thisYear % 100 + shortYear
        if year > thisYear + 50 { year -= 100 }
        return CivilTime(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    private mutating func month() -> Int? {
        HTTPDate.months.firstIndex { take($0) }.map { $0 + 1 }
    }
}
