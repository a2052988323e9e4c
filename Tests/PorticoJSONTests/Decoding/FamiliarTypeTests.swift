import Foundation
import Portico
import Testing

@testable import PorticoJSON

/// Types of the standard library and of Foundation, and what models are made of, read as `JSONDecoder` reads them.
@Suite struct FamiliarTypeTests {
    private class Base: Decodable {
        var id: Int
    }

    private final class Derived: Base {
        var name: String

        enum CodingKeys: CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            name = try members.decode(String.self, forKey: .name)
            try super.init(from: try members.superDecoder())
        }
    }

    private final class Flat: Base {
        var name: String

        enum CodingKeys: CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
            try super.init(from: decoder)
        }
    }

    @Test func `class hierarchies`() {
        let documents = [
            #"{"id":1}"#, #"{"name":"n","super":{"id":1}}"#, #"{"name":"n","id":2}"#, #"{"name":"n"}"#,
            #"{"name":"n","super":null}"#, #"{"name":"n","super":{"id":"x"}}"#, "[]", "{}",
        ]
        expectSame(Base.self, of: documents)
        expectSame(Derived.self, of: documents)
        expectSame(Flat.self, of: documents)
        expectSame([Derived].self, of: documents.map { "[\($0)]" })
    }

    @propertyWrapper private struct Defaulted: Decodable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            wrappedValue = container.decodeNil() ? -1 : try container.decode(Int.self)
        }
    }

    private struct Wrapped: Decodable { @Defaulted var a: Int }
    private struct Numbered: Decodable {
        var first: Int?, second: String
        enum CodingKeys: Int, CodingKey { case first = 1, second = 2 }
    }
    private struct Named: Decodable {
        var kind: Kind, list: [Kind]?
        enum Kind: String, Decodable { case open, closed }
    }
    private enum Choice: Decodable { case one(Int), two(a: String, b: Bool), none }

    @Test func `property wrappers, keys that are numbers, and enums`() {
        expectSame(Wrapped.self, of: [#"{"a":1}"#, #"{"a":null}"#, "{}", #"{"a":"x"}"#, #"{"a":1.5}"#])
        expectSame(
            Numbered.self, of: [#"{"1":1,"2":"x"}"#, #"{"first":1}"#, #"{"2":1}"#, "{}", #"{"1":null,"2":"x"}"#])
        expectSame(
            Named.self,
            of: [
                #"{"kind":"open","list":["closed","odd"]}"#, #"{"kind":"odd"}"#, #"{"kind":1}"#, #"{"kind":null}"#,
                #"{"kind":"open"}"#, #"{"kind":"\u006fpen"}"#,
            ])
        expectSame(
            Choice.self,
            of: [
                #"{"one":{"_0":1}}"#, #"{"two":{"a":"x","b":true}}"#, #"{"none":{}}"#, "{}", #"{"one":{},"none":{}}"#,
                #"{"odd":{}}"#, #""none""#, #"{"one":null}"#,
            ])
    }

    private enum Color: String, Decodable { case red, blue }
    private enum Shade: String, Decodable, CodingKeyRepresentable { case red, blue }
    private enum Level: Int, Decodable, CodingKeyRepresentable { case low = 1, high = 2 }

    @Test func `dictionaries by any key`() {
        let documents = [
            #"{"1":1,"2":2}"#, #"{"red":1}"#, #"["red",1,"blue",2]"#, "[1,1,2,2]", "{}", "[]", #"{"x":1}"#, #"["red"]"#,
            "[1]", #"{"1":"x"}"#, "null", #"{"1":null}"#, #"{"-1":1}"#, #"{"300":1}"#,
            #"{"1":1,"1":2}"#, #"{"1":1,"\u0031":2}"#, #"{"red":1,"red":"x"}"#, #"[1,null]"#, #"["red",1,"red",2]"#,
            #"{"E621E1F8-C36C-495A-93FC-0C247A3E6E5F":1}"#, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F",1]"#,
        ]
        expectSame([Int: Int].self, of: documents)
        expectSame([Int8: Int].self, of: documents)
        expectSame([UInt64: Int].self, of: documents)
        expectSame([String: Int].self, of: documents)
        expectSame([String: Int?].self, of: documents)
        expectSame([Color: Int].self, of: documents)
        // Of several names that are bad Foundation comes upon any first.
        expectSame([Shade: Int].self, of: documents.filter { !$0.contains("\"2\"") })
        expectSame([Level: Int].self, of: documents)
        expectSame([UUID: Int].self, of: documents)
        expectSame([Double: Int].self, of: documents)
        expectSame([Int: [String: Int]].self, of: [#"{"1":{"a_b":1}}"#, #"{"1":{"a":"x"}}"#], .snakeCase)
        expectSame([String: [Shade: Int]].self, of: [#"{"x_y":{"red":1}}"#, #"{"x_y":{"red":"x"}}"#], .snakeCase)
    }

    private struct Doubled: Decodable { var a: Int??, b: String??, c: [Int??]? }

    @Test func `optionals of optionals`() {
        expectSame(
            Doubled.self,
            of: ["{}", #"{"a":null,"b":null}"#, #"{"a":1,"b":"x","c":[null,1]}"#, #"{"a":"x"}"#, #"{"c":[[]]}"#])
        expectSame(Int??.self, of: ["null", "1", #""x""#, "[]"])
        expectSame([Int???].self, of: ["[null,1]", "[\"x\"]"])
    }

    @Test func `collections, ranges and other types of the standard library`() {
        let documents = [
            "[]", "[1]", "[1,2]", "[2,1]", "[1,1,2]", "[null,1]", "null", "{}", #"["x"]"#, "1", "[1,2,3]", "[1.5,2]",
            #"[1,"x"]"#, "[[1,2],[3,4]]", "[300,1]", "[-1,0]",
        ]
        expectSame(Set<Int>.self, of: documents)
        expectSame(ContiguousArray<Int>.self, of: documents)
        expectSame(Range<Int>.self, of: documents)
        expectSame(ClosedRange<Double>.self, of: documents)
        expectSame(PartialRangeFrom<Int>.self, of: documents)
        expectSame(SIMD2<Float>.self, of: documents)
        expectSame(Duration.self, of: documents)
        expectSame([[Int]].self, of: documents)
        expectSame([UInt8].self, of: documents)
        expectSame(Int128.self, of: documents)
        expectSame([Float16].self, of: documents + ["[1e10]", "[65504]", "[0.1]"])
        expectSame(CollectionDifference<Int>.self, of: documents)
        expectSame(UUID.self, of: [#""x""#, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "null", "1"])
        let addresses = [
            #""""#, #""x y""#, #""/a""#, #""http://[""#, #""http://é.example/""#, "null", "1", #"{"relative":"x"}"#,
        ]
        expectSame(URL.self, of: addresses)
        expectSame([URL?].self, of: [#"["",null]"#, #"["/"]"#])
    }

    /// Texts that hold documents of their own.
    private struct Inner: Decodable, Sendable {
        let value: JSONValue
        init(from decoder: any Decoder) throws {
            value = try JSONValue(json: Data(try decoder.singleValueContainer().decode(String.self).utf8))
        }
    }

    @Test func `what a type itself throws comes as it is, a syntax error among it`() throws {
        let document = Data(#"{"a":["[1]","[1,]"]}"#.utf8)
        let thrown = Fault(offset: 3, expected: "a value")

        let whole = #expect(throws: JSONSyntaxError.self) {
            try FastJSONDecoder().decode([String: [Inner]].self, from: document)
        }
        #expect(whole.map(Fault.init) == thrown)
        let mapped = #expect(throws: MappingError.self) {
            try FastJSONDecoder().map(from: document) { map throws(MappingError) in
                try map.nested("a") { list throws(MappingError) in try list.decoded([Inner].self) }
            }
        }
        guard case .unmappable(let value) = mapped else { return }
        #expect(value.path == [.member("a")])
        #expect(value.reason == .unfit("expected a value at line 1, column 4 (byte 3)"))
    }

    private struct Fault: Equatable {
        let offset: Int, expected: String
        init(offset: Int, expected: String) { (self.offset, self.expected) = (offset, expected) }
        init(_ error: JSONSyntaxError) { (offset, expected) = (error.offset, error.expected) }
    }

    @Test func `room for many large values is not taken before the first is read`() {
        #expect(RoomAhead.count(for: Int.self, of: 1000) == 1000)
        #expect(RoomAhead.count(for: Int.self, of: 1 << 29) == 1 << 21)
        #expect(RoomAhead.count(for: Void.self, of: 1 << 29) == 1 << 24)
        #expect(RoomAhead.count(for: (Int, Int, Int, Int).self, of: .max) == 1 << 19)
    }
}
