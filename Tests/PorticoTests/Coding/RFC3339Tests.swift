import Foundation
import Testing

@testable import Portico

@Suite struct RFC3339Tests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0.0),
        ("2024-01-02T03:04:05Z", 1_704_164_645),
        ("2024-01-02t03:04:05z", 1_704_164_645),
        ("2024-01-02 03:04:05Z", 1_704_164_645),
        ("2024-01-02T03:04:05+00:00", 1_704_164_645),
        ("2024-01-02T03:04:05-00:00", 1_704_164_645),
        ("2024-01-02T05:34:05+02:30", 1_704_164_645),
        ("2024-01-01T19:04:05-08:00", 1_704_164_645),
        ("2024-02-29T00:00:00Z", 1_709_164_800),
        ("2000-02-29T00:00:00Z", 951_782_400),
        ("1969-12-31T23:59:59Z", -1),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2017-01-01T00:59:60+01:00", 1_483_228_800),
        ("2024-01-02T03:04:05.5Z", 1_704_164_645.5),
        ("2024-01-02T03:04:05.25Z", 1_704_164_645.25),
        ("2024-01-02T03:04:05.125Z", 1_704_164_645.125),
        ("2024-01-02T03:04:05.0625Z", 1_704_164_645.0625),
        ("2024-01-02T03:04:05.03125Z", 1_704_164_645.03125),
        ("2024-01-02T03:04:05.015625Z", 1_704_164_645.015625),
        ("2024-01-02T03:04:05.0078125Z", 1_704_164_645.0078125),
        ("2024-01-02T03:04:05.00390625Z", 1_704_164_645.00390625),
        ("2024-01-02T03:04:05.500000000+00:00", 1_704_164_645.5),
    ])
    func `a date is read with any offset and 0 to 9 fractional digits`(text: String, seconds: Double) {
        #expect(DateFormat.rfc3339.date(from: text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "2024", "2024-01-02", "2024-01-02T03:04Z", "2024-01-02T03:04:05", "2024-01-02T03:04:05.Z",
        "2024-01-02T03:04:05.1234567890Z", "2024-01-02T03:04:05,5Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
        "2024-01-32T00:00:00Z", "2024-01-00T00:00:00Z", "2024-04-31T00:00:00Z", "2023-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z", "2024-01-02T24:00:00Z", "2024-01-02T03:60:05Z", "2024-01-02T03:04:61Z",
        "2024-01-02T03:04:60Z", "2016-12-31T23:59:60+01:00", "2024-01-02T03:04:05+24:00", "2024-01-02T03:04:05+01:60",
        "2024-01-02T03:04:05+0100", "2024-01-02T03:04:05+01", "2024-01-02T03:04:05ZZ", " 2024-01-02T03:04:05Z",
        "2024-01-02T03:04:05Z\n", "-024-01-02T03:04:05Z", "+2024-01-02T03:04:05Z", "24-01-02T03:04:05Z",
        "2024/01/02T03:04:05Z", "２０２４-01-02T03:04:05Z", "2024-01-02_03:04:05Z",
    ])
    func `anything else is no date`(text: String) {
        #expect(DateFormat.rfc3339.date(from: text) == nil)
    }

    @Test(arguments: [
        (1_704_164_645.0, "2024-01-02T03:04:05Z"),
        (1_704_164_645.5, "2024-01-02T03:04:05.500Z"),
        (1_704_164_645.123, "2024-01-02T03:04:05.123Z"),
        (1_704_164_645.0004, "2024-01-02T03:04:05Z"),
        (1_704_164_645.9996, "2024-01-02T03:04:06Z"),
        (-0.25, "1969-12-31T23:59:59.750Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
    ])
    func `whole seconds have no fraction and others have three digits`(seconds: Double, text: String) {
        #expect(DateFormat.rfc3339.text(for: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [
        (0, "2024-01-02T03:04:06Z"), (1, "2024-01-02T03:04:05.7Z"), (2, "2024-01-02T03:04:05.65Z"),
        (3, "2024-01-02T03:04:05.654Z"), (6, "2024-01-02T03:04:05.654321Z"), (-1, "2024-01-02T03:04:06Z"),
    ])
    func `the digits of a fraction can be chosen`(digits: Int, text: String) {
        let date = Date(timeIntervalSince1970: 1_704_164_645.654321)
        #expect(DateFormat.rfc3339(fractionalDigits: digits).text(for: date) == text)
    }

    @Test(arguments: 0...6)
    func `text of up to six digits survives reading and writing`(digits: Int) {
        let format = DateFormat.rfc3339(fractionalDigits: digits)
        var generator = SystemRandomNumberGenerator()

        for _ in 0..<2000 {
            let seconds = Double.random(in: 0...4_000_000_000, using: &generator)
            let text = format.text(for: Date(timeIntervalSince1970: seconds))
            #expect(format.date(from: text).map(format.text) == text)
        }
    }

    @Test func `a date of nine digits survives writing and reading exactly`() {
        let format = DateFormat.rfc3339(fractionalDigits: 9)
        for _ in 0..<5000 {
            let date = Date(timeIntervalSinceReferenceDate: .random(in: 100_000_000...4_000_000_000))
            #expect(format.date(from: format.text(for: date)) == date)
        }
    }

    @Test func `every day of 800 years is the day after the one before`() {
        let first: Int64 = -12_622_780_800 // 1570-01-01
        var last = (year: 1569, month: 12, day: 31)
        var wrong: [Int64] = []

        for day in 0..<Int64(292_194) {
            let seconds = first + day * 86400
            let civil = CivilTime(secondsSince1970: seconds)
            let isNextDay = civil.year == last.year && civil.month == last.month && civil.day == last.day + 1
            let isNextMonth = civil.year == last.year && civil.month == last.month + 1 && civil.day == 1
            let isNextYear = civil.year == last.year + 1 && last.month == 12 && civil.month == 1 && civil.day == 1
            let isNext = isNextDay || isNextMonth && last.day >= 28 || isNextYear && last.day == 31
            if !isNext || !civil.isValid || civil.secondsSince1970 != seconds { wrong.append(day) }
            last = (civil.year, civil.month, civil.day)
        }
        #expect(wrong == [])
        #expect(last == (2369, 12, 31))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 253_402_300_800, -62_167_219_201])
    func `a date that four digits cannot tell is written as the nearest and never traps`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        let nearest = seconds > 0 ? "9999-12-31T23:59:59Z" : "0000-01-01T00:00:00Z"

        // The date itself stays out of `#expect`, which describes it: Foundation traps on one that is no number.
        let (text, canTell) = (DateFormat.rfc3339.text(for: date), DateFormat.rfc3339.canTell(date))
        #expect(text == nearest)
        #expect(!canTell)
        #expect(throws: EncodingError.self) { try FoundationJSON().encode([date]) }
    }
}
