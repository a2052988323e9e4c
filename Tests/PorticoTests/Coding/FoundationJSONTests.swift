import Foundation
import Portico
import Testing

@Suite struct FoundationJSONTests {
    struct Model: Codable, Equatable {
        var zebra = 1
        var apple = "a/b"
        var userID: Int? = 7
        var imageURL = URL(string: "https://h/i")
    }

    @Test func `keys are sorted and slashes stay`() throws {
        let text = String(decoding: try FoundationJSON().encode(Model()), as: UTF8.self)
        #expect(text == #"{"apple":"a/b","imageURL":"https://h/i","userID":7,"zebra":1}"#)
    }

    @Test func `the same value makes the same bytes`() throws {
        let json = FoundationJSON()
        let names = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key\($0)", $0) })
        let first = try json.encode(names)
        for _ in 0..<20 { #expect(try FoundationJSON().encode(names) == first) }
    }

    @Test func `keys survive both ways, letter for letter`() throws {
        let json = FoundationJSON()
        #expect(try json.decode(Model.self, from: json.encode(Model())) == Model())
    }

    @Test(arguments: ["9007199254740993", "18446744073709551615"])
    func `integers beyond 2^53 survive exactly`(text: String) throws {
        let json = FoundationJSON()
        let value = try json.decode([UInt64].self, from: Data("[\(text)]".utf8))
        #expect(value == [UInt64(text)])
        #expect(String(decoding: try json.encode(value), as: UTF8.self) == "[\(text)]")
    }

    @Test func `a number that is not finite is an error`() {
        #expect(throws: EncodingError.self) { try FoundationJSON().encode([Double.infinity]) }
    }

    @Test func `Foundation's own coders serve too, as JSON`() throws {
        let coders: (any ResponseDecoder, any BodyEncoder) = (JSONDecoder(), JSONEncoder())
        #expect(coders.0.mediaTypes == [.json])
        #expect(coders.1.mediaType == .json)
        #expect(try coders.0.decode([Int].self, from: coders.1.encode([1])) == [1])
    }
}
