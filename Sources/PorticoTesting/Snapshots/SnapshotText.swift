#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// A request as the text of a snapshot.
enum SnapshotText {
    /// Method and URL, a line for each field, and the body after an empty line, as it goes out: of text every byte, of
    /// anything else its Base64.
    static func text(of request: HTTPRequest, _ redaction: Redaction) async throws(TransportError) -> String {
        var request = request
        if request.fields[.userAgent] == Client.defaultUserAgent { request.fields[.userAgent] = nil }
        let boundary = (request.fields[.contentType].flatMap { MediaType($0) } ?? request.body.mediaType)?["boundary"]
        let redacted = RedactedRequest(request, by: redaction)
        var lines = ["\(redacted.method) \(redacted.urlText)"]
        lines += redacted.fields.map { "\($0.name): \($0.value)" }
        if !request.body.isNone {
            let data = try await request.body.chunks().collected(limit: RequestSnapshots.bodyLimit)
            lines += ["", body(data, request.body.mediaType, redaction)]
        }
        let text = lines.joined(separator: "\n") + "\n"
        // Another one for each form.
        return boundary.map { text.replacing($0, with: "<boundary>") } ?? text
    }

    private static func body(_ whole: Data, _ mediaType: MediaType?, _ redaction: Redaction) -> String {
        var data = whole
        if let mediaType, mediaType.type == "multipart" {
            var shape = ShapeKeeping(redaction)
            guard let kept = shape.body(Array(whole), mediaType) else {
                return "<\(whole.count) bytes, left out: no part of them could be found>"
            }
            data = Data(kept)
        }
        guard let text = String(validating: data, as: UTF8.self), !text.utf8.contains(0) else {
            return "<\(data.count) bytes in Base64>\n" + data.base64EncodedString(options: .lineLength76Characters)
        }
        // Other text has no names that a secret could be known by, and is the test's own.
        guard let mediaType, mediaType.isJSON || mediaType.includes(.formURLEncoded) else { return visible(text) }
        var redaction = redaction
        redaction.bodyLimit = .max
        return visible(redaction.body(data, mediaType: mediaType))
    }

    /// Controls, a carriage return among them, as the pictures that Unicode has for them, so that no editor and no version
    /// control changes them.
    private static func visible(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
            output.append(isControl ? Unicode.Scalar(0x2400 + scalar.value) ?? scalar : scalar)
        }
        return String(output)
    }
}
