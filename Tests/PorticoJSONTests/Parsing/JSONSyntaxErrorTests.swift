import Testing

@testable import PorticoJSON

@Suite struct JSONSyntaxErrorTests {
    @Test(arguments: [
        ("", 0, "a value"), ("  ", 2, "a value"), ("nul", 0, "a value"), ("{", 1, "a name or '}'"),
        ("[", 1, "a value or ']'"), ("[1", 2, "',' or ']'"), ("[1}", 2, "',' or ']'"), ("[1,]", 3, "a value"),
        (#"{"a" 1}"#, 5, "':' after a name"), (#"{"a":1,}"#, 7, "a name"), (#"{"a":1]"#, 6, "',' or '}'"),
        ("{a:1}", 1, "a name"), ("01", 1, "no digit after a leading zero"), ("-", 1, "a digit"), ("1.", 2, "a digit"),
        ("1e+", 3, "a digit"), (#""a"#, 2, "'\"' at the end of a string"),
        ("\"a\u{1}\"", 2, "no control character in a string"),
        (#""\x""#, 1, "an escape after '\\'"), (#""\u12g4""#, 1, "four hexadecimal digits after '\\u'"),
        (#""\ud800""#, 1, "both halves of a surrogate pair"), (#""\udc00""#, 1, "both halves of a surrogate pair"),
        ("1 2", 2, "the end after one value"), ("'a'", 0, "a value"), ("// c\n1", 0, "a value"), ("NaN", 0, "a value"),
        ("+1", 0, "a value"), (".5", 0, "a value"), ("0x10", 1, "the end after one value"),
    ])
    func `an error has the offset and what was expected`(_ document: String, _ offset: Int, _ expected: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try wordCount(of: Array(document.utf8)) }

        #expect(error?.offset == offset)
        #expect(error?.expected == expected)
    }

    @Test func `an error has the line, and the character in it`() {
        let document = "{\n  \"é\": 1,\n  \"😀\": tru\n}"

        let error = #expect(throws: JSONSyntaxError.self) { try wordCount(of: Array(document.utf8)) }

        #expect(error?.line == 3)
        #expect(error?.column == 8)
        #expect(error?.description == "expected a value at line 3, column 8 (byte 23)")
    }

    @Test func `containers inside of each other are as many as the limit says`() throws {
        let limits = JSONLimits(depth: 3)

        #expect(try wordCount(of: Array("[[[]]]".utf8), limits: limits) == 3)
        let error = #expect(throws: JSONSyntaxError.self) {
            try wordCount(of: Array("[[{\"a\":[]}]]".utf8), limits: limits)
        }
        #expect(error?.offset == 7)
        #expect(error?.expected == "fewer containers inside of each other")
    }

    @Test func `a document is as long as the limit says`() throws {
        #expect(try wordCount(of: Array("1234".utf8), limits: JSONLimits(length: 4)) == 1)
        let error = #expect(throws: JSONSyntaxError.self) {
            try wordCount(of: Array("12345".utf8), limits: JSONLimits(length: 4))
        }
        #expect(error?.offset == 4)
        #expect(error?.expected == "no more than 4 bytes")
    }

    @Test func `limits stay within what the tape can hold`() {
        #expect(JSONLimits(length: .max).length == 1_073_741_823)
        #expect(JSONLimits(depth: -1, length: -1) == JSONLimits(depth: 0, length: 0))
    }
}
