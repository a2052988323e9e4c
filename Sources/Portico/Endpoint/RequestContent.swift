#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a ``Request``, before it is bytes.
public struct RequestContent: Sendable {
    private enum Content: Sendable {
        case none
        case value(any Encodable & Sendable)
        case members(RequestValues)
    }

    private let content: Content
    let format: BodyFormat

    /// No body at all.
    public static let none = RequestContent(content: .none, format: .json)

    /// A value, by the client's encoder: JSON unless it has another.
    @_disfavoredOverload
    public static func json(_ value: some Encodable & Sendable) -> RequestContent {
        RequestContent(content: .value(value), format: .json)
    }

    /// A JSON object of these members: what a dictionary literal is, whose names may come in any order and nil has a
    /// style.
    public static func json(_ members: RequestValues) -> RequestContent {
        RequestContent(content: .members(members), format: .json)
    }

    /// A form (`application/x-www-form-urlencoded`) of these members, in their order; a name may come several times.
    public static func form(_ members: RequestValues) -> RequestContent {
        RequestContent(content: .members(members), format: .form)
    }

    /// A form of a value's properties.
    @_disfavoredOverload
    public static func form(_ value: some Encodable & Sendable) -> RequestContent {
        RequestContent(content: .value(value), format: .form)
    }

    /// A `multipart/form-data` form.
    public static func multipart(_ form: Multipart) -> RequestContent { .body(.multipart(form)) }

    /// Bytes as they are.
    public static func bytes(_ data: Data, mediaType: MediaType = .octetStream) -> RequestContent {
        .body(.bytes(data, mediaType: mediaType))
    }

    /// A file, streamed.
    public static func file(_ url: URL, mediaType: MediaType = .octetStream) -> RequestContent {
        .body(.file(url, mediaType: mediaType))
    }

    /// Any body as it is.
    public static func body(_ body: HTTPBody) -> RequestContent { RequestContent(content: .value(body), format: .json) }

    /// A value, by an encoder of its own.
    public static func encoded(
        _ value: some Encodable & Sendable, by encoder: any BodyEncoder
    ) -> RequestContent {
        RequestContent(content: .value(value), format: .encoded(by: encoder))
    }

    func store(_ style: ResolvedStyle, in parameters: inout RequestParameters) throws(InvalidRequest) {
        switch content {
        case .none: break
        case .value(let value as any AbsentRepresentable) where value.isAbsent || value.isNil: break
        case .value(let value): parameters.body = value
        case .members(let members):
            parameters.hasBodyFields = true
            for (name, value) in members.pairs {
                if let value = value as? any AbsentRepresentable, value.isAbsent { continue }
                if let value {
                    parameters.bodyFields.append(BodyField(name: name, value: value))
                } else if style.nils == .null {
                    parameters.bodyFields.append(BodyField(name: name, content: .parameter(.null, style)))
                } else if style.nils == .empty {
                    parameters.bodyFields.append(BodyField(name: name, content: .parameter(.text(""), style)))
                }
            }
        }
    }
}
