import Foundation
import Testing

@testable import PorticoJSON

/// Each strategy with values that fit it, that nearly do and that do not, as `JSONDecoder` reads them.
@Suite struct StrategyAgreementTests {
    private struct Dated: Decodable { var at: Date, ats: [Date]?, maybe: Date? }

    static let dates = [
        "0", "-1.5", "1e3", "700000000.25", "1e308", "null", #""x""#, "[]", "{}", "true", #""2024-01-02T03:04:05Z""#,
        #""2024-01-02T03:04:05.25Z""#, #""2024-01-02""#, #""\u0032024-01-02T03:04:05Z""#, #""""#,
    ]

    private static func documents(_ values: [String]) -> [String] {
        values + values.map { "[\($0)]" }
    }

    private static func models(_ values: [String]) -> [String] {
        values.map { #"{"at":\#($0),"ats":[\#($0)],"maybe":\#($0)}"# } + ["{}", #"{"at":0}"#]
    }

    @Test func `dates by each strategy`() {
        let custom = Setting.dates(
            .custom { Date(timeIntervalSince1970: Double(try $0.singleValueContainer().decode(String.self)) ?? 7) },
            .custom { Date(timeIntervalSince1970: Double(try $0.singleValueContainer().decode(String.self)) ?? 7) })
        // A text that is no date in ISO 8601 has no place for Foundation.
        let formatted = Self.dates.filter { !$0.contains("\"") || $0.hasSuffix(#"Z""#) && !$0.contains(".") }
        let settings: [(Setting, [String])] = [
            (.plain, Self.dates), (.dates(.secondsSince1970, .secondsSince1970), Self.dates),
            (.dates(.millisecondsSince1970, .millisecondsSince1970), Self.dates),
            (.dates(.iso8601, .iso8601), formatted), (custom, Self.dates),
        ]
        for (setting, dates) in settings {
            expectSame([Date].self, of: dates.map { "[\($0)]" }, setting)
            expectSame(Dated.self, of: Self.models(dates), setting)
            expectSame([String: Date?].self, of: dates.map { #"{"x":\#($0)}"# }, setting)
        }
    }

    @Test func `data by each strategy`() {
        struct Blob: Decodable { var at: Data, ats: [Data]?, maybe: Data? }
        let values = [
            #""""#, #""aGk=""#, #""aGk""#, #""a Gk=""#, #""aG\nk=""#, #""aGk=\u003d""#, "null", "1", "[104,105]",
            "[256]", "[1.0]",
            "[null]", "{}", "true", #""====""#, #""YQ==YQ==""#,
        ]
        let settings: [Setting] = [
            .plain, .data(.deferredToData, .deferredToData),
            .data(
                .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) },
                .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }),
        ]
        for setting in settings {
            expectSame(Data.self, of: Self.documents(values), setting)
            expectSame(Blob.self, of: Self.models(values), setting)
        }
    }

    @Test func `numbers that are no numbers`() {
        let values = [#""inf""#, #""-inf""#, #""nan""#, #""x""#, "1", "null", "[]", "1e400"]
        for setting in [Setting.plain, .floats] {
            expectSame([Double].self, of: values.map { "[\($0)]" }, setting)
            expectSame([Float].self, of: values.map { "[\($0)]" }, setting)
            expectSame([Double?].self, of: values.map { "[\($0)]" }, setting)
            expectSame([String: Float].self, of: values.map { #"{"x":\#($0)}"# }, setting)
            expectSame([Int].self, of: values.map { "[\($0)]" }, setting)
            expectSame([Decimal].self, of: values.map { "[\($0)]" }, setting)
        }
    }

    @Test func `keys by each strategy`() {
        struct Words: Decodable {
            var oneTwo: Int?
            var three: Inner
            struct Inner: Decodable { var fourFive: [String: Int], six: Int }
        }
        struct Capitals: Decodable { var ONE: Int, TWO: [String: Int], THREE: [Capitals]? }
        let words = [
            #"{"one_two":1,"three":{"four_five":{"a_b":1},"six":2}}"#, #"{"three":{"four_five":{"a_b":"x"},"six":2}}"#,
            #"{"three":{"four_five":{},"six":null}}"#, #"{"three":{"four_five":{}}}"#, #"{"three":[]}"#, "{}", "[]",
            #"{"one_two":"x"}"#,
        ]
        expectSame(Words.self, of: words, .snakeCase)
        let capitals = [
            #"{"one":1,"two":{"a":1},"three":[{"one":2,"two":{}}]}"#, #"{"one":1,"two":{"a":"x"}}"#, #"{"one":"x"}"#,
            #"{"ONE":1,"one":2,"Two":{}}"#, #"{"one":1,"ONE":2,"two":{}}"#, "{}",
            #"{"one":1,"two":{},"three":[{"one":1}]}"#,
        ]
        expectSame(Capitals.self, of: capitals, .customKeys)
    }
}
