#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Redaction {
    /// JSON with the values of the named members hidden, and in texts with URLs what a URL hides; nil where it is none.
    ///
    /// The text is rewritten token by token, so order, white space and numbers stay as they came. Reading ends where
    /// enough has been written: what is behind is neither checked nor printed.
    func json(_ data: Data, limit: Int) -> (bytes: [UInt8], isWhole: Bool)? {
        data.withContiguousBytes { bytes in
            try? JSONRewriter(redaction: self, bytes: bytes, limit: limit).rewritten()
        }
    }
}

extension Data {
    /// The bytes as integers.
    package func withContiguousBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withUnsafeBytes { raw in try raw.withMemoryRebound(to: UInt8.self, body) }
    }
}

/// JSON text on its way to being printed.
struct JSONRewriter {
    let redaction: Redaction
    let bytes: UnsafeBufferPointer<UInt8>
    /// How much is wanted; a little more is written where the text is longer.
    let limit: Int

    func rewritten() throws(JSONScanner.Malformed) -> (bytes: [UInt8], isWhole: Bool) {
        var tokens = Tokens(self)
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        while output.count <= limit {
            guard try tokens.appendNext(to: &output, most: limit < .max - 4 ? limit + 4 : limit) != nil else {
                return (output, true)
            }
        }
        return (output, false)
    }

    /// The text in pieces of a token each, with what stands before it.
    struct Tokens {
        private let redaction: Redaction
        private let bytes: UnsafeBufferPointer<UInt8>
        private var scanner: JSONScanner
        private var hidesNextValue = false

        init(_ rewriter: JSONRewriter) {
            (redaction, bytes) = (rewriter.redaction, rewriter.bytes)
            scanner = JSONScanner(rewriter.bytes)
        }

        /// Appends the next piece, and says where it ends in the text that it was made of; nil at the end of that.
        /// - Parameter most: how many bytes of it are enough.
        mutating func appendNext(to output: inout [UInt8], most: Int) throws(JSONScanner.Malformed) -> Int? {
            let start = scanner.range.upperBound
            let token = try scanner.next()
            if token == .end { return nil }
            guard hidesNextValue else {
                hidesNextValue = token == .name && scanner.text.map { redaction.bodyNames.contains($0) } ?? false
                if token == .string, let text = redactedText() {
                    output += (bytes[start..<scanner.range.lowerBound] + text).prefix(most)
                } else {
                    output += bytes[start..<scanner.range.upperBound].prefix(most)
                }
                return scanner.range.upperBound
            }
            hidesNextValue = false
            let before = start..<scanner.range.lowerBound
            try scanner.skipValue(token)
            output += bytes[before]
            output += "\"\(Redaction.replacement)\"".utf8
            return scanner.range.upperBound
        }

        /// The last token, a string, without the secrets of URLs in it; nil where there are none.
        private func redactedText() -> [UInt8]? {
            let mayHold = bytes[scanner.range].contains {
                $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "\\")
            }
            guard mayHold, let text = scanner.text else { return nil }
            let redacted = redaction.text(text)
            guard redacted != text else { return nil }
            var output = ""
            JSONText.append(redacted, to: &output)
            return Array(output.utf8)
        }
    }
}
