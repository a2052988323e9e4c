/// A media type or range with its parameters: `application/json; charset=utf-8` (RFC 9110, sections 8.3.1 and 12.5.1).
///
/// Type, subtype and parameter names compare without case. A literal or parsed text that is no media type is nil.
public struct MediaType: Hashable, Sendable {
    /// In small letters; `*` in a range.
    public let type: String
    /// In small letters, with its suffix; `*` in a range.
    public let subtype: String
    /// In order, `q` among them, names in small letters, values without their quotes.
    public var parameters: [Parameter]

    /// A name and a value behind the type: `charset=utf-8`.
    public struct Parameter: Hashable, Sendable {
        /// In small letters.
        public let name: String
        /// Without its quotes.
        public let value: String

        /// A parameter; quotes are put around a value that needs them when it is written.
        public init(name: String, value: String) {
            self.name = name.lowercasedASCII
            self.value = value
        }
    }

    /// Of small letters.
    init(known type: String, _ subtype: String, _ parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Reads a `Content-Type`, or one member of an `Accept` list; nil where the text is neither.
    ///
    /// A malformed parameter is left out, as the WHATWG's rules have it: a sloppy server's type still counts.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let type = text.withUTF8({ Self.read($0) }) else { return nil }
        self = type
    }

    /// The members of a list such as `Accept`, best quality first, in their order among equals; what is no media type
    /// is left out.
    public static func list(_ text: some StringProtocol) -> [MediaType] {
        var text = String(text)
        let types: [MediaType] = text.withUTF8 { bytes in
            pieces(of: bytes, at: UInt8(ascii: ",")).compactMap { piece in read(UnsafeBufferPointer(rebasing: piece)) }
        }
        return types.enumerated().sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
            .map(\.element)
    }

    /// How much the range is wanted, from 0 to 1; 1 where no `q` is given or where it is no number.
    public var quality: Double {
        guard let text = self["q"], let value = Double(text), value >= 0, value <= 1 else { return 1 }
        return value
    }

    /// The value of the first parameter of a name.
    public subscript(parameter: String) -> String? {
        parameters.first { $0.name.equalsIgnoringASCIICase(parameter) }?.value
    }

    /// This media type with one more parameter, in place of one of the same name.
    public func with(_ name: String, _ value: String) -> MediaType {
        var copy = self
        copy.parameters.removeAll { $0.name.equalsIgnoringASCIICase(name) }
        copy.parameters.append(Parameter(name: name, value: value))
        return copy
    }

    /// JSON, or a type whose syntax is JSON's by its `+json` suffix (RFC 6839); `text/json` is an old name for it.
    public var isJSON: Bool {
        subtype == "json" && (type == "application" || type == "text") || subtype.hasSuffix("+json")
    }

    /// Whether this range takes in the other type, parameters left aside.
    public func includes(_ other: MediaType) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }
}

extension MediaType {
    /// `application/json` (RFC 8259).
    public static let json = MediaType(known: "application", "json")
    /// `application/problem+json` (RFC 9457).
    public static let problemJSON = MediaType(known: "application", "problem+json")
    /// `application/x-www-form-urlencoded`.
    public static let formURLEncoded = MediaType(known: "application", "x-www-form-urlencoded")
    /// `application/octet-stream`.
    public static let octetStream = MediaType(known: "application", "octet-stream")
    /// `text/plain`.
    public static let plainText = MediaType(known: "text", "plain")
    /// `text/html`.
    public static let html = MediaType(known: "text", "html")
    /// `*/*`, the range of all types.
    public static let any = MediaType(known: "*", "*")

    /// `multipart/form-data` with the boundary that its body uses.
    public static func multipartFormData(boundary: String) -> MediaType {
        MediaType(known: "multipart", "form-data", [Parameter(name: "boundary", value: boundary)])
    }
}

extension MediaType: CustomStringConvertible {
    /// The type as a field's value, with quotes where a parameter needs them.
    public var description: String {
        // Each request has one or two, and an interpolation would take three times as long.
        parameters.reduce(into: type + "/" + subtype) { text, parameter in
            text += "; \(parameter.name)=\(Self.quotedIfNeeded(parameter.value))"
        }
    }

    private static func quotedIfNeeded(_ value: String) -> String {
        value.isToken ? value : value.quotedText
    }
}
