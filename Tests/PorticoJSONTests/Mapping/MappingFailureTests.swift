import Foundation
import PorticoJSON
import Testing

@testable import Portico

@Suite struct MappingFailureTests {
    typealias Repo = MappingTests.Repo

    static let faults: [(String, [UnmappableValue.Step], UnmappableValue.Reason)] = [
        (#"{}"#, [.member("id")], .missing),
        (#"{"id":null}"#, [.member("id")], .mismatch(expected: "Int", found: "null")),
        (#"{"id":"7"}"#, [.member("id")], .mismatch(expected: "Int", found: "a string")),
        (#"{"id":1.5}"#, [.member("id")], .unfit("the number is no Int")),
        (#"{"id":1,"full_name":2}"#, [.member("full_name")], .mismatch(expected: "String", found: "number")),
        (#"{"id":1,"full_name":"n","kind":"odd"}"#, [.member("kind")], .unfit("the text is no Kind")),
        (
            #"{"id":1,"full_name":"n","kind":"open","level":9}"#, [.member("level")], .unfit("the number is no Level")
        ),
        (
            #"{"id":1,"full_name":"n","kind":"open","owner":{}}"#, [.member("owner"), .member("login")], .missing
        ),
        (
            #"{"id":1,"full_name":"n","kind":"open","owner":[]}"#, [.member("owner")],
            .mismatch(expected: "an object", found: "an array")
        ),
        (
            #"{"id":1,"full_name":"n","kind":"open","owner":{"login":"l","address":5}}"#,
            [.member("owner"), .member("address")], .mismatch(expected: "an object", found: "number")
        ),
    ]

    @Test(arguments: faults)
    func `what is wrong is told with its place`(
        json: String, path: [UnmappableValue.Step], reason: UnmappableValue.Reason
    ) {
        #expect(throws: MappingError.unmappable(UnmappableValue(path: path, reason: reason))) {
            try FastJSONDecoder().map(Repo.self, from: Data(json.utf8))
        }
        let deep = MappingError.unmappable(UnmappableValue(path: [.element(1)] + path, reason: reason))
        #expect(throws: deep) {
            try FastJSONDecoder().map([Repo?].self, from: Data("[null,\(json)]".utf8))
        }
    }

    @Test func `a document that is no JSON is an error with its place`() {
        #expect(throws: MappingError.self) { try FastJSONDecoder().map([Int].self, from: Data("[1,]".utf8)) }
        #expect(throws: MappingError.self) { try FastJSONDecoder().map([Int].self, from: Data()) }
    }

    @Test func `an error reads as a sentence`() {
        let value = UnmappableValue(path: [.member("a"), .element(3), .member("b c")], reason: .missing)

        #expect("\(MappingError.unmappable(value))" == #"a[3]["b c"]: missing"#)
        #expect("\(UnmappableValue(path: [], reason: .unfit("x is no Y")))" == "the document: x is no Y")
    }

    @Test(arguments: [
        (#"{"id":4929123412341234,"full_name":"n","kind":"open"}"#, "4929"),
        (#"{"id":1,"full_name":"n","kind":"s3cret"}"#, "s3cret"),
        (#"{"id":1,"full_name":"n","kind":"open","level":4929,"owner":{"login":"l"}}"#, "4929"),
    ])
    func `an error shows no value, which may be a secret`(json: String, secret: String) {
        struct Narrow: JSONMappable, Decodable {
            var id: Int16
            init(map: borrowing JSONMap) throws(MappingError) { id = try map.decoded("id") }
        }
        let data = Data(json.utf8)
        var errors: [String] = []
        do throws(MappingError) {
            _ = try FastJSONDecoder().map(Repo.self, from: data)
        } catch {
            errors.append("\(error)")
        }
        do throws(MappingError) {
            _ = try FastJSONDecoder().map(Narrow.self, from: data)
        } catch {
            errors.append("\(error)")
        }
        do { _ = try FastJSONDecoder().decode([String: Int8].self, from: data) } catch { errors.append("\(error)") }

        #expect(!errors.isEmpty)
        #expect(errors.allSatisfy { !$0.contains(secret) }, "\(errors)")
    }

    @Test func `a model of optionals alone is no text`() {
        struct Loose: JSONMappable {
            var a: Int?
            init(map: borrowing JSONMap) throws(MappingError) { a = try map("a") }
        }
        #expect(throws: MappingError.self) { try FastJSONDecoder().map(Loose.self, from: Data(#""text""#.utf8)) }
    }

    @Test func `a model of defaults alone is no text`() {
        struct Loose: JSONMappable {
            var a: Int
            init(map: borrowing JSONMap) throws(MappingError) { a = try map("a", default: 7) }
        }
        let reason = UnmappableValue.Reason.mismatch(expected: "an object", found: "a string")

        #expect(throws: MappingError.unmappable(UnmappableValue(path: [], reason: reason))) {
            try FastJSONDecoder().map(Loose.self, from: Data(#""text""#.utf8))
        }
    }

    /// Were the path of each looked for from the start of the array, this would take minutes.
    @Test func `many bad elements are dropped in a time in proportion to their number`() throws {
        struct Words: JSONMappable {
            var words: [String]
            init(map: borrowing JSONMap) throws(MappingError) { words = try map("words", badElements: .dropped) }
        }
        let json = #"{"words":["a","# + String(repeating: "1,", count: 200_000) + #""b"]}"#

        let words = try FastJSONDecoder().map(Words.self, from: Data(json.utf8))

        #expect(words.words == ["a", "b"])
    }

    /// Were each looked for from the start of the object, this would take minutes.
    @Test(arguments: [false, true])
    func `members that are asked for out of order are found in a time in proportion to the object`(
        _ isIrregular: Bool
    ) throws {
        let names = (0..<100_000).map { #""k\#($0)":\#($0),"# }.joined()
        let json = #"{"first":1,"# + names + #""last":2"# + (isIrregular ? #","first":3}"# : "}")

        let sum = try FastJSONDecoder().map(from: Data(json.utf8)) { map throws(MappingError) in
            var sum = 0
            for _ in 0..<20_000 { sum += try map("last") + map("k50000") + map("first") + (map("none") as Int? ?? 0) }
            return sum
        }

        #expect(sum == 20_000 * 50_003)
    }

    /// Were the first of its name looked for again for each, this would take minutes.
    @Test func `of a name that comes many times the first counts`() throws {
        let names = (0..<100_000).map { #""k\#($0)":\#($0),"# }.joined()
        let json = "{" + names + String(repeating: #""k99999":0,"#, count: 100_000) + #""last":1}"#

        let members = try FastJSONDecoder().map([String: Int].self, from: Data(json.utf8))

        #expect(members.count == 100_001)
        #expect(members["k99999"] == 99_999)
    }

    @Test func `a client tells it as it tells what a decoder throws`() throws {
        let data = Data(#"{"id":1,"full_name":"n","kind":"open","owner":{"login":5}}"#.utf8)
        let error = try #require(throws: MappingError.self) { try FastJSONDecoder().map(Repo.self, from: data) }
        let body = UndecodableBody(error, data: data, type: Repo.self)

        #expect(body.path == "owner.login")
        #expect(body.reason.contains("String"))
        #expect(body.excerpt.contains(#""login":5"#))
    }

    @Test func `an endpoint's answer is mapped, and has to be there`() throws {
        let mapping: ResponseMapping<[Int]> = .mapped()
        let context = MappingContext(decoder: FoundationJSON(), method: .get)

        #expect(try mapping.map(HTTPResponse(status: .ok, body: Data("[1,2]".utf8)), context) == [1, 2])
        #expect(throws: MappingError.emptyBody(length: 0)) { try mapping.map(HTTPResponse(status: .ok), context) }
    }
}
