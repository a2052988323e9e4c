import Foundation
import Testing

@testable import Portico

@Suite struct JSONValueTests {
    static func decoded(_ json: String) throws -> JSONValue {
        try FoundationJSON().decode(JSONValue.self, from: Data(json.utf8))
    }

    static func encoded(_ value: JSONValue) throws -> String {
        String(decoding: try FoundationJSON().encode(value), as: UTF8.self)
    }

    @Test func `a value is written as a literal and read by names and places`() {
        let name = "Ann"
        let value: JSONValue = [
            "name": "\(name) B", "tags": ["a", "b"], "age": 41, "size": 1.5, "mail": nil, "ok": true,
        ]

        #expect(value["name"]?.string == "Ann B")
        #expect(value["tags"]?[1]?.string == "b")
        #expect(value["tags"]?[2] == nil && value["tags"]?[-1] == nil && value["tags"]?["x"] == nil)
        #expect(value["age"]?.int == 41 && value["age"]?.double == 41 && value["age"]?.string == nil)
        #expect(value["size"]?.double == 1.5 && value["size"]?.int == nil)
        #expect(value["mail"]?.isNull == true && value["missing"] == nil)
        #expect(value["ok"]?.bool == true && value[0] == nil)
        #expect(value.object?.count == 6 && value["tags"]?.array?.count == 2)
    }

    static let samples: [(String, JSONValue)] = [
        ("null", JSONValue.null), ("true", true), ("false", false), ("1", 1), ("-1", -1), ("1.5", 1.5), (#""a""#, "a"),
        ("[]", []), ("{}", [:]),
        (#"[null,{"a":[1,{"b":false}]}]"#, [nil, ["a": [1, ["b": false]]]]),
        ("9007199254740993", .number(JSONNumber(9_007_199_254_740_993 as Int64))),
        ("-9223372036854775808", .number(JSONNumber(Int64.min))),
        ("18446744073709551615", .number(JSONNumber(UInt64.max))),
        ("1e2", 100), ("1.0", 1), ("1e-7", 1e-7), ("1.7976931348623157e308", 1.7976931348623157e308), ("0.1", 0.1),
    ]

    @Test(arguments: samples)
    func `JSON is decoded, parsed and encoded`(json: String, value: JSONValue) throws {
        #expect(try Self.decoded(json) == value)
        #expect(JSONValue(parsing: Data(json.utf8)) == value)
        #expect(try Self.decoded(Self.encoded(value)) == value)
        #expect(JSONValue(parsing: Data(value.description.utf8)) == value)
    }

    @Test(arguments: [
        "0", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211",
        "-123456789012345678901234567890",
    ])
    func `integers survive exactly, of up to 38 digits`(digits: String) throws {
        for value in [try Self.decoded("[\(digits)]"), try #require(JSONValue(parsing: Data("[\(digits)]".utf8)))] {
            #expect(value.description == "[\(digits)]")
            #expect(try Self.encoded(value) == "[\(digits)]")
        }
    }

    @Test func `numbers are equal when their values are`() {
        #expect(JSONNumber(1) == JSONNumber(1.0))
        #expect(JSONNumber(UInt8(1)) == JSONNumber(Decimal(1)))
        #expect(JSONNumber(1e19) == JSONNumber(10_000_000_000_000_000_000 as UInt64))
        #expect(JSONNumber(9_007_199_254_740_993 as Int64) != JSONNumber(9_007_199_254_740_992.0))
        #expect(Set([JSONNumber(2), JSONNumber(2.0), JSONNumber(Decimal(2))]).count == 1)
    }

    @Test func `a number is read as what it fits`() {
        #expect(JSONNumber(300).exactly(UInt8.self) == nil && JSONNumber(200).exactly(UInt8.self) == 200)
        #expect(JSONNumber(UInt64.max).int == nil && JSONNumber(UInt64.max).exactly(UInt64.self) == .max)
        #expect(JSONNumber(1.5).int == nil && JSONNumber(1e300).int == nil && JSONNumber(Double.nan).int == nil)
        #expect(JSONNumber(UInt64.max).double == 0x1p64)
        #expect(JSONNumber(0.1).decimal == Decimal(string: "0.1") && JSONNumber(Double.infinity).decimal == nil)
        #expect(JSONNumber(Decimal(string: "12.5")!).double == 12.5)
    }

    static let descriptions: [(JSONValue, String)] = [
        (JSONValue.object(["b": 1, "a": [true, nil, "x"]]), #"{"a":[true,null,"x"],"b":1}"#),
        ("a\"b\\c\n\r\t\u{1}\u{1F}é😀/", #""a\"b\\c\n\r\t\u0001\u001fé😀/""#),
        (.number(JSONNumber(Double.nan)), "null"),
        (["é\"": 1], #"{"é\"":1}"#),
    ]

    @Test(arguments: descriptions)
    func `a description is compact JSON with sorted keys`(value: JSONValue, text: String) {
        #expect(value.description == text)
    }

    @Test(arguments: [
        (#""\u0041\n\/\\\"\b\f\r\t""#, "A\n/\\\"\u{8}\u{C}\r\t"), (#""\ud83d\ude00""#, "😀"), (#""é\u00e9""#, "éé"),
        (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
    ])
    func `escapes are undone`(json: String, text: String) {
        #expect(JSONValue(parsing: Data(json.utf8)) == .string(text))
    }

    @Test func `the first of several members of a name counts when parsing`() {
        #expect(JSONValue(parsing: Data(#"{"a":1,"a":2}"#.utf8)) == ["a": 1])
    }

    @Test(arguments: ["[", #"{"a":"#, "[1]["])
    func `nesting without an end is an error and no crash`(piece: String) {
        let hostile = Data(String(repeating: piece, count: 100_000).utf8)

        #expect(throws: DecodingError.self) { try FoundationJSON().decode(JSONValue.self, from: hostile) }
        #expect(JSONValue(parsing: hostile) == nil)
    }

    @Test func `balanced nesting beyond the bound is an error and no crash`() {
        let hostile = Data((String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8)

        #expect(throws: DecodingError.self) { try FoundationJSON().decode(JSONValue.self, from: hostile) }
        #expect(JSONValue(parsing: hostile) == nil)
    }

    @Test func `nesting up to the bound is read`() {
        let depth = JSONScanner.maximalDepth
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(JSONValue(parsing: Data(json.utf8))?.description == json)
        #expect(JSONValue(parsing: Data("[\(json)]".utf8)) == nil)
    }

    @Test(arguments: ["", "[", "[1,]", "{\"a\"}", "01", "1 2", "tru", "\"a", "\u{1}"])
    func `what is no JSON has no value`(json: String) {
        #expect(JSONValue(parsing: Data(json.utf8)) == nil)
    }
}
