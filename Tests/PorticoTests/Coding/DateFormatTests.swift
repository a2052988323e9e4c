import Foundation
import Portico
import Testing

@Suite struct DateFormatTests {
    static let date = Date(timeIntervalSince1970: 1_704_164_645.25)
    static let dayNumbers = DateFormat.custom(
        text: { "day \(Int($0.timeIntervalSince1970 / 86400))" },
        date: { $0.hasPrefix("day ") ? Double($0.dropFirst(4)).map { Date(timeIntervalSince1970: $0 * 86400) } : nil }
    )

    @Test(arguments: [
        (DateFormat.rfc3339, "2024-01-02T03:04:05.250Z", #"["2024-01-02T03:04:05.250Z"]"#),
        (.rfc3339(fractionalDigits: 0), "2024-01-02T03:04:05Z", #"["2024-01-02T03:04:05Z"]"#),
        (.epochSeconds, "1704164645.25", "[1704164645.25]"),
        (.epochMilliseconds, "1704164645250", "[1704164645250]"),
        (.rfc1123, "Tue, 02 Jan 2024 03:04:05 GMT", #"["Tue, 02 Jan 2024 03:04:05 GMT"]"#),
        (dayNumbers, "day 19724", #"["day 19724"]"#),
    ])
    func `each format has a text and a JSON form`(format: DateFormat, text: String, json: String) throws {
        #expect(format.text(for: Self.date) == text)
        #expect(String(decoding: try FoundationJSON(dates: format).encode([Self.date]), as: UTF8.self) == json)
    }

    @Test(arguments: [
        (DateFormat.rfc3339, #""2024-01-02T03:04:05.25Z""#, 1_704_164_645.25),
        (.epochSeconds, "1704164645.25", 1_704_164_645.25),
        (.epochSeconds, "1704164645", 1_704_164_645),
        (.epochSeconds, "-1.5", -1.5),
        (.epochSeconds, "1.704164645e9", 1_704_164_645),
        (.epochMilliseconds, "1704164645250", 1_704_164_645.25),
        (.epochMilliseconds, "1704164645250.0", 1_704_164_645.25),
        (.rfc1123, #""Tue, 02 Jan 2024 03:04:05 GMT""#, 1_704_164_645),
        (dayNumbers, #""day 2""#, 172_800),
    ])
    func `each format reads its JSON form`(format: DateFormat, json: String, seconds: Double) throws {
        let dates = try FoundationJSON(dates: format).decode([Date].self, from: Data("[\(json)]".utf8))
        #expect(dates == [Date(timeIntervalSince1970: seconds)])
    }

    @Test(arguments: [
        (DateFormat.rfc3339, "1704164645"), (.rfc3339, #""yesterday""#), (.epochSeconds, #""1704164645""#),
        (.epochSeconds, "1e300"), (.epochMilliseconds, #""2024-01-02T03:04:05Z""#), (.rfc1123, "0"),
        (dayNumbers, #""2""#),
    ])
    func `another format is a decoding error`(format: DateFormat, json: String) {
        #expect(throws: DecodingError.self) {
            try FoundationJSON(dates: format).decode([Date].self, from: Data("[\(json)]".utf8))
        }
    }

    @Test(arguments: [
        ("0", 0.0), ("1704164645", 1_704_164_645), ("1704164645.25", 1_704_164_645.25), ("-3", -3),
    ])
    func `epoch seconds are read from text`(text: String, seconds: Double) {
        #expect(DateFormat.epochSeconds.date(from: text) == Date(timeIntervalSince1970: seconds))
        #expect(DateFormat.epochMilliseconds.date(from: text) == Date(timeIntervalSince1970: seconds / 1000))
    }

    @Test(arguments: [
        "", "-", "inf", "nan", "0x10", "1e3", "+1", " 1", "1 ", ".5", "5.", "1.2.3", "1e999", "99999999999999999",
    ])
    func `what is no plain number is no epoch time`(text: String) {
        #expect(DateFormat.epochSeconds.date(from: text) == nil)
    }

    @Test func `a date that cannot be read is an error that says what it was and where`() throws {
        struct Repo: Decodable { var createdAt: Date }
        let error = #expect(throws: DecodingError.self) {
            try FoundationJSON().decode([Repo].self, from: Data(#"[{"createdAt":"yesterday"}]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(context.debugDescription == "'yesterday' is no date in RFC 3339")
        #expect(context.codingPath.last?.stringValue == "createdAt")
    }
}
