import Foundation
import Testing

@testable import PorticoJSON

@Suite struct EncodingKeysTests {
    private struct Keys: Encodable {
        let names: [String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for (index, name) in names.enumerated() { try container.encode(index, forKey: AnyKey(name)) }
        }
    }

    private static func text(_ value: some Encodable, _ change: (inout FastJSONEncoder) -> Void = { _ in }) throws
        -> String
    {
        var encoder = FastJSONEncoder()
        change(&encoder)
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test(arguments: [
        ["a", "b", "a"], ["a", "a", "a"], ["same name, and long", "same name, and lonG", "same name, and long"],
        ["b", "a", "c", "b", "z", "a"], ["é", "e\"", "é"],
    ])
    func `of several members of one key the last one counts`(names: [String]) throws {
        EncoderPair().expectSame(Keys(names: names))
        let json = try JSONDecoder().decode([String: Int].self, from: FastJSONEncoder().encode(Keys(names: names)))
        #expect(json == Dictionary(zip(names, 0...)) { $1 })
        #expect(try Self.text(Keys(names: names)).filter { $0 == ":" }.count == json.count)
    }

    @Test func `repeated keys are found among very many`() throws {
        let names = (0..<500).map { "key \($0 % 400)" }

        EncoderPair().expectSame(Keys(names: names))
        EncoderPair().expectSame(Keys(names: (0..<500).map { "key \($0)" }))
        let json = try JSONDecoder().decode([String: Int].self, from: FastJSONEncoder().encode(Keys(names: names)))
        #expect(json == Dictionary(zip(names, 0...)) { $1 })
    }

    @Test func `a repeated key in the middle of a document leaves what stands around it`() throws {
        struct Outer: Encodable {
            var a = [Keys(names: ["x", "y", "x"]), Keys(names: ["z"])], b = ["k": Keys(names: ["m", "m"])]
        }

        #expect(try Self.text(Outer()) == #"{"a":[{"y":1,"x":2},{"z":0}],"b":{"k":{"m":1}}}"#)
        EncoderPair().expectSame(Outer())
    }

    @Test func `a superclass that writes into the same object adds to it and overrides it`() {
        class Base: Encodable {
            var id = 1
            enum CodingKeys: CodingKey { case id, name }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(id, forKey: .id)
                try container.encode("base", forKey: .name)
            }
        }
        final class Derived: Base {
            enum OwnKeys: CodingKey { case name, more }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: OwnKeys.self)
                try container.encode("derived", forKey: .name)
                try super.encode(to: encoder)
                try container.encode([1], forKey: .more)
            }
        }

        EncoderPair().expectSame(Derived())
        EncoderPair().expectSame([Derived(), Derived()])
    }

    @Test func `sorted keys stand in the order of their Unicode scalars`() {
        let names = [
            "\u{FFFF}", "\u{10000}", "a", "A", "10", "9", "a/b", "a0", "a.", "\n", "\u{7F}", "", " ", "\"", "\\", "z",
            "e\u{301}", "\u{E8}", "f", "abcdefgh", "abcdefghi", "abcdefg", "abcdefgh\u{1}",
        ]

        EncoderPair().expectSame(Keys(names: names))
        EncoderPair().expectSame(Dictionary(uniqueKeysWithValues: zip(names, 0...)))
        EncoderPair().expectSame(Dictionary(uniqueKeysWithValues: (0..<200).map { ("\($0)", $0) }))
    }

    @Test func `keys of other bytes are other keys, though Unicode takes them for the same text`() throws {
        let value = Keys(names: ["\u{E9}", "e\u{301}"])

        #expect(try Self.text(value).utf8.elementsEqual("{\"\u{E9}\":0,\"e\u{301}\":1}".utf8))
        let sorted = try Self.text(value) { $0.outputFormatting = .sortedKeys }
        #expect(sorted.utf8.elementsEqual("{\"e\u{301}\":1,\"\u{E9}\":0}".utf8))
    }

    private enum Plain: Int, Encodable { case one = 1 }
    private enum Represented: String, Encodable, CodingKeyRepresentable { case one = "theFirst" }

    @Test func `dictionaries of any keys are written as Foundation writes them`() {
        var pair = EncoderPair()
        pair.foundation.keyEncodingStrategy = .convertToSnakeCase
        pair.fast.keyEncodingStrategy = .convertToSnakeCase

        pair.expectSame([3: "a", 20: "b", 100: "c"])
        pair.expectSame([3: [Double.nan]])
        pair.expectSame([Plain.one: 1])
        pair.expectSame([Represented.one: 1])
        pair.expectSame([Date(timeIntervalSinceReferenceDate: 0): 1])
        pair.expectSame(["keptAsIs": Optional<Int>.none, "b": 1])
    }

    @Test(arguments: [
        ("URL", "url", "u_rl"), ("AB", "ab", "a_b"), ("HTTPServer", "http_server", "h_ttp_server"),
        ("aB1C", "a_b1_c", "a_b1c"), ("x_Y", "x_y", "x__y"), ("émileÉtat", "émileÉtat", "émile_état"),
    ])
    func `names in snake_case that are not Foundation's`(key: String, name: String, foundation: String) throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase

        #expect(try Self.text(Keys(names: [key])) { $0.keyEncodingStrategy = .convertToSnakeCase } == "{\"\(name)\":0}")
        #expect(try encoder.encode(Keys(names: [key])) == Data("{\"\(foundation)\":0}".utf8))
    }

    @Test func `keys become snake_case, those of dictionaries stay`() throws {
        struct Model: Encodable {
            var userID = 1, imageURL = 2, url = 3, already_there = 4
            var nested = Nested(), members = ["keptAsIs": ["also kept": Nested()]]
            struct Nested: Encodable { var innerKey = 1 }
        }
        #expect(
            try Self.text(Model()) { $0.keyEncodingStrategy = .convertToSnakeCase } == """
                {"user_id":1,"image_url":2,"url":3,"already_there":4,"nested":{"inner_key":1},\
                "members":{"keptAsIs":{"also kept":{"inner_key":1}}}}
                """)
        var pair = EncoderPair()
        pair.foundation.keyEncodingStrategy = .convertToSnakeCase
        pair.fast.keyEncodingStrategy = .convertToSnakeCase
        pair.expectSame(Model())
    }

    @Test func `keys are made by a rule of one's own, which sees the path`() {
        struct Model: Encodable {
            var list = [Nested()], one = Nested()
            struct Nested: Encodable { var inner = 1, more = Deep() }
            struct Deep: Encodable { var x = 0 }
        }
        var pair = EncoderPair()
        let joined: @Sendable ([any CodingKey]) -> any CodingKey = { path in
            AnyKey(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "-"))
        }
        pair.foundation.keyEncodingStrategy = .custom(joined)
        pair.fast.keyEncodingStrategy = .custom(joined)

        pair.expectSame(Model())
    }
}
