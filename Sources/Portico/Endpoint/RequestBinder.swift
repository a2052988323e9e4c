#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Puts each property of an endpoint where it belongs: the `Encoder` that an endpoint's `encode(to:)` meets.
///
/// A property named in the route goes into the path; one with a wrapper where the wrapper says; any other into the
/// query of GET, HEAD and DELETE, and into the body else. Nothing is guessed: what has no place is an
/// ``InvalidRequest`` that names the property.
final class RequestBinder: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private let template: RouteTemplate
    private let style: ResolvedStyle
    private let flattensFields: Bool
    private let isMultipart: Bool
    /// Whether the value is a router, whose cases are containers of their own.
    private let isRouter: Bool

    // A binder is used by one call, in one task, so no two accesses meet. Checking that took a tenth of the time to
    // bind.
    @exclusivity(unchecked) private var bound: [String] = []
    /// The encoder of the properties that need one, made for the first.
    @exclusivity(unchecked) private var encoder: ParameterEncoder?
    @exclusivity(unchecked) private var path: RoutePathWriter
    @exclusivity(unchecked) private var query: [QueryItem] = []
    @exclusivity(unchecked) private var fields = HTTPFields()
    @exclusivity(unchecked) private var bodyFields: [BodyField] = []
    /// The first property that belongs to the body, even where nil left it out.
    @exclusivity(unchecked) private var fieldProperty: String?
    @exclusivity(unchecked) private var hasBody = false
    @exclusivity(unchecked) private var body: (any Encodable)?
    /// The names of fields and of body members that a value left out.
    @exclusivity(unchecked) private var omittedFields: [HTTPField.Name] = []
    @exclusivity(unchecked) private var omittedMembers: [String] = []
    /// What an encoder's function that cannot throw had to say.
    @exclusivity(unchecked) private var problem: InvalidRequest?

    /// - Parameter base: the path that the route's is below.
    init(
        _ template: RouteTemplate, _ style: ResolvedStyle, _ format: BodyFormat, below base: String,
        isRouter: Bool = false
    ) {
        self.template = template
        self.style = style
        flattensFields = format.flattensFields
        isMultipart = format.isMultipart
        self.isRouter = isRouter
        path = RoutePathWriter(template, style, below: base)
        fields.reserveCapacity(6)
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
        if hasBody, let fieldProperty {
            throw InvalidRequest(.property(fieldProperty), "a member of the body, which another property is as a whole")
        }
        let target = try path.finished()
        if let name = path.missing { throw missing(name) }
        var parameters = RequestParameters(method: template.method, target: target, literalQuery: template.query)
        parameters.query = query
        parameters.fields = fields
        parameters.bodyFields = bodyFields
        parameters.hasBodyFields = fieldProperty != nil
        if hasBody { parameters.body = body }
        return parameters
    }

    private func missing(_ name: String) -> InvalidRequest {
        if bound.contains(name) {
            return InvalidRequest(
                .property(name), "its wrapper puts it elsewhere, but the route '\(template.printedText)' has it")
        }
        return InvalidRequest(.route, "'\(template.printedText)': no property is named '\(name)'")
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
        let index = template.index(of: property)
        try begin(property, index)
        try store(value, property, index)
    }

    /// Binds a value of any type, a wrapper among them.
    func bind<Value: Encodable>(_ value: Value, to property: String) throws {
        let index = template.index(of: property)
        try begin(property, index)
        do {
            let isField = index == nil && !template.putsParametersInQuery
            if isField, !flattensFields, !(Value.self is any ParameterWrapper.Type) {
                return try storeEncoded(value, property, defaultPlacement)
            }
            if let known = try ParameterValue.known(value) { return try store(known, property, index) }
            let encoder = unusedEncoder()
            try encoder.encode(unknown: value)
            guard let placement = encoder.placement else { return try store(encoder.value, property, index) }
            if index != nil { bound.append(property) }
            try store(encoder, property, placement)
        } catch let problem as InvalidRequest {
            throw problem
        } catch {
            throw InvalidRequest(.property(property), ParameterProblem(error).message)
        }
    }

    /// Refuses a property that was bound before. One that goes into the path is known by its value there.
    /// - Parameter index: the number of the placeholder that the route has for the property, if any.
    private func begin(_ property: String, _ index: Int?) throws(InvalidRequest) {
        // Lengths first: nearly all names differ in them, and comparing texts costs more.
        var isBound = bound.contains { $0.utf8.count == property.utf8.count && $0 == property }
        if let index, path.hasValue(index) { isBound = true }
        if isBound { throw InvalidRequest(.property(property), "bound twice") }
        guard index == nil else { return }
        if bound.isEmpty { bound.reserveCapacity(8) }
        bound.append(property)
    }

    private func unusedEncoder() -> ParameterEncoder {
        if let encoder {
            encoder.reset()
            return encoder
        }
        let encoder = ParameterEncoder(keys: style.keys, flattensFields: flattensFields)
        self.encoder = encoder
        return encoder
    }

    /// Where a property goes that is not named in the route, unless a wrapper says otherwise.
    private var defaultPlacement: Placement { Placement(place: template.putsParametersInQuery ? .query : .field) }

    /// Keeps a value that no wrapper has a say in.
    /// - Parameter index: the number of the placeholder that it is for, if any.
    private func store(_ value: ParameterValue, _ property: String, _ index: Int?) throws(InvalidRequest) {
        guard let index else { return try store(value, property, defaultPlacement) }
        path.bind(value, to: index)
    }

    private func store(_ encoder: ParameterEncoder, _ property: String, _ placement: Placement) throws {
        guard let captured = encoder.captured else { return try store(encoder.value, property, placement) }
        switch placement.place {
        case .body: try storeBody(captured, property)
        case .part: try storePart(captured, property, placement)
        default: try storeEncoded(captured, property, placement)
        }
    }

    /// A member of a body that is left to an encoder, but for nil, which has a style.
    private func storeEncoded(_ value: any Encodable, _ property: String, _ placement: Placement) throws {
        let style = style.overridden(by: placement.style)
        if let value = value as? any AbsentRepresentable, value.isAbsent || value.isNil {
            let nothing = value.isNil ? ParameterValue.null : .absent
            return try storeField(.parameter(nothing, style), property, placement, style)
        }
        let dates = value is Decimal ? nil : placement.style?.style.dates
        let member: any Encodable = if let dates { RedatedValue(value: value, dates: dates) } else { value }
        try storeField(.encodable(member), property, placement, style)
    }

    private func store(_ value: ParameterValue, _ property: String, _ placement: Placement) throws(InvalidRequest) {
        let style = style.overridden(by: placement.style)
        do throws(ParameterProblem) {
            switch placement.place {
            case .query:
                if query.isEmpty { query.reserveCapacity(4) }
                try value.appendItems(try name(property, placement, style), style, to: &query)
            case .header:
                try storeHeader(value, property, placement, style)
            case .body:
                try storeBody(nil, property)
            case .part:
                try checkMultipart()
                try storeField(.parameter(value, style), property, placement, style)
            case .field:
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
        try checkLabel(property)
        return style.keys.key(for: property)
    }

    /// Refuses the names that the compiler gives to a case's values without labels.
    private func checkLabel(_ property: String) throws(ParameterProblem) {
        if isRouter, property.hasPrefix("_"), property.dropFirst().allSatisfy(\.isWholeNumber) {
            throw ParameterProblem("a value with no label; give it one, or wrap it in Body")
        }
    }

    private func storeHeader(
        _ value: ParameterValue, _ property: String, _ placement: Placement, _ style: ResolvedStyle
    ) throws(ParameterProblem) {
        if placement.name == nil { try checkLabel(property) }
        let name = HTTPField.Name(placement.name ?? Self.fieldName(property))
        guard !fields.contains(name), !omittedFields.contains(name) else {
            throw ParameterProblem("the header '\(name)' is bound twice")
        }
        let count = fields.count
        try value.appendLines(name, style, to: &fields)
        if fields.count == count { omittedFields.append(name) }
    }

    /// `ifMatch` is `if-match`; a name with a hyphen is one that `CodingKeys` gave, and stays as it is.
    private static func fieldName(_ property: String) -> String {
        property.utf8.contains(UInt8(ascii: "-")) ? property : ParameterStyle.Keys.kebabCase.key(for: property)
    }

    private func storeBody(_ value: (any Encodable)?, _ property: String) throws(ParameterProblem) {
        guard !hasBody else { throw ParameterProblem("a second @Body") }
        hasBody = true
        body = value
    }

    private func checkMultipart() throws(ParameterProblem) {
        guard isMultipart else {
            throw ParameterProblem("@Part, but the endpoint's body format is not multipart")
        }
    }

    private func storePart(_ value: any Encodable, _ property: String, _ placement: Placement) throws {
        try checkMultipart()
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
        fieldProperty = fieldProperty ?? property
        let name = try name(property, placement, style)
        guard !bodyFields.contains(where: { $0.name == name }), !omittedMembers.contains(name) else {
            throw ParameterProblem("the member '\(name)' of the body is bound twice")
        }
        switch content {
        case .parameter(.absent, _): omittedMembers.append(name)
        case .parameter(.null, _) where style.nils == .omitted: omittedMembers.append(name)
        case .parameter(.null, _) where style.nils == .empty:
            bodyFields.append(BodyField(name: name, property: property, content: .parameter(.text(""), style)))
        default: bodyFields.append(BodyField(name: name, property: property, content: content))
        }
    }
}
