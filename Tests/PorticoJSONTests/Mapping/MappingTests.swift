import Foundation
import Portico
import PorticoJSON
import Testing

/// What a closure takes from a document.
func mapped<Value>(
    _ json: String, _ body: (borrowing JSONMap) throws(MappingError) -> Value
) throws(MappingError) -> Value {
    try FastJSONDecoder().map(from: Data(json.utf8), body)
}

@Suite struct MappingTests {
    struct Repo: JSONMappable {
        enum Kind: String, JSONMappable { case open, closed }
        enum Level: Int, JSONMappable { case low = 1, high = 2 }

        var id: Int
        var name: String
        var language: String?
        var kind: Kind
        var level: Level?
        var owner: Owner
        var city: String?
        var topics: [String]
        var counts: [String: Int]
        var note: Patch<String>

        init(map: borrowing JSONMap) throws(MappingError) {
            id = try map("id")
            name = try map("full_name")
            language = try map("language")
            kind = try map("kind")
            level = try map("level")
            owner = try map("owner")
            city = try map("owner", "address", "city")
            topics = try map("topics", default: ["none"])
            counts = try map("counts")
            note = try map("note")
        }
    }

    struct Owner: JSONMappable {
        var login: String

        init(map: borrowing JSONMap) throws(MappingError) { login = try map("login") }
    }

    @Test func `a model takes its parts in any order of the document`() throws {
        let json = """
            {"topics":["a","b"],"id":7,"extra":{"id":1},"owner":{"address":{"city":"Oslo"},"login":"ann"},
             "kind":"closed","full_name":"x/y","level":2,"counts":{"stars":3,"forks":0},"language":null,"note":null}
            """
        let repo = try FastJSONDecoder().map(Repo.self, from: Data(json.utf8))

        #expect(repo.id == 7 && repo.name == "x/y" && repo.language == nil)
        #expect(repo.kind == .closed && repo.level == .high)
        #expect(repo.owner.login == "ann" && repo.city == "Oslo")
        #expect(repo.topics == ["a", "b"] && repo.counts == ["stars": 3, "forks": 0])
        #expect(repo.note == .null)
    }

    @Test func `what is missing is nil, a default or absent`() throws {
        let json = #"{"id":7,"full_name":"n","kind":"open","owner":{"login":"l"},"counts":{}}"#
        let repo = try FastJSONDecoder().map(Repo.self, from: Data(json.utf8))

        #expect(repo.language == nil && repo.level == nil && repo.city == nil)
        #expect(repo.topics == ["none"] && repo.note == .absent && repo.counts == [:])
    }

    @Test func `null and missing are told apart`() throws {
        let json = #"{"null":null,"value":1}"#

        #expect(try mapped(json) { map throws(MappingError) in try map("null") as Patch<Int> } == .null)
        #expect(try mapped(json) { map throws(MappingError) in try map("value") as Patch<Int> } == .value(1))
        #expect(try mapped(json) { map throws(MappingError) in try map("none") as Patch<Int> } == .absent)
        #expect(try mapped(json) { map in map.contains("null") && !map.contains("none") })
        #expect(try mapped(json) { map throws(MappingError) in try map("null", default: 5) as Int } == 5)
        #expect(try mapped(json) { map throws(MappingError) in try map("a", "b", default: 5) as Int } == 5)
        #expect(try mapped(json) { map throws(MappingError) in try map("null", "b") as Int? } == nil)
    }

    @Test func `numbers and texts are exact`() throws {
        let json = """
            {"i8":-128,"u64":18446744073709551615,"i128":-170141183460469231731687303715884105728,"d":0.1,"f":0.1,
             "t":true,"s":"\\u00e9\\n/","e":"","decimal":123456789012345678901234567890.123,"list":[1,null,3],
             "uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","url":"https://example.com/a","data":"AQID"}
            """
        try mapped(json) { map throws(MappingError) in
            #expect(try map("i8") as Int8 == -128)
            #expect(try map("u64") as UInt64 == .max)
            #expect(try map("i128") as Int128 == .min)
            #expect(try map("d") as Double == 0.1)
            #expect(try map("f") as Float == 0.1)
            #expect(try map("t") as Bool)
            #expect(try map("s") as String == "é\n/")
            #expect(try map("e") as String == "")
            #expect(try map("decimal") as Decimal == Decimal(string: "123456789012345678901234567890.123"))
            #expect(try map("list") as [Int?] == [1, nil, 3])
            #expect(try map("uuid") as UUID == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
            #expect(try map("url") as URL == URL(string: "https://example.com/a"))
            #expect(try map("data") as Data == Data([1, 2, 3]))
        }
    }

    @Test func `bad elements are refused or dropped, by choice`() throws {
        let json = #"{"list":[1,"two",3,null,{"x":[4]}],"none":null}"#

        #expect(
            try mapped(json) { map throws(MappingError) in try map("list", badElements: .dropped) as [Int] } == [1, 3])
        let place = UnmappableValue(
            path: [.member("list"), .element(1)], reason: .mismatch(expected: "Int", found: "a string"))
        #expect(throws: MappingError.unmappable(place)) {
            try mapped(json) { map throws(MappingError) in try map("list") as [Int] }
        }
        #expect(throws: MappingError.self) {
            try mapped(json) { map throws(MappingError) in try map("none", badElements: .dropped) as [Int] }
        }
    }

    @Test func `dates have the decoder's strategy, or a format of their own`() throws {
        let json = #"{"a":"2024-01-02T03:04:05.250Z","b":1704164645000,"c":null}"#
        let date = Date(timeIntervalSince1970: 1_704_164_645)
        var decoder = FastJSONDecoder()
        decoder.dateDecodingStrategy = .format(.rfc3339)

        try decoder.map(from: Data(json.utf8)) { map throws(MappingError) in
            #expect(try map("a") as Date == date + 0.25)
            #expect(try map("b", .epochMilliseconds) as Date == date)
            #expect(try map("c", .rfc3339) as Date? == nil)
            #expect(try map("missing", .rfc3339) as Date? == nil)
        }
    }

    @Test func `a value is transformed, or refused`() throws {
        let json = #"{"price":"12.50","bad":"x"}"#

        let price = try mapped(json) { map throws(MappingError) in
            try map("price") { (text: String) in Double(text) }
        }
        #expect(price == 12.5)
        let place = UnmappableValue(path: [.member("bad")], reason: .unfit("the text is no Double"))
        #expect(throws: MappingError.unmappable(place)) {
            try mapped(json) { map throws(MappingError) in
                try map("bad") { (text: String) in Double(text) }
            }
        }
    }

    @Test func `an object in an object needs no type`() throws {
        let pair = try mapped(#"{"size":{"w":2,"h":3}}"#) { map throws(MappingError) in
            try map.nested("size") { size throws(MappingError) in
                [try size("w") as Int, try size("h") as Int]
            }
        }

        #expect(pair == [2, 3])
    }

    @Test func `of a name that comes twice the first counts, and escaped names are found`() throws {
        let json = #"{"a":1,"\u0062":2,"a":3,"c":{"x":1,"y":2,"x":3}}"#

        #expect(try mapped(json) { map throws(MappingError) in try map("a") as Int } == 1)
        #expect(try mapped(json) { map throws(MappingError) in try map("b") as Int } == 2)
        #expect(try mapped(json) { map throws(MappingError) in try map("c") as [String: Int] } == ["x": 1, "y": 2])
    }

    @Test func `a decoder maps the types that can be, wherever a Codable model holds them`() throws {
        struct Item: Decodable, JSONMappable {
            var number: Int
            init(map: borrowing JSONMap) throws(MappingError) { number = try map("n") }
        }
        struct Page: Decodable { var first: Item, items: [Item], byName: [String: Item], last: Item?, none: Item? }
        let json = #"{"first":{"n":1},"items":[{"n":2},{"n":3}],"byName":{"x":{"n":4}},"last":{"n":5},"none":null}"#
        let page = try FastJSONDecoder().decode(Page.self, from: Data(json.utf8))

        #expect(page.first.number == 1 && page.items.map(\.number) == [2, 3])
        #expect(page.byName["x"]?.number == 4 && page.last?.number == 5 && page.none == nil)
        let error = #expect(throws: DecodingError.self) {
            try FastJSONDecoder().decode([Item].self, from: Data(#"[{"n":1},{"n":"x"}]"#.utf8))
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["Index 1", "n"])
    }

    @Test func `a mapping leaves what is Decodable alone to its decoder`() throws {
        struct Inner: Decodable, Equatable { var a: Int, b: [String] }
        let json = #"{"inner":{"a":1,"b":["x"]},"bad":{"a":"1","b":[]}}"#

        #expect(
            try mapped(json) { map throws(MappingError) in try map.decoded("inner") as Inner } == Inner(a: 1, b: ["x"]))
        let error = #expect(throws: MappingError.self) {
            try mapped(json) { map throws(MappingError) in try map.decoded("bad") as Inner }
        }
        guard case .unmappable(let value) = error else { return }
        #expect(value.path == [.member("bad"), .member("a")])
    }
}
