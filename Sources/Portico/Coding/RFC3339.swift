#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Dates as RFC 3339 writes them, section 5.6, byte by byte: they are on the path of every call.
package enum RFC3339 {
    /// The date in UTC with so many digits of a fraction, or, where that is nil, three where there is a fraction.
    ///
    /// The fraction is rounded and not cut: .123 as a binary fraction is a little less than that.
    package static func text(for date: Date, fractionalDigits: Int?) -> String {
        let interval = date.clamped.timeIntervalSinceReferenceDate
        var seconds = interval.rounded(.down)
        let scale = powersOfTen[fractionalDigits ?? 3]
        var fraction = ((interval - seconds) * scale).rounded()
        if fraction == scale { (seconds, fraction) = (seconds + 1, 0) }
        let digits = fractionalDigits ?? (fraction == 0 ? 0 : 3)
        let civil = CivilTime(secondsSince1970: Int64(seconds) + secondsTo2001)
        return ByteWriter.text(capacity: 32) { writer in
            writer.write(civil.year, digits: 4)
            writer.write(UInt8(ascii: "-"))
            writer.write(civil.month, digits: 2)
            writer.write(UInt8(ascii: "-"))
            writer.write(civil.day, digits: 2)
            writer.write(UInt8(ascii: "T"))
            writer.write(civil)
            if digits > 0 {
                writer.write(UInt8(ascii: "."))
                writer.write(Int(fraction), digits: digits)
            }
            writer.write(UInt8(ascii: "Z"))
        }
    }

    /// The date that a text means: 0 to 9 fractional digits, `Z` or an offset, `T` or a space, in either case of the
    /// letters; a leap second, at the end of a day in UTC, is the second after it. Nil for everything else.
    package static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = ByteReader(bytes)
            guard let civil = reader.dayAndTime() else { return nil }
            var fraction = 0.0
            if reader.take(UInt8(ascii: ".")) {
                guard let (value, count) = reader.digits(most: 9) else { return nil }
                fraction = Double(value) / powersOfTen[count]
            }
            guard let offset = reader.offset(), reader.isAtEnd else { return nil }
            let seconds = civil.secondsSince1970 - Int64(offset)
            guard civil.second < 60 || seconds % CivilTime.secondsPerDay == 0 else { return nil }
            return Date(timeIntervalSinceReferenceDate: Double(seconds - secondsTo2001) + fraction)
        }
    }

    /// From 1970 to 2001, which `Date` counts from.
    private static let secondsTo2001: Int64 = 978_307_200
    private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}

extension ByteReader {
    fileprivate mutating func dayAndTime() -> CivilTime? {
        guard let year = number(digits: 4), take(UInt8(ascii: "-")),
            let month = number(digits: 2), take(UInt8(ascii: "-")),
            let day = number(digits: 2),
            take(ignoringCase: UInt8(ascii: "T")) || take(UInt8(ascii: " ")),
            let time = time()
        else { return nil }
        let civil = CivilTime(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second
        )
        return civil.isValid ? civil : nil
    }

    /// `hh:mm:ss`, which HTTP's dates have too.
    mutating func time() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(digits: 2), take(UInt8(ascii: ":")),
            let minute = number(digits: 2), take(UInt8(ascii: ":")),
            let second = number(digits: 2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Seconds east of UTC.
    fileprivate mutating func offset() -> Int? {
        if take(ignoringCase: UInt8(ascii: "Z")) { return 0 }
        guard let sign = next(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = number(digits: 2), hours < 24, take(UInt8(ascii: ":")),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}

extension ByteWriter {
    /// `hh:mm:ss`, which HTTP's dates have too.
    mutating func write(_ civil: CivilTime) {
        write(civil.hour, digits: 2)
        write(UInt8(ascii: ":"))
        write(civil.minute, digits: 2)
        write(UInt8(ascii: ":"))
        write(civil.second, digits: 2)
    }
}
