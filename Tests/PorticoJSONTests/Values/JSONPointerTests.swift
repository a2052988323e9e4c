import Foundation
import Portico
import PorticoJSON
import Testing

@Suite struct JSONPointerTests {
    /// The document of RFC 6901, section 5, and what each pointer of it leads to.
    static let document = Data(
        #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#.utf8)
    static let places: [(String, JSONValue)] = [
        ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4),
        (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7), ("/m~0n", 8),
    ]

    @Test(arguments: places)
    func `the pointers of the RFC lead where it says`(text: String, value: JSONValue) throws {
        let pointer = try #require(JSONPointer(text))

        #expect(try JSONValue(json: Self.document)[pointer] == value)
        #expect(try FastJSONDecoder().decode(JSONValue.self, at: pointer, from: Self.document) == value)
        #expect(pointer.description == text)
    }

    @Test func `the empty pointer is the document`() throws {
        let value = try JSONValue(json: Self.document)

        #expect(value[JSONPointer(tokens: [])] == value)
        #expect(JSONPointer("")?.tokens == [])
        #expect(try FastJSONDecoder().decode(JSONValue.self, at: JSONPointer(tokens: []), from: Self.document) == value)
    }

    @Test(arguments: ["foo", "~", "/~", "/~2", "/a~", "#/foo"])
    func `what is no pointer is refused`(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test(arguments: ["/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/0/x", "/bar", "/foo/", "//x"])
    func `where nothing is there is none`(text: String) throws {
        let pointer = try #require(JSONPointer(text))

        #expect(try JSONValue(json: Self.document)[pointer] == nil)
        #expect(throws: DecodingError.self) {
            try FastJSONDecoder().decode(JSONValue.self, at: pointer, from: Self.document)
        }
    }

    @Test func `a pointer goes on from another`() {
        #expect(JSONPointer(tokens: ["a"]).appending("b/c~").description == "/a/b~1c~0")
    }
}
