import Foundation
import Testing

@testable import Portico
@testable import PorticoJSON

@Suite struct LookupTests {
    private struct Members: Decodable {
        var values: [Int?] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: PathKey.self)
            let key = try #require(CodingUserInfoKey(rawValue: "names"))
            for name in try #require(decoder.userInfo[key] as? [String]) {
                values.append(try container.decodeIfPresent(Int.self, forKey: PathKey.name(name)))
            }
        }
    }

    private func values(
        _ document: String, _ names: [String], _ strategy: FastJSONDecoder.KeyStrategy = .useDefaultKeys
    ) throws -> [Int?] {
        var decoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = strategy
        if let key = CodingUserInfoKey(rawValue: "names") { decoder.userInfo[key] = names }
        return try decoder.decode(Members.self, from: Data(document.utf8)).values
    }

    @Test func `members are found in any order, and as often as they are asked for`() throws {
        let document = #"{"a":1,"bb":2,"ccc":3,"":4}"#

        #expect(try values(document, ["a", "bb", "ccc", ""]) == [1, 2, 3, 4])
        #expect(try values(document, ["", "ccc", "bb", "a"]) == [4, 3, 2, 1])
        #expect(try values(document, ["bb", "bb", "a", "x", "bb", "a", "xx"]) == [2, 2, 1, nil, 2, 1, nil])
    }

    @Test(arguments: [
        #"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":1,"c":0,"a":2}"#, #"{"\u0061":1,"a":2,"b":3}"#,
        #"{"a":1,"\u0061":2,"b":3}"#,
    ])
    func `of members of one name the first counts`(_ document: String) throws {
        #expect(try values(document, ["a", "a", "b", "a"]) == [1, 1, 3, 1])
        #expect(try values(document, ["b", "a"]) == [3, 1])
        let data = Data(document.utf8)
        #expect(try FastJSONDecoder().decode([String: Int].self, from: data)["a"] == 1)
        #expect(try JSONDecoder().decode([String: Int].self, from: data)["a"] == 1)
        #expect(try FastJSONDecoder().map([String: Int].self, from: data)["a"] == 1)
        #expect(try FastJSONDecoder().decode(Int.self, at: JSONPointer(tokens: ["a"]), from: data) == 1)
        #expect(try JSONValue(json: data)["a"] == 1)
        #expect(try FastJSONDecoder().decode(JSONValue.self, from: data)["a"] == 1)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data)["a"] == 1)
        #expect(JSONValue(parsing: data)?["a"] == 1)
    }

    /// With a time that grows with the square of the members this would take minutes.
    @Test(arguments: [false, true])
    func `an object of many members is searched in a time in proportion to it`(_ isIrregular: Bool) throws {
        let names = (0..<20_000).map { "name \($0)" }
        var members = names.enumerated().map { "\"\($1)\":\($0)" }
        if isIrregular { members.append("\"name 7\":0") }

        let values = try values("{\(members.joined(separator: ","))}", names.reversed())

        #expect(values == (0..<20_000).reversed())
    }

    /// Keys that stand for no name that an encoder writes are looked for by another rule, and so are those that are not there.
    @Test(arguments: [false, true])
    func `an object of many members is searched by converted names in a time in proportion to it`(
        _ isIrregular: Bool
    ) throws {
        let count = 30_000
        var members = (0..<count).map { "\"NAME_\($0)\":\($0)" }
        if isIrregular { members.append("\"NAME_7\":0") }
        let names = (0..<count).map { "name\(count - 1 - $0)" } + (0..<count).map { "missing\($0)" }

        let values = try values("{\(members.joined(separator: ","))}", names, .convertFromSnakeCase)

        #expect(values.prefix(count).elementsEqual((0..<count).reversed()))
        #expect(values.dropFirst(count).allSatisfy { $0 == nil })
    }

    @Test func `a long name with escapes is not read again for each key`() throws {
        let name = String(repeating: "\\u0061", count: 200_000)
        let members = (0..<2_000).map { "\"name \($0)\":\($0)" }
        let names = (0..<2_000).map { "name \($0)" }

        let values = try values("{\"\(name)\":0,\(members.joined(separator: ","))}", names.reversed())

        #expect(values == (0..<2_000).reversed())
    }

    @Test func `the paths of members are found in a time in proportion to them, in any order`() throws {
        struct Paths: Decodable {
            var paths: [[String]] = []
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: PathKey.self)
                for index in (0..<20_000).reversed() {
                    do {
                        _ = try container.decode(Bool.self, forKey: PathKey.name("name \(index)"))
                    } catch DecodingError.typeMismatch(_, let context) {
                        paths.append(context.codingPath.map(\.stringValue))
                    }
                }
            }
        }
        let members = (0..<20_000).map { "\"name \($0)\":\($0)" }
        let document = "{\(members.joined(separator: ","))}"

        let paths = try FastJSONDecoder().decode(Paths.self, from: Data(document.utf8)).paths

        #expect(paths == (0..<20_000).reversed().map { ["name \($0)"] })
    }

    /// Two texts that are the same to a reader, and to `==`.
    @Test func `of names that differ in their bytes alone the first counts in a dictionary`() throws {
        let document = Data("{\"e\u{301}\":1,\"\u{E9}\":2}".utf8)

        #expect(try FastJSONDecoder().decode([String: Int].self, from: document) == ["\u{E9}": 1])
        #expect(try FastJSONDecoder().map([String: Int].self, from: document) == ["\u{E9}": 1])
        #expect(try JSONValue(json: document) == ["\u{E9}": 1])
    }

    /// As with those who note the path of each element that they drop.
    @Test func `the paths of all elements are found in a time in proportion to them`() throws {
        struct Path: Decodable {
            let path: [Int?]
            init(from decoder: any Decoder) { path = decoder.codingPath.map(\.intValue) }
        }
        let document = "[\(Array(repeating: "[1]", count: 20_000).joined(separator: ","))]"

        let paths = try FastJSONDecoder().decode([[Path]].self, from: Data(document.utf8))

        #expect(paths.enumerated().allSatisfy { $1.first?.path == [$0, 0] })
    }

    @Test func `a super decoder of nothing decodes null`() throws {
        struct Base: Decodable {
            let text: String?
            let path: [String]
            init(from decoder: any Decoder) throws {
                text = try decoder.singleValueContainer().decode(String?.self)
                path = decoder.codingPath.map(\.stringValue)
            }
        }
        struct Derived: Decodable {
            let base: Base
            init(from decoder: any Decoder) throws {
                base = try Base(from: try decoder.container(keyedBy: PathKey.self).superDecoder())
            }
        }

        let decoder = FastJSONDecoder()
        #expect(try decoder.decode([Derived].self, from: Data(#"[{"super":"x"}]"#.utf8))[0].base.text == "x")
        let missing = try decoder.decode([Derived].self, from: Data("[{}]".utf8))[0].base
        #expect(missing.text == nil)
        #expect(missing.path == ["Index 0", "super"])
    }

    @Test func `types that hold themselves go as deep as the limit`() throws {
        final class Node: Decodable {
            var next: Node?
        }
        let document = { (depth: Int) in
            Data((String(repeating: #"{"next":"#, count: depth) + "null" + String(repeating: "}", count: depth)).utf8)
        }
        var (depth, node) = (0, try FastJSONDecoder().decode(Node.self, from: document(512)) as Node?)
        while let next = node { (depth, node) = (depth + 1, next.next) }

        #expect(depth == 512)
        #expect(throws: DecodingError.self) { try FastJSONDecoder().decode(Node.self, from: document(513)) }
    }
}
