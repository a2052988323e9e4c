#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Redaction {
    /// At most 200 bytes of a body around a place in it; the body's beginning, or what it is, where it is no JSON
    /// before that.
    func excerpt(of data: Data, at place: JSONPlace, mediaType: MediaType?) -> String {
        let window = data.withContiguousBytes { bytes in
            let rewriter = JSONRewriter(redaction: self, bytes: bytes, limit: .max)
            return rewriter.window(around: place.offset, before: 50, after: 140)
        }
        if let window { return window }
        var brief = self
        brief.bodyLimit = 160
        return brief.body(data, mediaType: mediaType)
    }
}

extension JSONRewriter {
    /// What is written around the place that an offset of the text has there; nil where nothing is.
    fileprivate func window(around offset: Int, before: Int, after: Int) -> String? {
        var output: [UInt8] = []
        var (isCut, place) = (false, Int?.none)
        var tokens = Tokens(self)
        // A malformed token ends it, as the end does: what was written up to there is shown.
        while true {
            let start = output.count
            guard let end = try? tokens.appendNext(to: &output, most: .max) else { break }
            if place == nil, end > offset { place = max(start, output.count - (end - offset)) }
            if place == nil, output.count > 4096 {
                output.removeFirst(output.count - before - 4)
                isCut = true
            }
            if let place, output.count >= place + after + 4 { break }
        }
        guard !output.isEmpty else { return nil }
        let center = place ?? output.count
        let start = output[max(0, center - before)...].firstIndex { $0 & 0xC0 != 0x80 } ?? output.count
        let kept = Array(output[start...]).prefixOfWholeScalars(center - start + after)
        let isEnd = start + kept.count == output.count && place.map { output.count < $0 + after + 4 } ?? true
        return (isCut || start > 0 ? "…" : "") + Array(kept).asUTF8Text + (isEnd ? "" : "…")
    }
}
