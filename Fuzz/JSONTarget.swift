import Foundation

extension FuzzTarget {
    /// JSON read token by token: what Foundation takes, the scanner takes too, and it always comes to an end.
    static let json = FuzzTarget(
        name: "json",
        seeds: [
            #"{"a":[1,-2.5e+3,true,false,null,"x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"],"b":{},"c":[]}"#, "[[[[]]]]",
            " 0 ",
            #""lone \ud800 surrogate""#, "\u{FEFF}{}", #"{"a":1,"a":2}"#,
        ]
    ) { input in
        let isAccepted = input.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            for _ in 0...bytes.count {
                guard let token = try? scanner.next() else { return false }
                if token == .end { return true }
                expect(scanner.range.count > 0 && scanner.range.upperBound <= bytes.count, "token at \(scanner.range)")
                expect(scanner.depth <= JSONScanner.maximalDepth, "depth \(scanner.depth)")
                if token == .name || token == .string { expect(scanner.text != nil, "a string with no text") }
            }
            fatalError("more tokens than bytes")
        }
        // Foundation takes UTF-16 and UTF-32 too, and every such text has a zero in it; and it lets a list end with a comma.
        if !isAccepted, input.count <= JSONScanner.maximalDepth, !input.contains(0), !endsAListWithAComma(input) {
            let value = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
            expect(value == nil, "Foundation reads what the scanner refuses")
        }
    }

    private static func endsAListWithAComma(_ input: [UInt8]) -> Bool {
        let solid = input.filter { !" \t\r\n".utf8.contains($0) }
        return zip(solid, solid.dropFirst()).contains { $0 == UInt8(ascii: ",") && "]}".utf8.contains($1) }
    }

    /// Strings written as JSON, and read again.
    static let jsonText = FuzzTarget(
        name: "json-text", seeds: ["plain", "a\"b\\c/d\n\r\t\u{0}\u{1F}\u{7F}", "naïve 🧭", "\u{2028}", "\"\u{301}"]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        var written = ""
        JSONText.append(text, to: &written)
        let inner = Array(written.utf8.dropFirst().dropLast())
        expectEqual(inner.withUnsafeBufferPointer(JSONText.unescaped), text, "a string written and read")
        let value = try? JSONSerialization.jsonObject(with: Data(written.utf8), options: .fragmentsAllowed)
        expectEqual((value as? String).map { Array($0.utf8) }, Array(text.utf8), "the string as Foundation reads it")
        _ = input.withUnsafeBufferPointer(JSONText.unescaped)
    }
}
