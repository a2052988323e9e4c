import Foundation
import Testing

@testable import PorticoCommand

@Suite struct IndentedJSONTests {
    @Test(arguments: [
        ("1", "1"), ("\"a, {b}: \\\" [\"", "\"a, {b}: \\\" [\""), ("[]", "[]"), ("{ }", "{}"),
        ("[ [ ] , { } ]", "[\n  [],\n  {}\n]"),
        (#"{"b":1.50,"a":[true,null,"x"]}"#, "{\n  \"b\": 1.50,\n  \"a\": [\n    true,\n    null,\n    \"x\"\n  ]\n}"),
        (
            #"{"a":"\\","b":{"c":12345678901234567890}}"#,
            "{\n  \"a\": \"\\\\\",\n  \"b\": {\n    \"c\": 12345678901234567890\n  }\n}"
        ),
    ])
    func `order, numbers and strings stay as they are`(text: String, expected: String) throws {
        let indented = try #require(IndentedJSON(Data(text.utf8)))
        #expect(String(decoding: indented.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: ["", "{", "[1,]", "nope", "{\"a\" 1}"])
    func `what is no JSON is not indented`(text: String) {
        #expect(IndentedJSON(Data(text.utf8)) == nil)
    }

    @Test(arguments: [("text\n", true), ("é", true), ("\u{1B}[31m", false), ("a\0", false)])
    func `controls are no text for a terminal`(text: String, isText: Bool) {
        #expect(AnswerOutput.isText(Data(text.utf8)) == isText)
        #expect(!AnswerOutput.isText(Data([0xFF])))
    }
}
