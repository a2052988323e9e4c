import Foundation
@testable import Portico
import Testing

@Suite struct CookieDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 06-Nov-1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37", "6 nov 1994 8:49:37", "1994 Nov 06 08:49:37 PST",
        "Nov/06/1994/08:49:37", "06;November;94;08:49:37", "08:49:37 06 Novem 94x", "Sun 06 Nov 1994 08:49:37.5 +0200",
        "(06) <Nov> [1994] {08:49:37}", "x06 6 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 05 Dec 2001 10:00:00",
    ])
    func `every order and spelling in use`(text: String) {
        #expect(CookieDate.date(from: text)?.timeIntervalSince1970 == 784_111_777)
    }

    @Test(arguments: [
        ("01 Jan 69 00:00:00", 3_124_224_000.0), ("01 Jan 70 00:00:00", 0), ("01 Jan 00 00:00:00", 946_684_800),
        ("01 Jan 99 00:00:00", 915_148_800), ("31 Dec 9999 23:59:59", 253_402_300_799),
        ("01 Jan 1601 00:00:00", -11_644_473_600),
        ("29 Feb 2024 00:00:00", 1_709_164_800),
    ])
    func `years of two digits are those around 2000, and others are what they are`(text: String, seconds: Double) {
        #expect(CookieDate.date(from: text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "Sun", "06 Nov 1994", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37", "32 Nov 1994 08:49:37",
        "00 Nov 1994 08:49:37", "30 Feb 1994 08:49:37", "29 Feb 2023 00:00:00", "06 Nov 1600 08:49:37",
        "06 Nov 94 24:00:00",
        "06 Nov 94 23:60:00", "06 Nov 94 23:59:60", "06 Nov 94 8:49", "06 Nov 94 008:49:37", "06 Nov 94 08:49:377",
        "06 Nov 19945 08:49:37", "06 Nov 1 08:49:37", "6\u{E9} Nov 1 08:49:37", "784111777", "99999999999999999999",
    ])
    func `what is none`(text: String) {
        #expect(CookieDate.date(from: text) == nil)
    }
}
