import Foundation
import Portico
import PorticoJSON
import Testing

@Suite struct JSONValueTextTests {
    static let documents = [
        "null", "true", "[]", "{}", "-0", "1e400", "[1,2.5,-3e-7,\"a\\u00e9\\n\",null,{\"a\":{\"b\":[]}}]",
        "18446744073709551615", "123456789012345678901234567890", "-9223372036854775809", "0.1", "1E2",
        "18446744073730941E-0", "9007199254740993.0",
        "[", "{\"a\" 1}", "01", "\"\\ud800\"", "", "\u{FEFF}[1]",
    ]

    @Test(arguments: documents)
    func `a document is read as the core reads it`(json: String) {
        let data = Data(json.utf8)

        #expect((try? JSONValue(json: data)) == (try? FoundationJSON().decode(JSONValue.self, from: data)))
    }

    @Test(arguments: [
        ("18446744073730941E-0", 18_446_744_073_730_941), ("9007199254740993.0", 9_007_199_254_740_993),
        ("-9007199254740993000e-3", -9_007_199_254_740_993), ("90071992547409.93E2", 9_007_199_254_740_993),
    ])
    func `an integer that is written as a fraction keeps its digits`(json: String, value: Int) {
        #expect((try? JSONValue(json: Data(json.utf8))) == .number(JSONNumber(value)))
        #expect(JSONValue(parsing: Data(json.utf8)) == .number(JSONNumber(value)))
    }

    @Test func `of a name that comes twice the first one counts`() throws {
        #expect(try JSONValue(json: Data(#"{"a":1,"a":2,"\u0061":3}"#.utf8)) == ["a": 1])
    }

    @Test func `a value is written sorted, pretty or not, and read again`() throws {
        let value: JSONValue = ["b": ["x/y", 1.5, nil], "a": [:], "n": .number(JSONNumber(UInt64.max))]

        #expect(try value.json() == Data(#"{"a":{},"b":["x/y",1.5,null],"n":18446744073709551615}"#.utf8))
        #expect(try JSONValue(json: value.json([.prettyPrinted, .sortedKeys])) == value)
        #expect(throws: EncodingError.self) { try JSONValue.number(JSONNumber(Double.infinity)).json() }
    }

    @Test func `errors have a place, and limits hold`() {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(json: Data("[1,\n 2,,]".utf8)) }
        #expect(error?.offset == 7 && error?.line == 2)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(json: Data("[[[]]]".utf8), limits: JSONLimits(depth: 2)) }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(json: Data("[1e999]".utf8)) }
    }

    @Test func `a model holds a value with no type, by Codable and by mapping`() throws {
        struct Model: Decodable, JSONMappable {
            var extra: JSONValue
            init(map: borrowing JSONMap) throws(MappingError) { extra = try map("extra") }
        }
        let data = Data(#"{"extra":{"a":[1,{"b":2}]}}"#.utf8)

        #expect(try FastJSONDecoder().map(Model.self, from: data).extra == ["a": [1, ["b": 2]]])
        #expect(try FastJSONDecoder().decode([String: JSONValue].self, from: data)["extra"] == ["a": [1, ["b": 2]]])
    }
}
