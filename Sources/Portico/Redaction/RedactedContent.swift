#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request's body as it may be printed.
enum RedactedContent: Hashable, Sendable {
    case none
    case text(String)
    /// What is not printed whole: its beginning or its description, and what names it.
    case leftOut(String, name: String)
    case file(path: String, length: Int64?)
    case form([Part])
    case stream(length: Int64?)

    struct Part: Hashable, Sendable {
        var name: String
        var filename: String?
        var mediaType: String?
        /// Never a form or a stream.
        var content: RedactedContent
    }
}

extension RedactedContent {
    init(_ request: HTTPRequest, by redaction: Redaction) {
        switch request.body.content {
        case .none:
            self = .none
        case .bytes(let data):
            let mediaType = request.fields[.contentType].flatMap { MediaType($0) } ?? request.body.mediaType
            self.init(data, mediaType, redaction)
        case .file(let url):
            self = .file(path: url.path, length: FileReader.size(of: url))
        case .multipart(let form):
            self = .form(form.parts.map { Part($0, redaction) })
        case .stream(let stream):
            self = .stream(length: stream.length)
        }
    }

    fileprivate init(_ data: Data, _ mediaType: MediaType?, _ redaction: Redaction) {
        if data.isEmpty {
            self = .text("")
        } else if let text = redaction.wholeOrBegun(data, mediaType: mediaType), text.isWhole {
            self = .text(text.text)
        } else {
            let name = Redaction.leftOut(data.count, mediaType)
            self = .leftOut(redaction.body(data, mediaType: mediaType), name: name)
        }
    }
}

extension RedactedContent.Part {
    fileprivate init(_ part: Multipart.Part, _ redaction: Redaction) {
        name = part.name
        filename = part.filename
        mediaType = part.mediaType?.description
        let isHidden = Redaction.hasPart(part.name) {
            redaction.bodyNames.contains($0) || redaction.queryNames.contains($0)
        }
        switch part.content {
        case .file(let url):
            content = .file(path: url.path, length: FileReader.size(of: url))
        case .bytes where isHidden:
            content = .text(Redaction.replacement)
        case .bytes(let data):
            // A part with no type is a value that somebody typed in, and its name is known.
            var redaction = redaction
            if part.mediaType == nil { redaction.showsOtherText = true }
            content = RedactedContent(data, part.mediaType ?? .plainText, redaction)
        }
    }
}

extension RedactedContent {
    /// The text, or what there is in words; nil for no body.
    var description: String? {
        switch self {
        case .none: nil
        case .text(let text), .leftOut(let text, _): text
        case .file(let path, let length): "<file \(path), \(length.map { "\($0) bytes" } ?? "not there")>"
        case .stream(let length): length.map { "<stream of \($0) bytes>" } ?? "<stream>"
        case .form(let parts):
            parts.map { part in
                let details = [part.filename.map { "file name \($0)" }, part.mediaType].compactMap(\.self)
                let note = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
                return "\(part.name)\(note): \(part.content.description ?? "")"
            }.joined(separator: "\n")
        }
    }
}
