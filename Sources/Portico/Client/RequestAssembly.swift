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
        let (own, home, url) = (source.environment, settings.environment, source.url)
        let environment = own ?? home
        let style = storage.style.overridden(by: source.style)
        var parameters = try source.parameters(style, below: (try? environment.base.get().path) ?? "")
        try rewrite(&parameters)
        let body = try body(of: parameters, style)
        var request = try bare(&parameters, url, environment)
        request.body = body
        swap(&request.fields, &parameters.fields)
        request.fields.replace(by: fields)
        // What goes to another origin than the client's environment's gets none of the client's own fields, and a whole
        // URL of another origin nothing that an environment has for all its requests.
        if own == nil && url == nil || isOrigin(of: home, request) { addDefaults(storage.options.fields, to: &request) }
        if url == nil || isOrigin(of: environment, request) { addDefaults(environment.fields, to: &request) }
        addDefaults(to: &request)
        return request
    }

    private func rewrite(_ parameters: inout RequestParameters) throws {
        let (own, client) = (source.mapper, settings.mapper)
        guard own != nil || client != nil else { return }
        let call = source.description
        try own?.map(&parameters, of: call)
        try client?.map(&parameters, of: call)
    }

    private func body(of parameters: RequestParameters, _ style: ResolvedStyle) throws(InvalidRequest) -> HTTPBody {
        guard parameters.hasBody else { return .none }
        return try BodyBuilder(format: source.bodyFormat, encoder: encoder, style: style).body(of: parameters)
    }

    /// The request without fields and body.
    private func bare(
        _ parameters: inout RequestParameters, _ url: URLText?, _ environment: APIEnvironment
    ) throws(InvalidRequest) -> HTTPRequest {
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
        return HTTPRequest(
            method: parameters.method, scheme: origin.scheme, authority: origin.authority, path: parameters.target.text)
    }

    private func isOrigin(of environment: APIEnvironment, _ request: HTTPRequest) -> Bool {
        (try? environment.base.get().origin) == request.origin
    }

    /// Adds what all requests have in common. A `Content-Type` among it is meant for what the client's encoder writes:
    /// a request with another body has that one's, and one without a body has none.
    private func addDefaults(_ defaults: HTTPFields, to request: inout HTTPRequest) {
        guard !defaults.isEmpty else { return }
        var defaults = defaults
        if defaults.contains(.contentType), request.body.mediaType != encoder.mediaType { defaults[.contentType] = nil }
        request.fields.appendDefaults(defaults)
    }

    private func addDefaults(to request: inout HTTPRequest) {
        if !request.fields.contains(.accept) { request.fields.append(.accept, accepted?.text ?? storage.accept) }
        if let userAgent = settings.userAgent, !request.fields.contains(.userAgent) {
            request.fields.append(.userAgent, userAgent)
        }
        if let mediaType = request.body.mediaType, !request.fields.contains(.contentType) {
            request.fields.append(.contentType, mediaType.description)
        }
    }

    // One date format holds for a call's parameters and bodies, so an endpoint with its own has coders of its own.

    private var ownJSON: (any ResponseDecoder & BodyEncoder)? { source.style.dates.map(settings.json.coder) }
    private var encoder: any BodyEncoder { settings.encoder ?? ownJSON ?? storage.json }
    var decoder: any ResponseDecoder { settings.decoder ?? ownJSON ?? storage.json }
}
