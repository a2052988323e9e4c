import Foundation
import Portico
import Testing

@testable import PorticoJSON

@Suite struct StrategyTests {
    private struct Value<Wrapped: Decodable & Equatable>: Decodable, Equatable { var value: Wrapped }

    private func decode<Wrapped: Decodable & Equatable>(
        _ type: Wrapped.Type, _ json: String, _ change: (inout FastJSONDecoder) -> Void = { _ in }
    ) throws -> Wrapped {
        var decoder = FastJSONDecoder()
        change(&decoder)
        return try decoder.decode(Value<Wrapped>.self, from: Data("{\"value\":\(json)}".utf8)).value
    }

    @Test func `dates are read as the strategy says`() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)

        #expect(try decode(Date.self, "721692800") == date)
        #expect(try decode(Date.self, "1700000000") { $0.dateDecodingStrategy = .secondsSince1970 } == date)
        #expect(try decode(Date.self, "1700000000000") { $0.dateDecodingStrategy = .millisecondsSince1970 } == date)
        let text = "\"2023-11-14T22:13:20Z\""
        #expect(try decode(Date.self, text) { $0.dateDecodingStrategy = .iso8601 } == date)
        #expect(try decode(Date.self, text) { $0.dateDecodingStrategy = .format(.rfc3339) } == date)
        let fraction = "\"2023-11-15T00:13:20.000+02:00\""
        #expect(try decode(Date.self, fraction) { $0.dateDecodingStrategy = .format(.rfc3339) } == date)
        let custom = FastJSONDecoder.DateStrategy.custom { decoder in
            Date(timeIntervalSince1970: Double(try decoder.singleValueContainer().decode(String.self)) ?? 0)
        }
        #expect(try decode(Date.self, "\"1700000000\"") { $0.dateDecodingStrategy = custom } == date)
    }

    @Test(arguments: [
        "2023-11-14T22:13:20Z", "2023-02-29T00:00:00Z", "2024-02-29T23:59:59Z", "2023-11-14T24:00:00Z",
        "2023-11-14T22:13:60Z",
        "2023-11-14 22:13:20Z", "2023-11-14T22:13:20", "2023-11-14T22:13:20+01:00", "2023-11-14T22:13:20.5Z",
        "2023-13-01T00:00:00Z",
        "0000-01-01T00:00:00Z", "1582-10-10T00:00:00Z", "9999-12-31T23:59:59Z", "", "20231114T221320Z",
        "2023-11-14t22:13:20z",
        "2023-00-10T00:00:00Z", "2023-04-31T00:00:00Z",
    ])
    func `ISO 8601 is read as Foundation reads it`(_ text: String) {
        let foundation = JSONDecoder()
        foundation.dateDecodingStrategy = .iso8601
        var decoder = FastJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let data = Data("[\"\(text)\"]".utf8)

        let date = try? decoder.decode([Date].self, from: data)

        #expect(date == (try? foundation.decode([Date].self, from: data)))
    }

    @Test func `data is read as the strategy says`() throws {
        #expect(try decode(Data.self, "\"aGk=\"") == Data("hi".utf8))
        #expect(try decode(Data.self, "\"aGk\\u003D\"") == Data("hi".utf8))
        #expect(try decode(Data.self, "[104, 105]") { $0.dataDecodingStrategy = .deferredToData } == Data("hi".utf8))
        let custom = FastJSONDecoder.DataStrategy.custom {
            Data(try $0.singleValueContainer().decode(String.self).utf8)
        }
        #expect(try decode(Data.self, "\"hi\"") { $0.dataDecodingStrategy = custom } == Data("hi".utf8))
        #expect(throws: DecodingError.self) { try decode(Data.self, "\"?\"") }
    }

    @Test func `texts stand for numbers that JSON does not have where they are allowed to`() throws {
        let texts = FastJSONDecoder.NonConformingFloatStrategy.convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")

        #expect(try decode(Double.self, "\"inf\"") { $0.nonConformingFloatDecodingStrategy = texts } == .infinity)
        #expect(try decode(Float.self, "\"-inf\"") { $0.nonConformingFloatDecodingStrategy = texts } == -.infinity)
        #expect(try decode(Double.self, "\"\\u006ean\"") { $0.nonConformingFloatDecodingStrategy = texts }.isNaN)
        #expect(try decode(Double.self, "\"nan\"") { $0.nonConformingFloatDecodingStrategy = texts }.isNaN)
        #expect(
            try decode([Double].self, "[1, \"inf\"]") { $0.nonConformingFloatDecodingStrategy = texts } == [
                1, .infinity,
            ])
        #expect(throws: DecodingError.self) { try decode(Double.self, "\"inf\"") }
        #expect(throws: DecodingError.self) {
            try decode(Double.self, "\"other\"") { $0.nonConformingFloatDecodingStrategy = texts }
        }
    }

    @Test func `types can ask for what they were given`() throws {
        struct Asking: Decodable {
            let text: String?
            init(from decoder: any Decoder) throws {
                text = CodingUserInfoKey(rawValue: "key").flatMap { decoder.userInfo[$0] as? String }
            }
        }
        var decoder = FastJSONDecoder()
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        decoder.userInfo[key] = "given"

        #expect(try decoder.decode([Asking].self, from: Data("[1]".utf8)).map(\.text) == ["given"])
    }

    @Test func `keys are made of names by a function, which is told where they stand`() throws {
        var decoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            PathKey.name(path.map(\.stringValue).joined(separator: "/").replacingOccurrences(of: "v/", with: ""))
        }

        struct Outer: Decodable {
            var v: [String: Int]
        }
        #expect(try decoder.decode(Outer.self, from: Data(#"{"v":{"as it is":1}}"#.utf8)).v == ["as it is": 1])
        #expect(throws: DecodingError.self) { try decoder.decode(Outer.self, from: Data(#"{"w":{}}"#.utf8)) }
    }

    @Test func `a document is bytes as well`() throws {
        #expect(try FastJSONDecoder().decode([Int].self, from: Array("[1,2]".utf8)) == [1, 2])
        #expect(throws: DecodingError.self) { try FastJSONDecoder().decode(Int.self, from: [UInt8]()) }
        #expect(throws: DecodingError.self) { try FastJSONDecoder().decode(Int.self, from: Data()) }
    }

    @Test(arguments: [
        "{a:1}", "[1,]", "// a comment\n1", "'text'", "+1", "0x1F", "Infinity", "[1] // more", "{\"a\":.5}",
    ])
    func `JSON5 is refused`(_ document: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try FastJSONDecoder().decode(JSONValue.self, from: Data(document.utf8))
        }

        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.underlyingError is JSONSyntaxError)
        #expect(context.codingPath.isEmpty)
    }
}
