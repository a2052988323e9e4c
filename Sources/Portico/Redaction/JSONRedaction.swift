#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Redaction {
    /// JSON with the values of the named members hidden; nil where it is none.
    ///
    /// The text is rewritten token by token, so order, white space and numbers stay as they came. Reading ends where enough has
    /// been written: what is behind is neither checked nor printed.
    func json(_ data: Data, limit: Int) -> (bytes: [UInt8], isWhole: Bool)? {
        data.withContiguousBytes { bytes in
            try? JSONRewriter(redaction: self, bytes: bytes, limit: limit).rewritten()
        }
    }
}

extension Data {
    /// The bytes as integers.
    func withContiguousBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
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
        var scanner = JSONScanner(bytes)
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        // Up to here the text has been written.
        var written = scanner.range.upperBound
        while output.count <= limit {
            let token = try scanner.next()
            if token == .end { return (output, true) }
            output += bytes[written..<scanner.range.upperBound].prefix(limit < .max - 4 ? limit + 4 : limit)
            written = scanner.range.upperBound
            guard token == .name, let name = scanner.text, redaction.bodyNames.contains(name) else { continue }
            let value = try scanner.next()
            output += bytes[written..<scanner.range.lowerBound]
            try scanner.skipValue(value)
            output += "\"\(Redaction.replacement)\"".utf8
            written = scanner.range.upperBound
        }
        return (output, false)
    }
}
