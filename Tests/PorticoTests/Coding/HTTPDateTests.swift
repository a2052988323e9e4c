import Foundation
import Testing

@testable import Portico

@Suite struct HTTPDateTests {
    static let now = Date(timeIntervalSince1970: 1_750_000_000) // 2025

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Thu Nov 16 08:49:37 1994", 784_975_777),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ("Wednesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
        ("Thursday, 01-Jan-76 00:00:00 GMT", 189_302_400),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ])
    func `the three forms of RFC 9110 are read`(text: String, seconds: Double) {
        #expect(HTTPDate.date(from: text, now: Self.now)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "Sun", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 94 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Okt 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sunny, 06-Nov-94 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun Nov 6 08:49:37 1994", "120", "784111777",
    ])
    func `anything else is no date`(text: String) {
        #expect(HTTPDate.date(from: text, now: Self.now) == nil)
    }

    @Test(arguments: [
        (784_111_777.0, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (-0.5, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `the preferred form is written`(seconds: Double, text: String) {
        #expect(DateFormat.rfc1123.text(for: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func `a week of days has its seven names`() {
        let days = (0..<7).map {
            DateFormat.rfc1123.text(for: Date(timeIntervalSince1970: Double($0) * 86400)).prefix(3)
        }
        #expect(days == ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"])
    }
}
