#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a body is not the value that was declared, told so that the fault is found without the body at hand.
///
/// ```
/// cannot decode Array<Repo> at [3].owner.login: expected String, found a number; near …"owner":{"login":42,"id":7}…
/// ```
public struct UndecodableBody: Error, Sendable {
    /// The type that was wanted, as Swift prints it.
    public let typeName: String
    /// Where in the body: `items[3].owner.name`; empty for the top of it, and where the decoder did not say.
    public let path: String
    /// What is wrong there, in one sentence.
    public let reason: String
    /// At most 200 bytes of the body around that place, redacted; the beginning of it where the place cannot be found.
    public let excerpt: String
    /// What the decoder threw.
    public let underlying: any Error

    /// Looks the error's place up in the body. The cost is one or two readings of the body, up to that place.
    /// - Parameters:
    ///   - error: what a ``ResponseDecoder`` threw; a `DecodingError` is told best.
    ///   - data: the body that it was given.
    ///   - type: the type that was wanted.
    ///   - mediaType: the body's, by which it is redacted.
    ///   - redaction: what the excerpt and the reason must not show.
    init(
        _ error: any Error,
        data: Data,
        type: Any.Type,
        mediaType: MediaType? = .json,
        redaction: Redaction = .standard
    ) {
        let thrown = error
        var error = error
        if case MappingError.unmappable(let value) = error { error = value.decodingError(for: type) }
        let codingPath = (error as? DecodingError)?.context.codingPath ?? []
        let place = JSONPlace(at: codingPath, in: data)
        typeName = "\(type)"
        path = Self.text(of: codingPath)
        // What is hidden in the excerpt must not come out in the decoder's words about it.
        let isSecret = codingPath.contains { redaction.bodyNames.contains($0.stringValue) }
        reason = Redaction.line(Self.reason(for: error, data, place, isSecret: isSecret), limit: 300)
        excerpt = Redaction.line(redaction.excerpt(of: data, at: place, mediaType: mediaType))
        underlying = thrown
    }
}

extension UndecodableBody: CustomStringConvertible {
    public var description: String {
        let location = path.isEmpty ? "" : " at \(path)"
        let near = excerpt.isEmpty ? "" : "; near \(excerpt)"
        return "cannot decode \(typeName)\(location): \(reason)\(near)"
    }
}

extension UndecodableBody {
    /// `items[3].owner.name`, with brackets around names that have more than letters, digits, `_` and `-`.
    static func text(of path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue, key.stringValue != "\(index)" {
                text += "[\(index)]"
            } else if key.stringValue.isPlainName {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            } else {
                text += "["
                JSONText.append(key.stringValue, to: &text)
                text += "]"
            }
        }
    }

    private static func reason(for error: any Error, _ data: Data, _ place: JSONPlace, isSecret: Bool) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        if data.isEmpty { return "the body is empty" }
        switch error {
        case .keyNotFound(let key, _):
            let names = place.names.map { "'\($0)'" }.joined(separator: ", ")
            return "the member '\(key.stringValue)' is missing" + (names.isEmpty ? "" : "; there are \(names)")
        case .valueNotFound(let type, _):
            return "found null where \(name(of: type)) is expected"
        case .typeMismatch(let type, let context):
            guard let kind = place.kind else { return isSecret ? "the type is wrong" : context.debugDescription }
            return "expected \(name(of: type)), found \(kind)"
        case .dataCorrupted(let context):
            if context.codingPath.isEmpty { return reasonAtTheTop(context, data, place) }
            return isSecret ? "the value is not what it should be" : context.debugDescription
        @unknown default:
            return isSecret ? "the value is not what it should be" : error.context.debugDescription
        }
    }

    /// Foundation's decoder gives neither a path nor a reason where the text is malformed, nor where a number is too
    /// large, or has a fraction, for the type that wants it.
    private static func reasonAtTheTop(_ context: DecodingError.Context, _ data: Data, _ place: JSONPlace) -> String {
        if let offset = place.malformedOffset {
            return "the body is \(MalformedJSON(at: offset, in: data))"
        }
        guard context.debugDescription == "The given data was not valid JSON." else { return context.debugDescription }
        return "a number of the body does not fit the type that is declared for it; JSONDecoder does not say which"
    }

    /// The decoder asks for a dictionary or an array of anything when it wants an object or an array.
    private static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Dictionary<") { return "an object" }
        return name.hasPrefix("Array<") ? "an array" : name
    }
}

extension DecodingError {
    fileprivate var context: Context {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "\(self)")
        }
    }
}

extension String {
    fileprivate var isPlainName: Bool {
        !isEmpty && utf8.allSatisfy { $0.isTokenByte && $0 != UInt8(ascii: ".") || $0 >= 0x80 }
    }
}
