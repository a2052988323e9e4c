#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a request is made of: an endpoint, a router's case, or the parts that a factory was given.
protocol RequestSource: Sendable {
    /// Which call it is, in words.
    var description: CallDescription { get }
    /// The value that was declared, for who wants to know it by its type; nil for a factory's.
    var endpoint: (any Sendable)? { get }
    var style: ParameterStyle { get }
    var bodyFormat: BodyFormat { get }
    var environment: APIEnvironment? { get }
    var mapper: (any RequestMapper)? { get }
    /// A whole URL in place of the environment's; nil for all but a factory's.
    var url: URLText? { get }

    /// Puts the parameters in their places.
    /// - Parameter base: the path of the environment's base, which that of a whole URL is not below.
    func parameters(_ style: ResolvedStyle, below base: String) throws(InvalidRequest) -> RequestParameters
}

struct EndpointSource<Declared: Endpoint>: RequestSource {
    let value: Declared

    var description: CallDescription {
        CallDescription(name: "\(Declared.self)", route: Declared.route.template.printedText)
    }
    var endpoint: (any Sendable)? { value }
    var style: ParameterStyle { Declared.style }
    var bodyFormat: BodyFormat { Declared.bodyFormat }
    var environment: APIEnvironment? { Declared.environment }
    var mapper: (any RequestMapper)? { Declared.mapper }
    var url: URLText? { nil }

    func parameters(_ style: ResolvedStyle, below base: String) throws(InvalidRequest) -> RequestParameters {
        if Declared.self is AnyClass { try Self.checkSubclass(value) }
        return try RequestBinder(Declared.route.template, style, Declared.bodyFormat, below: base).bind(value)
    }
}

extension EndpointSource {
    /// Refuses a subclass of a class with an `encode(to:)`: that is the one it inherits, which leaves its own
    /// properties out.
    private static func checkSubclass(_ value: Declared) throws(InvalidRequest) {
        guard let superclass = Mirror(reflecting: value).superclassMirror, superclass.subjectType is any Encodable.Type
        else { return }
        let message =
            "it is a subclass of \(superclass.subjectType), whose encode(to:) leaves out what the subclass adds"
        throw InvalidRequest(.body, message)
    }
}

struct RouterSource<Declared: Router>: RequestSource {
    let value: Declared

    var description: CallDescription {
        CallDescription(name: "\(Declared.self)", route: value.route.template.printedText)
    }
    var endpoint: (any Sendable)? { value }
    var style: ParameterStyle { Declared.style }
    var bodyFormat: BodyFormat { value.bodyFormat }
    var environment: APIEnvironment? { Declared.environment }
    var mapper: (any RequestMapper)? { Declared.mapper }
    var url: URLText? { nil }

    func parameters(_ style: ResolvedStyle, below base: String) throws(InvalidRequest) -> RequestParameters {
        try RequestBinder(value.route.template, style, value.bodyFormat, below: base, isRouter: true).bind(value)
    }
}

struct FactorySource: RequestSource {
    enum Target: Sendable {
        case path(RequestPath)
        case url(URL)
    }

    let method: HTTPMethod
    let target: Target
    let query: RequestValues
    let fields: RequestValues
    let content: RequestContent

    var description: CallDescription {
        switch target {
        case .path(let path): CallDescription(name: "Request", route: "\(method) \(path.printedOutline)")
        case .url(let url): CallDescription(name: "Request", route: "\(method) \(url.path)")
        }
    }

    var endpoint: (any Sendable)? { nil }
    var style: ParameterStyle { .inherited }
    var bodyFormat: BodyFormat { content.format }
    var environment: APIEnvironment? { nil }
    var mapper: (any RequestMapper)? { nil }

    var url: URLText? {
        guard case .url(let url) = target, let text = URLText(url.absoluteString) else { return nil }
        return text.scheme == "https" || text.scheme == "http" ? text : nil
    }

    func parameters(_ style: ResolvedStyle, below base: String) throws(InvalidRequest) -> RequestParameters {
        var parameters = try start(style, below: base)
        try query.forEach(style) { name, value throws(ParameterProblem) in
            try value.appendItems(name, style, to: &parameters.query)
        }
        try fields.forEach(style) { name, value throws(ParameterProblem) in
            try value.appendLines(HTTPField.Name(name), style, to: &parameters.fields)
        }
        try content.store(style, in: &parameters)
        return parameters
    }

    private func start(_ style: ResolvedStyle, below base: String) throws(InvalidRequest) -> RequestParameters {
        switch target {
        case .path(let path):
            let (target, query) = try path.target(style, below: base)
            return RequestParameters(method: method, target: target, literalQuery: query)
        case .url(let given):
            guard let url else {
                let text = Redaction.standard.url(given.absoluteString)
                throw InvalidRequest(.url, "'\(text)' is no http or https URL")
            }
            var target = TargetWriter()
            target.append(literal: url.path)
            return RequestParameters(method: method, target: target, literalQuery: url.query ?? "")
        }
    }
}
