#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ShapeKeeping {
    /// A body with what goes by a secret's name hidden; nil where its type says that it has names, and they cannot be
    /// found.
    mutating func body(_ bytes: [UInt8], _ mediaType: MediaType?) -> [UInt8]? {
        guard !bytes.isEmpty else { return bytes }
        if mediaType?.isForm == true { return form(bytes) }
        if mediaType?.type == "multipart" {
            guard let form = mediaType?["boundary"].flatMap({ MultipartBytes(bytes, boundary: $0) }) else { return nil }
            return form.rewritten { part in rewrite(&part) }
        }
        if let json = json(bytes) { return json }
        // Who sends a form without its type sends its names all the same.
        if Self.isFormLike(bytes) { return form(bytes) }
        return lines(bytes, mustBeJSON: mediaType?.isJSON == true)
    }

    /// Whether bytes could be those of a form: visible ASCII, and a name before an equals sign.
    private static func isFormLike(_ bytes: [UInt8]) -> Bool {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return false }
        return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    private mutating func rewrite(_ part: inout MultipartBytes.Part) -> Bool {
        let isHidden = Redaction.hasPart(part.name) {
            redaction.bodyNames.contains($0) || redaction.queryNames.contains($0)
        }
        if isHidden {
            secrets.append(String(decoding: part.content, as: UTF8.self))
            part.content = Array(Redaction.replacement.utf8)
            return true
        }
        guard let content = body(part.content, part.mediaType) else { return false }
        part.content = content
        return true
    }

    /// Other text may hold JSON line by line: events of a server, logs, and streams of values that call themselves JSON.
    private mutating func lines(_ bytes: [UInt8], mustBeJSON: Bool) -> [UInt8]? {
        guard mustBeJSON || bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "[")) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { output.append(0x0A) }
            let content = line.starts(with: "data:".utf8) ? line.dropFirst(5) : line
            let first = content.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
            let isBegun = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            guard isBegun || mustBeJSON && first != nil, let json = json(Array(content)) else {
                if mustBeJSON, first != nil { return nil }
                output += line
                continue
            }
            output += line[line.startIndex..<content.startIndex]
            output += json
        }
        return output
    }
}

extension KnownSecrets {
    /// A body with what is known hidden, in the way of its type.
    func hidden(in bytes: [UInt8], _ mediaType: MediaType?, _ redaction: Redaction) -> [UInt8] {
        guard !isEmpty, !bytes.isEmpty else { return bytes }
        if mediaType?.isForm == true { return hidden(in: bytes, by: ShapeKeeping.escapedReplacement) ?? bytes }
        var shape = JSONShape(ShapeKeeping(redaction), known: self)
        if let json = shape.rewritten(bytes) { return json }
        return hidden(in: bytes, by: Redaction.replacement) ?? bytes
    }
}
