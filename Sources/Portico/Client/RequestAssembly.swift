#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Making the request that goes out: the parameters of a call, put together with the client's settings.
extension Client.Storage {
    /// - Parameters:
    ///   - accepted: what the mapping accepts; nil for what the decoder reads.
    ///   - own: the fields that the call and its endpoint ask for; those of the client's options are here.
    func request(
        of source: any RequestSource, _ accepted: AcceptedTypes?, _ own: HTTPFields
    ) throws -> HTTPRequest {
        let (ownEnvironment, url) = (source.environment, source.url)
        let isRelative = if case .none = url { true } else { false }
        let environment = ownEnvironment ?? settings.environment
        let style = style.overridden(by: source.style)
        var parameters = try source.parameters(style, below: (try? environment.base.get().path) ?? "")
        try rewrite(&parameters, source)
        let body = parameters.hasBody ? try body(of: parameters, source, style) : .none
        let origin = try finishTarget(of: &parameters, url, environment)
        parameters.fields.replace(by: own)
        // What goes to another origin than the client's environment's gets none of the client's own fields, and a whole
        // URL of another origin nothing that an environment has for all its requests.
        if isRelative && ownEnvironment == nil || isOrigin(origin, of: settings.environment) {
            addDefaults(options.fields, to: &parameters.fields, body, source)
        }
        if isRelative || isOrigin(origin, of: environment) {
            addDefaults(environment.fields, to: &parameters.fields, body, source)
        }
        if !parameters.fields.contains(.accept) { parameters.fields.append(.accept, accepted?.text ?? accept) }
        if let userAgent = settings.userAgent, !parameters.fields.contains(.userAgent) {
            parameters.fields.append(.userAgent, userAgent)
        }
        if let mediaType = body.mediaType, !parameters.fields.contains(.contentType) {
            parameters.fields.append(.contentType, mediaType.description)
        }
        return HTTPRequest(
            method: parameters.method, scheme: origin.scheme, authority: origin.authority,
            path: parameters.target.text, fields: parameters.fields, body: body)
    }

    private func rewrite(_ parameters: inout RequestParameters, _ source: any RequestSource) throws {
        if let mapper = source.mapper { try mapper.map(&parameters, of: source.description) }
        if let mapper = settings.mapper { try mapper.map(&parameters, of: source.description) }
    }

    private func body(
        of parameters: RequestParameters, _ source: any RequestSource, _ style: ResolvedStyle
    ) throws(InvalidRequest) -> HTTPBody {
        try BodyBuilder(format: source.bodyFormat, encoder: encoder(of: source), style: style).body(of: parameters)
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
    private func addDefaults(
        _ defaults: HTTPFields, to fields: inout HTTPFields, _ body: HTTPBody, _ source: any RequestSource
    ) {
        guard !defaults.isEmpty else { return }
        var defaults = defaults
        if defaults.contains(.contentType), body.mediaType != encoder(of: source).mediaType {
            defaults[.contentType] = nil
        }
        fields.appendDefaults(defaults)
    }

    // One date format holds for a call's parameters and bodies, so an endpoint with its own has coders of its own.

    private func encoder(of source: any RequestSource) -> any BodyEncoder {
        settings.encoder ?? source.style.dates.map(settings.json.coder) ?? json
    }

    func decoder(of source: any RequestSource) -> any ResponseDecoder {
        guard let dates = source.style.dates, settings.decoder == nil else { return decoder }
        return settings.json.coder(dates)
    }
}
