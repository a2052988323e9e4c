#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A `multipart/form-data` form (RFC 7578): named parts of bytes or files, streamed in order.
///
/// ```swift
/// var form = Multipart()
/// form.append(.text("Sunset", name: "title"))
/// form.append(.file(photo, name: "photo", mediaType: MediaType("image/jpeg")))
/// ```
public struct Multipart: Sendable {
    /// What separates the parts; 1 to 70 letters, digits, `-` or `_`.
    public let boundary: String
    /// In the order in which they go out.
    public private(set) var parts: [Part]

    /// A form with a boundary of 144 random bits, which no content is going to hold by chance.
    public init(_ parts: [Part] = []) {
        self.init(parts) { .random(in: .min ... .max) }
    }

    /// A form whose boundary comes from a given source of randomness, so that a test knows it.
    public init(_ parts: [Part] = [], randomness: inout some RandomNumberGenerator) {
        self.init(parts) { randomness.next() }
    }

    private init(_ parts: [Part], _ number: () -> UInt64) {
        let digits = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8)
        let random = (0..<24).map { _ in digits[Int(number() & 63)] }
        boundary = "portico-" + String(decoding: random, as: UTF8.self)
        self.parts = parts
    }

    /// Adds a part behind the others.
    public mutating func append(_ part: Part) { parts.append(part) }

    /// One part of a form.
    public struct Part: Sendable {
        /// The form's name for the part; line ends and quotes in it are escaped.
        public var name: String
        /// The name of a file that the server is told; nil for none.
        public var filename: String?
        /// The part's `Content-Type`; nil for none.
        public var mediaType: MediaType?
        /// Fields beside `Content-Disposition`, which is the form's to write. A `Content-Type` among them wins over
        /// `mediaType`.
        public var fields: HTTPFields
        let content: PieceSource.Piece

        private init(_ content: PieceSource.Piece, _ name: String, _ filename: String?, _ mediaType: MediaType?) {
            (self.content, self.name, self.filename, self.mediaType) = (content, name, filename, mediaType)
            fields = [:]
        }

        /// Text in UTF-8, with no media type of its own, as browsers send it.
        public static func text(_ text: String, name: String) -> Part {
            Part(.bytes(Data(text.utf8)), name, nil, nil)
        }

        /// Bytes in memory, under a name of a file or without one.
        public static func bytes(
            _ data: Data, name: String, filename: String? = nil, mediaType: MediaType? = .octetStream
        ) -> Part {
            Part(.bytes(data), name, filename, mediaType)
        }

        /// A file, read while it is sent; `filename` is its last path component unless another is given.
        public static func file(
            _ url: URL, name: String, filename: String? = nil, mediaType: MediaType? = .octetStream
        ) -> Part {
            Part(.file(url), name, filename ?? url.lastPathComponent, mediaType)
        }
    }
}

extension Multipart {
    /// The number of bytes of the whole form, or nil where a file of it is not there.
    var length: Int64? {
        pieces.reduce(into: Optional(0)) { sum, piece in
            sum = sum.flatMap { sum in piece.length.map { sum + $0 } }
        }
    }

    /// The form as it goes out: head, content and line end of each part, and the closing line.
    var pieces: [PieceSource.Piece] {
        let parts = parts.flatMap { part -> [PieceSource.Piece] in
            [.bytes(Data(head(of: part).utf8)), part.content, .bytes(Data("\r\n".utf8))]
        }
        return parts + [.bytes(Data("--\(boundary)--\r\n".utf8))]
    }

    private func head(of part: Part) -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
        if let filename = part.filename { head += "; filename=\"\(Self.escaped(filename))\"" }
        head += "\r\n"
        if let mediaType = part.mediaType, !part.fields.contains(.contentType) {
            head += "Content-Type: \(mediaType)\r\n"
        }
        for field in part.fields { head += "\(field.name): \(field.value)\r\n" }
        return head + "\r\n"
    }

    /// A name between quotes: line ends and quotes percent-escaped as the WHATWG form rules have it, other controls
    /// too.
    private static func escaped(_ name: String) -> String {
        name.utf8.reduce(into: [UInt8]()) { bytes, byte in
            if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") {
                bytes += PercentEncoding.escape(byte)
            } else {
                bytes.append(byte)
            }
        }.asUTF8Text
    }

    /// Refuses a part's own fields and media type where their bytes could forge a line or the part's head.
    func validate() throws(InvalidRequest) {
        for part in parts {
            guard !part.fields.contains(.contentDisposition) else {
                let message = "Content-Disposition is the form's to write, from name and filename"
                throw InvalidRequest(.part(part.name), message)
            }
            do {
                for field in part.fields { try field.validate() }
                if let type = part.mediaType { try HTTPField(name: .contentType, value: type.description).validate() }
            } catch {
                throw InvalidRequest(.part(part.name), error.message)
            }
        }
    }
}
