#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file for a multipart form: bytes in memory or a file on disk, with the name and type that the server is told.
public struct FilePart: Sendable {
    private enum Content {
        case bytes(Data)
        case file(URL)
    }

    private let content: Content
    /// The name that the server is told; nil for none.
    public var filename: String?
    /// The part's `Content-Type`; nil for none.
    public var mediaType: MediaType?

    /// A file on disk, read while it is sent; `filename` is its last path component unless another is given.
    public static func file(_ url: URL, filename: String? = nil, mediaType: MediaType? = .octetStream) -> FilePart {
        FilePart(content: .file(url), filename: filename ?? url.lastPathComponent, mediaType: mediaType)
    }

    /// Bytes in memory, under a name of a file or, for nil, without one.
    public static func bytes(_ data: Data, filename: String?, mediaType: MediaType? = .octetStream) -> FilePart {
        FilePart(content: .bytes(data), filename: filename, mediaType: mediaType)
    }

    func part(named name: String) -> Multipart.Part {
        switch content {
        case .bytes(let data): .bytes(data, name: name, filename: filename, mediaType: mediaType)
        case .file(let url): .file(url, name: name, filename: filename, mediaType: mediaType)
        }
    }
}

extension FilePart: Encodable {
    /// Refuses: a file goes only into a part of a multipart form.
    public func encode(to encoder: any Encoder) throws {
        throw ParameterProblem("a FilePart, which only @Part of a multipart endpoint can send")
    }
}

extension HTTPBody: Encodable {
    /// Refuses: a body is only ever the whole body.
    public func encode(to encoder: any Encoder) throws {
        throw ParameterProblem("an HTTPBody, which only @Body can send")
    }
}

extension Multipart: Encodable {
    /// Refuses: a form is only ever the whole body.
    public func encode(to encoder: any Encoder) throws {
        throw ParameterProblem("a Multipart, which only @Body can send")
    }
}
