import Portico
import Testing

@Suite struct MediaTypeQuotingTests {
    @Test(arguments: [
        ("plain", "text/x; name=plain"),
        ("a b", #"text/x; name="a b""#),
        (#"a"b\c"#, #"text/x; name="a\"b\\c""#),
        ("a\"\u{301}b", "text/x; name=\"a\\\"\u{301}b\""),
    ])
    func `a parameter is quoted byte by byte and reads as the same value`(value: String, text: String) throws {
        let type = try #require(MediaType("text/x")).with("name", value)

        #expect(Array(type.description.utf8) == Array(text.utf8))
        #expect(MediaType(type.description)?["name"] == value)
    }
}
