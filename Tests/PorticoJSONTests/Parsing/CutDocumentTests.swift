import Testing

@testable import PorticoJSON

@Suite struct CutDocumentTests {
    private static let document = Array(
        #"""
        {"a":[1,-2.5e+3,true,false,null,"x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"],"bé😀":{},"c":[ ] , "d" : { "e" : "0123456789" } }
        """#.utf8)

    /// Each text is copied to the end of an allocation of its own, so that a sanitizer sees a read beyond it.
    @Test func `a document that is cut anywhere is refused`() throws {
        for length in 0..<Self.document.count {
            #expect(throws: JSONSyntaxError.self, "cut at \(length)") {
                try wordCount(of: Array(Self.document.prefix(length)))
            }
        }
        #expect(try wordCount(of: Self.document) == 17)
    }

    @Test func `a text is the same wherever the reading of eight bytes begins`() throws {
        for padding in 0..<16 {
            for length in 0..<24 {
                let text = String(repeating: "x", count: length)
                let document = String(repeating: " ", count: padding) + "\"" + text + "\""
                try withTape(document) { #expect($0.text(of: $0[0]) == text) }
            }
        }
    }

    @Test func `a special byte is found wherever it stands among eight`() throws {
        for index in 0..<20 {
            for special in ["\u{1}", "\u{1F}"] {
                let text = String(repeating: "x", count: index) + special + String(repeating: "y", count: 20)
                #expect(throws: JSONSyntaxError.self) { try wordCount(of: Array("\"\(text)\"".utf8)) }
            }
            for (written, meant) in [("\\n", "\n"), ("é", "é"), ("\u{7F}", "\u{7F}"), ("!", "!")] {
                let (before, after) = (String(repeating: "x", count: index), String(repeating: "y", count: 20))
                try withTape("\"\(before)\(written)\(after)\"") { tape in
                    #expect(tape.text(of: tape[0]) == before + meant + after)
                }
            }
        }
    }
}
