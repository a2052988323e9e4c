/// In which form the body of an endpoint goes out.
///
/// An ``HTTPBody`` or a ``Multipart`` as the `@Body` goes out as it is, in any format.
public struct BodyFormat: Sendable {
    enum Kind {
        case json, form, multipart
        case bytes(MediaType), file(MediaType)
        case encoder(any BodyEncoder)
    }

    let kind: Kind
    /// Whether the values are written as parameters, and not left to an encoder.
    let flattensFields: Bool
    let isMultipart: Bool

    private init(kind: Kind) {
        self.kind = kind
        switch kind {
        case .form: (flattensFields, isMultipart) = (true, false)
        case .multipart: (flattensFields, isMultipart) = (true, true)
        case .json, .bytes, .file, .encoder: (flattensFields, isMultipart) = (false, false)
        }
    }

    /// By the client's encoder, which is JSON with sorted keys unless another is given; the default.
    public static let json = BodyFormat(kind: .json)

    /// `application/x-www-form-urlencoded`, as the WHATWG URL standard writes it.
    public static let form = BodyFormat(kind: .form)

    /// `multipart/form-data` (RFC 7578): a part for each property.
    public static let multipart = BodyFormat(kind: .multipart)

    /// The bytes of a `@Body` that is `Data`, or the UTF-8 of one that is a `String`.
    public static func bytes(_ mediaType: MediaType = .octetStream) -> BodyFormat {
        BodyFormat(kind: .bytes(mediaType))
    }

    /// The contents of the file that a `@Body` of type `URL` names, streamed.
    public static func file(_ mediaType: MediaType = .octetStream) -> BodyFormat { BodyFormat(kind: .file(mediaType)) }

    /// By an encoder of its own.
    public static func encoded(by encoder: any BodyEncoder) -> BodyFormat { BodyFormat(kind: .encoder(encoder)) }
}
