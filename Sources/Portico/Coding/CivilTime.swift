/// Day and time of the proleptic Gregorian calendar in UTC, as RFC 3339 and HTTP write them.
struct CivilTime: Hashable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    /// 60 in a leap second.
    var second: Int

    static let secondsPerDay: Int64 = 86400

    /// Whether there is such a day and such a time of day, a leap second included.
    var isValid: Bool {
        (1...12).contains(month) && day >= 1 && day <= Self.days(inMonth: month, of: year)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

// The arithmetic counts years from March, so that a leap day is the last of its year, and in eras of 400 years, after
// which the calendar repeats. 719,468 days lie between 0000-03-01 and 1970-01-01.
extension CivilTime {
    private static let daysPerEra: Int64 = 146_097
    private static let daysFromEraToEpoch: Int64 = 719_468

    init(secondsSince1970 seconds: Int64) {
        let time = seconds.wrapped(Self.secondsPerDay)
        let days = (seconds - time) / Self.secondsPerDay + Self.daysFromEraToEpoch
        let dayOfEra = days.wrapped(Self.daysPerEra)
        let era = (days - dayOfEra) / Self.daysPerEra
        // Leap days are taken out of the count, after which every year has 365.
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        (hour, minute, second) = (Int(time / 3600), Int(time / 60 % 60), Int(time % 60))
    }

    var secondsSince1970: Int64 { daysSince1970 * Self.secondsPerDay + Int64(hour * 3600 + minute * 60 + second) }

    /// 0 for Sunday.
    var weekday: Int { Int((daysSince1970 + 4).wrapped(7)) }

    private var daysSince1970: Int64 {
        let yearFromMarch = Int64(month <= 2 ? year - 1 : year)
        let yearOfEra = yearFromMarch.wrapped(400)
        let era = (yearFromMarch - yearOfEra) / 400
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromEraToEpoch
    }
}

extension Int64 {
    /// The remainder that is never negative.
    fileprivate func wrapped(_ divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
