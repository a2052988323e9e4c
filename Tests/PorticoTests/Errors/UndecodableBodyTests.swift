import Foundation
import Testing

@testable import Portico

@Suite struct UndecodableBodyTests {
    struct List: Decodable {
        var items: [Item]
    }
    struct Item: Decodable {
        var id: Int
        var owner: Owner
        var created: Date?
    }
    struct Owner: Decodable {
        enum Role: String, Decodable { case admin }
        var name: String
        var role: Role?
        var token: Int?
    }

    static func failure<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> UndecodableBody {
        let data = Data(json.utf8)
        let error = #expect(throws: (any Error).self) { try FoundationJSON().decode(type, from: data) }
        return UndecodableBody(try #require(error), data: data, type: type)
    }

    static let samples: [(json: String, path: String, reason: String, excerpt: String)] = [
        (
            #"{"items":[{"id":1,"owner":{"name":"a"}},{"id":2,"owner":{"name":42}}]}"#,
            "items[1].owner.name", "expected String, found a number",
            #"…":1,"owner":{"name":"a"}},{"id":2,"owner":{"name":42}}]}"#
        ),
        (
            #"{"items":[{"id":1,"owner":{"login":"a","id":3}}]}"#,
            "items[0].owner", "the member 'name' is missing; there are 'login', 'id'",
            #"{"items":[{"id":1,"owner":{"login":"a","id":3}}]}"#
        ),
        (
            #"{"items":[{"id":null,"owner":{"name":"a"}}]}"#,
            "items[0].id", "found null where Int is expected", #"{"items":[{"id":null,"owner":{"name":"a"}}]}"#
        ),
        (#"{"items":{"id":1}}"#, "items", "expected an array, found an object", #"{"items":{"id":1}}"#),
        (#"{"items":[[]]}"#, "items[0]", "expected an object, found an array", #"{"items":[[]]}"#),
        (
            #"{"items":[{"id":1.5}]}"#, "items[0].id", "the value does not fit Int", #"{"items":[{"id":1.5}]}"#
        ),
        (
            #"{"items":[{"id":1,"owner":{"name":"a","role":"root"}}]}"#,
            "items[0].owner.role", "Cannot initialize Role from invalid String value root",
            #"{"items":[{"id":1,"owner":{"name":"a","role":"root"}}]}"#
        ),
        (
            #"{"items":[{"id":1,"owner":{"name":"a"},"created":"today"}]}"#,
            "items[0].created", "'today' is no date in RFC 3339",
            #"{"items":[{"id":1,"owner":{"name":"a"},"created":"today"}]}"#
        ),
        (
            #"{"items":[{"id":1,"owner":{"name":"a","token":"tiger"}}]}"#,
            "items[0].owner.token", "expected Int, found a string",
            #"…"items":[{"id":1,"owner":{"name":"a","token":"<redacted>"}}]}"#
        ),
        (
            #"{"items":[{"id":1,"password":"tiger","owner":1}]}"#,
            "items[0].owner", "expected an object, found a number",
            #"{"items":[{"id":1,"password":"<redacted>","owner":1}]}"#
        ),
        (
            "{\"items\":[\n {\"id\":1,,\n", "", "the body is no JSON from byte 20 on (line 2, column 10)",
            #"{"items":[ {"id":1"#
        ),
        ("", "", "the body is empty", ""),
        (
            "<html>", "", "the body is no JSON from byte 0 on (line 1, column 1)",
            "<6 bytes of application/json left out>"
        ),
        ("[1] x", "", "the body is no JSON from byte 4 on (line 1, column 5)", "[1]"),
        ("7", "", "expected an object, found a number", "7"),
    ]

    @Test(arguments: samples)
    func `an error says where, why and what is there`(
        sample: (json: String, path: String, reason: String, excerpt: String)
    ) throws {
        let failure = try Self.failure(List.self, sample.json)

        #expect(failure.path == sample.path)
        #expect(failure.reason == sample.reason)
        #expect(failure.excerpt == sample.excerpt)
    }

    struct Numbers: Decodable {
        var bytes: [UInt8]?
        var byName: [String: Int16]?
        var pair: Pair?
        var nested: [[Wrapped]]?
        var date: Date?
    }
    struct Pair: Decodable {
        var sum: Int
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            sum = try Int(container.decode(Int8.self)) + Int(container.decode(Int8.self))
        }
    }
    struct Wrapped: Decodable {
        var value: UInt64
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(UInt64.self) }
    }

    @Test(arguments: [
        (#"{"bytes":[1,256]}"#, "bytes[1]", "UInt8"), (#"{"bytes":[1,-1]}"#, "bytes[1]", "UInt8"),
        (#"{"byName":{"a":1,"b":40000}}"#, "byName.b", "Int16"), (#"{"pair":[1,1000]}"#, "pair[1]", "Int8"),
        (#"{"nested":[[],[1,1.5]]}"#, "nested[1][1]", "UInt64"),
        (#"{"date":"2024-01-02T03:04:05Z","nested":[[18446744073709551616]]}"#, "nested[0][0]", "UInt64"),
    ])
    func `a number that does not fit says where it is`(json: String, path: String, type: String) throws {
        let failure = try Self.failure(Numbers.self, json)
        #expect(failure.path == path)
        #expect(failure.reason == "the value does not fit \(type)")
    }

    @Test func `a decoder that gives no place for a number that does not fit is told as such`() throws {
        let data = Data("[1.5]".utf8)
        let error = try #require(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, from: data) }
        #expect(
            UndecodableBody(error, data: data, type: [Int].self).reason
                == "a number of the body does not fit the type that is declared for it; JSONDecoder does not say which")
    }

    @Test func `a date at the top keeps its own error`() throws {
        #expect(try Self.failure(Date.self, #""yesterday""#).reason == "'yesterday' is no date in RFC 3339")
    }

    @Test func `a description is one line with everything`() throws {
        let failure = try Self.failure([Owner].self, #"[{"name":"a"},{"name":{"first":"b"}}]"#)
        #expect(
            failure.description == """
                cannot decode Array<Owner> at [1].name: expected String, found an object; \
                near [{"name":"a"},{"name":{"first":"b"}}]
                """)
    }

    @Test func `the excerpt of a large body is the part around the place`() throws {
        let rows = (0..<5000).map { #"{"id":\#($0),"owner":{"name":\#($0 == 4000 ? "7" : "\"ünï\"")}}"# }
        let failure = try Self.failure(List.self, #"{"items":[\#(rows.joined(separator: ","))]}"#)

        #expect(failure.path == "items[4000].owner.name")
        #expect(
            failure.excerpt == #"""
                …ner":{"name":"ünï"}},{"id":4000,"owner":{"name":7}},{"id":4001,"owner":{"name":"ünï"}},\#
                {"id":4002,"owner":{"name":"ünï"}},{"id":4003,"owner":{"name":"ünï"}},{"id":4004,"owner":{"name…
                """#)
        #expect(failure.excerpt.utf8.count <= 200)
    }

    @Test func `a long value is cut and white space shrinks`() throws {
        let long = String(repeating: "é", count: 5000)
        let failure = try Self.failure([Int].self, "[\n\n    1,\n    \"\(long)\"\n]")

        #expect(failure.excerpt == "[ 1, \"" + String(repeating: "é", count: 69) + "…")
    }

    @Test func `a value that is hidden does not come out in the decoder's words`() throws {
        struct Session: Decodable { var token: Owner.Role }
        let failure = try Self.failure(Session.self, #"{"token":"tiger"}"#)

        #expect(failure.reason == "the value is not what it should be")
        #expect(!failure.description.contains("tiger"))
    }

    @Test func `rules of one's own hide more`() throws {
        var redaction = Redaction.standard
        redaction.bodyNames.insert("name")
        let data = Data(#"[{"name":"Ann"},{}]"#.utf8)
        let error = try #require(throws: DecodingError.self) { try FoundationJSON().decode([Owner].self, from: data) }

        let failure = UndecodableBody(error, data: data, type: [Owner].self, redaction: redaction)
        #expect(failure.excerpt == #"[{"name":"<redacted>"},{}]"#)
    }

    @Test func `an error of another decoder is told in its own words`() {
        struct Odd: Error, CustomStringConvertible { var description: String { "odd\nbytes" } }
        let failure = UndecodableBody(Odd(), data: Data([1, 2]), type: Int.self, mediaType: .octetStream)

        #expect(
            failure.description == "cannot decode Int: odd bytes; near <2 bytes of application/octet-stream left out>")
        #expect(failure.underlying is Odd)
    }

    @Test func `names with signs in them are written in brackets`() {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int?
            init(stringValue: String) { self.stringValue = stringValue }
            init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
        }
        let path = [
            Key(stringValue: "a b"), Key(intValue: 3), Key(stringValue: "x-y"), Key(stringValue: "q\"."),
            Key(stringValue: ""),
        ]
        #expect(UndecodableBody.text(of: path) == #"["a b"][3].x-y["q\"."][""]"#)
    }

    @Test func `no body and no path crash it`() {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int?
            init(stringValue: String) { self.stringValue = stringValue }
            init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
        }
        let alphabet = Array("{}[]\",:a1 \\é".utf8)
        for _ in 0..<3000 {
            let data = Data((0..<Int.random(in: 0...40)).map { _ in alphabet.randomElement() ?? 0 })
            let path = (0..<Int.random(in: 0...3)).map { _ in
                Bool.random() ? Key(stringValue: "a") : Key(intValue: .random(in: -1...2))
            }
            let context = DecodingError.Context(codingPath: path, debugDescription: "")
            let failure = UndecodableBody(DecodingError.typeMismatch(Int.self, context), data: data, type: Int.self)
            #expect(failure.excerpt.utf8.count <= 200)
        }
    }
}
