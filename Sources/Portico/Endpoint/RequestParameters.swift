/// The parameters of a call after they were put in their places, and before they become bytes: what a ``RequestMapper``
/// rewrites.
public struct RequestParameters {
    /// As the route has it.
    public let method: HTTPMethod
    /// The escaped path, which begins with a slash, without the base's.
    public var path: String { target.textBelowBase }
    /// The path below the environment's, to which the query is added in the end.
    var target: TargetWriter
    /// A query that stood in the route's own text, escaped.
    let literalQuery: String
    /// The items of the query in order, not escaped.
    public var query: [QueryItem] = []
    /// The header fields that the call itself has; the defaults of client and environment come later.
    public var fields = HTTPFields()
    /// The members of the body: of the JSON object, of the form, the parts. Empty where there is none or a whole one.
    public var bodyFields: [BodyField] = []
    /// Whether a property belongs to the body, even where nil left it out.
    var hasBodyFields = false
    var body: (any Encodable)? {
        didSet { hasWholeBody = body != nil }
    }
    /// Whether there is a ``body``, without a copy of it.
    private var hasWholeBody = false

    /// Whether anything is to go into a body.
    var hasBody: Bool { hasWholeBody || hasBodyFields || !bodyFields.isEmpty }

    init(method: HTTPMethod, target: TargetWriter, literalQuery: String) {
        self.method = method
        self.target = target
        self.literalQuery = literalQuery
    }
}

/// One member of a body.
public struct BodyField {
    /// The name that goes out.
    public var name: String
    /// The property that it came from; nil for one that a mapper added.
    let property: String?
    let content: Content

    enum Content {
        /// For a body encoder to encode.
        case encodable(any Encodable)
        /// A value in a style.
        case parameter(ParameterValue, ResolvedStyle)
        case files([FilePart])
    }

    init(name: String, property: String? = nil, content: Content) {
        self.name = name
        self.property = property
        self.content = content
    }

    /// The problem of this member, with its name.
    func invalid(_ message: String) -> InvalidRequest { InvalidRequest(.property(property ?? name), message) }

    /// A member that the body's encoder encodes.
    public init(name: String, value: any Encodable) {
        self.init(name: name, content: .encodable(value))
    }
}

/// Rewrites the parameters of every call of a client, or of one endpoint: adds, renames and drops what an API wants
/// otherwise than it was declared.
///
/// ```swift
/// struct Locale: RequestMapper {
///     func map(_ parameters: inout RequestParameters, of call: CallDescription) {
///         parameters.query.append(QueryItem(name: "lang", value: "de"))
///     }
/// }
/// ```
///
/// An endpoint's own runs first, then the client's. It is called from any task.
public protocol RequestMapper: Sendable {
    /// Rewrites the parameters. An error that it throws ends the call, with nothing sent.
    func map(_ parameters: inout RequestParameters, of call: CallDescription) throws
}
