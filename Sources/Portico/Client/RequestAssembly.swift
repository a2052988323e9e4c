#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes the request that goes out: the parameters of a call, put together with the client's settings.
struct RequestAssembly {
    let storage: Client.Storage
    let source: any RequestSource
    /// What the mapping accepts; nil for what the decoder reads.
    let accepted: AcceptedTypes?
    /// What the call and its endpoint ask for; those of the client's options are in the storage.
    let fields: HTTPFields

    private var settings: Client.Settings { storage.settings }

    func request() throws -> HTTPRequest {
        let (own, url) = (source.environment, source.url)
        let environment = own ?? settings.environment
        let style = storage.style.overridden(by: source.style)
        var parameters = try source.parameters(style, below: (try? environment.base.get().path) ?? "")
        try rewrite(&parameters)
        let body = try body(of: parameters, style)
        let origin = try finishTarget(of: &parameters, url, environment)
        parameters.fields.replace(by: fields)
        // What goes to another origin than the client's environment's gets none of the client's own fields, and a whole
        // URL of another origin nothing that an environment has for all its requests.
        if own == nil && url == nil || isOrigin(origin, of: settings.environment) {
            addDefaults(storage.options.fields, to: &parameters.fields, body)
        }
        if url == nil || isOrigin(origin, of: environment) {
            addDefaults(environment.fields, to: &parameters.fields, body)
        }
        addDefaults(to: &parameters.fields, body)
        return HTTPRequest(
            method: parameters.method, scheme: origin.scheme, authority: origin.authority,
            path: parameters.target.text, fields: parameters.fields, body: body)
    }

    private func rewrite(_ parameters: inout RequestParameters) throws {
        if let mapper = source.mapper { try mapper.map(&parameters, of: source.description) }
        if let mapper = settings.mapper { try mapper.map(&parameters, of: source.description) }
    }

    private func body(of parameters: RequestParameters, _ style: ResolvedStyle) throws(InvalidRequest) -> HTTPBody {
        guard parameters.hasBody else { return .none }
        return try BodyBuilder(format: source.bodyFormat, encoder: encoder, style: style).body(of: parameters)
    }

    /// Puts the query behind the path. Returns where the request goes.
    private func finishTarget(
        of parameters: inout RequestParameters, _ url: URLText?, _ environment: APIEnvironment
    ) throws(InvalidRequest) -> Origin {
        let origin: Origin
        if let url {
            origin = Origin(scheme: url.scheme, authority: url.authority)
            if let query = url.query { parameters.target.append(given: query) }
        } else {
            let base = try environment.base.get()
            origin = base.origin
            parameters.target.append(query: base.query)
            parameters.target.append(items: environment.query)
            parameters.target.append(query: parameters.literalQuery)
        }
        parameters.target.append(items: parameters.query)
        return origin
    }

    private func isOrigin(_ origin: Origin, of environment: APIEnvironment) -> Bool {
        (try? environment.base.get().origin) == origin
    }

    /// Adds what all requests have in common. A `Content-Type` among it is meant for what the client's encoder writes:
    /// a request with another body has that one's, and one without a body has none.
    private func addDefaults(_ defaults: HTTPFields, to fields: inout HTTPFields, _ body: HTTPBody) {
        guard !defaults.isEmpty else { return }
        var defaults = defaults
        if defaults.contains(.contentType), body.mediaType != encoder.mediaType { defaults[.contentType] = nil }
        fields.appendDefaults(defaults)
    }

    private func addDefaults(to fields: inout HTTPFields, _ body: HTTPBody) {
        if !fields.contains(.accept) { fields.append(.accept, accepted?.text ?? storage.accept) }
        if let userAgent = settings.userAgent, !fields.contains(.userAgent) { fields.append(.userAgent, userAgent) }
        if let mediaType = body.mediaType, !fields.contains(.contentType) {
            fields.append(.contentType, mediaType.description)
        }
    }

    // One date format holds for a call's parameters and bodies, so an endpoint with its own has coders of its own.

    private var ownJSON: (any ResponseDecoder & BodyEncoder)? { source.style.dates.map(settings.json.coder) }
    private var encoder: any BodyEncoder { settings.encoder ?? ownJSON ?? storage.json }
    var decoder: any ResponseDecoder { settings.decoder ?? ownJSON ?? storage.json }
}
