/// Puts each property of an endpoint where it belongs: the `Encoder` that an endpoint's `encode(to:)` meets.
///
/// A property named in the route goes into the path; one with a wrapper where the wrapper says; any other into the query of
/// GET, HEAD and DELETE, and into the body else. Nothing is guessed: what has no place is an ``InvalidRequest`` that names
/// the property.
final class RequestBinder: Encoder {
    let codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private let template: RouteTemplate
    private let style: ResolvedStyle
    private let flattensFields: Bool
    /// Whether the value is a router, whose cases are containers of their own.
    private let isRouter: Bool

    /// The encoder of whichever property is being bound.
    private let encoder: ParameterEncoder

    private var bound: [String] = []
    private var pathValues: [ParameterValue?]
    private var query: [QueryItem] = []
    private var fields = HTTPFields()
    private var bodyFields: [BodyField] = []
    private var hasBodyFields = false
    private var body: (any Encodable)?
    /// What an encoder's function that cannot throw had to say.
    private var problem: InvalidRequest?

    init(_ template: RouteTemplate, _ style: ResolvedStyle, flattensFields: Bool, isRouter: Bool = false) {
        self.template = template
        self.style = style
        self.flattensFields = flattensFields
        self.isRouter = isRouter
        encoder = ParameterEncoder(keys: style.keys, flattensFields: flattensFields)
        pathValues = Array(repeating: nil, count: template.placeholders.count)
        bound.reserveCapacity(8)
        fields.reserveCapacity(6)
        if template.method.putsParametersInQuery { query.reserveCapacity(4) }
    }

    /// The parameters of an endpoint's value.
    func bind(_ value: some Encodable) throws(InvalidRequest) -> RequestParameters {
        if let problem = template.problem { throw InvalidRequest(.route, problem) }
        do {
            try value.encode(to: self)
        } catch let error as InvalidRequest {
            throw error
        } catch {
            throw InvalidRequest(.body, "\(error)")
        }
        if let problem { throw problem }
        var parameters = RequestParameters(method: template.method, path: try path(), literalQuery: template.query)
        parameters.query = query
        parameters.fields = fields
        parameters.bodyFields = bodyFields
        parameters.hasBodyFields = hasBodyFields
        parameters.body = body
        return parameters
    }

    private func path() throws(InvalidRequest) -> String {
        var writer = PathWriter()
        for piece in template.pieces {
            switch piece {
            case .literal(let text):
                writer.append(literal: text)
            case .value(let index, let endsSegment):
                let placeholder = template.placeholders[index]
                guard let value = pathValues[index] else {
                    throw InvalidRequest(.route, "'\(template.text)': no property is named '\(placeholder.name)'")
                }
                do throws(ParameterProblem) {
                    try value.append(to: &writer, keepsSlashes: placeholder.keepsSlashes, style)
                    if endsSegment { try writer.checkLastSegment() }
                } catch {
                    throw InvalidRequest(.property(placeholder.name), error.message)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Encoder

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        isRouter ? KeyedEncodingContainer(RouterCases(binder: self)) : properties()
    }

    func properties<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(EndpointProperties(binder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { refuse("an array").unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { refuse("a single value").singleValueContainer() }

    /// Remembers that an endpoint encodes itself as something without properties.
    func refuse(_ shape: String) -> RefusingEncoder {
        let kind =
            isRouter ? "a router is an enum whose cases have labelled values" : "an endpoint has named properties"
        let problem = InvalidRequest(.body, "it encodes itself as \(shape), but \(kind)")
        self.problem = self.problem ?? problem
        return RefusingEncoder(problem)
    }
}

// MARK: Properties

extension RequestBinder {
    /// Binds a value that needs no encoder, at the property's own place.
    func bind(_ value: ParameterValue, to property: String) throws {
        try begin(property)
        try store(value, property, defaultPlacement(property))
    }

    /// Binds a value of any type, a wrapper among them.
    func bind<Value: Encodable>(_ value: Value, to property: String) throws {
        try begin(property)
        do {
            if let known = try ParameterValue(known: value) {
                return try store(known, property, defaultPlacement(property))
            }
            let placement = defaultPlacement(property)
            if placement.place == .field, !flattensFields, !(Value.self is any ParameterWrapper.Type) {
                return try storeField(.encodable(value), property, placement, style)
            }
            encoder.reset()
            try encoder.encode(value)
            try store(encoder, property, encoder.placement ?? placement)
        } catch let problem as ParameterProblem {
            throw InvalidRequest(.property(property), problem.message)
        }
    }

    private func begin(_ property: String) throws(InvalidRequest) {
        guard !bound.contains(property) else { throw InvalidRequest(.property(property), "bound twice") }
        bound.append(property)
    }

    private func defaultPlacement(_ property: String) -> Placement {
        if template.placeholders.contains(where: { $0.name == property }) { return Placement(place: .path) }
        return Placement(place: template.method.putsParametersInQuery ? .query : .field)
    }

    private func store(_ encoder: ParameterEncoder, _ property: String, _ placement: Placement) throws {
        guard let captured = encoder.captured else { return try store(encoder.value, property, placement) }
        switch placement.place {
        case .body: try storeBody(captured, property)
        case .part: try storePart(captured, property, placement)
        default: try storeField(.encodable(captured), property, placement, style)
        }
    }

    private func store(_ value: ParameterValue, _ property: String, _ placement: Placement) throws(InvalidRequest) {
        let style = style.overridden(by: placement.style)
        do throws(ParameterProblem) {
            switch placement.place {
            case .path:
                if let index = template.placeholders.firstIndex(where: { $0.name == property }) {
                    pathValues[index] = value
                }
            case .query:
                try value.appendItems(try name(property, placement, style), style, to: &query)
            case .header:
                try storeHeader(value, property, placement, style)
            case .field, .body, .part:
                try storeField(.parameter(value, style), property, placement, style)
            }
        } catch {
            throw InvalidRequest(.property(property), error.message)
        }
    }

    /// The name that goes out: the wrapper's, or the property's in the key style.
    private func name(
        _ property: String, _ placement: Placement, _ style: ResolvedStyle
    ) throws(ParameterProblem) -> String {
        if let name = placement.name { return name }
        if isRouter, property.hasPrefix("_"), property.dropFirst().allSatisfy(\.isWholeNumber) {
            throw ParameterProblem("a value with no label; give it one, or wrap it in Body")
        }
        return style.keys.key(for: property)
    }

    private func storeHeader(
        _ value: ParameterValue, _ property: String, _ placement: Placement, _ style: ResolvedStyle
    ) throws(ParameterProblem) {
        let text = placement.name ?? ParameterStyle.Keys.kebabCase.key(for: property)
        let name = HTTPField.Name(text)
        guard !fields.contains(name) else { throw ParameterProblem("the header '\(text)' is bound twice") }
        try value.appendLines(name, style, to: &fields)
    }

    private func storeBody(_ value: any Encodable, _ property: String) throws(InvalidRequest) {
        guard body == nil else { throw InvalidRequest(.property(property), "a second @Body") }
        body = value
    }

    private func storePart(_ value: any Encodable, _ property: String, _ placement: Placement) throws {
        guard flattensFields else { throw ParameterProblem("@Part, but the endpoint's body format is not multipart") }
        let style = style.overridden(by: placement.style)
        let files: [FilePart]? =
            switch value {
            case let file as FilePart: [file]
            case let files as [FilePart]: files
            default: nil
            }
        if let files { return try storeField(.files(files), property, placement, style) }
        let encoder = ParameterEncoder(keys: style.keys)
        try encoder.encode(value)
        try storeField(.parameter(encoder.value, style), property, placement, style)
    }

    private func storeField(
        _ content: BodyField.Content, _ property: String, _ placement: Placement, _ style: ResolvedStyle
    ) throws(ParameterProblem) {
        hasBodyFields = true
        let name = try name(property, placement, style)
        guard !bodyFields.contains(where: { $0.name == name }) else {
            throw ParameterProblem("the member '\(name)' of the body is bound twice")
        }
        switch content {
        case .parameter(.absent, _): break
        case .parameter(.null, _) where style.nils == .omitted: break
        case .parameter(.null, _) where style.nils == .empty:
            bodyFields.append(BodyField(name: name, property: property, content: .parameter(.text(""), style)))
        default: bodyFields.append(BodyField(name: name, property: property, content: content))
        }
    }
}
