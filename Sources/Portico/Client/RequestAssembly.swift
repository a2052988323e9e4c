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
    let accepted: [MediaType]?
    let options: CallOptions

    private var settings: Client.Settings { storage.settings }

    func request() throws -> HTTPRequest {
        let environment = source.environment ?? settings.environment
        let style = storage.style.overridden(by: source.style)
        var parameters = try source.parameters(style)
        if source.mapper != nil || settings.mapper != nil {
            try source.mapper?.map(&parameters, of: source.description)
            try settings.mapper?.map(&parameters, of: source.description)
        }
        let body = try BodyBuilder(format: source.bodyFormat, encoder: encoder, style: style).body(of: parameters)
        var request = try target(parameters, environment)
        request.body = body
        addFields(parameters, to: &request)
        if try isAtHome(request, environment) { request.fields.appendDefaults(environment.fields) }
        addDefaults(to: &request)
        return request
    }

    /// The request without fields and body.
    private func target(_ parameters: RequestParameters, _ environment: APIEnvironment) throws(InvalidRequest)
        -> HTTPRequest
    {
        if let url = source.url {
            let query = url.query.map { [$0] } ?? []
            return HTTPRequest(
                method: parameters.method, scheme: url.scheme, authority: url.authority,
                path: Self.path([url.path], query, parameters.query))
        }
        let base = try environment.base.get()
        let queries = [base.query, Self.text(environment.query), parameters.literalQuery].filter { !$0.isEmpty }
        return HTTPRequest(
            method: parameters.method, scheme: base.origin.scheme, authority: base.origin.authority,
            path: Self.path([base.path, parameters.path], queries, parameters.query))
    }

    /// Path and query in one piece.
    private static func path(_ paths: [String], _ queries: [String], _ items: [QueryItem]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(192)
        for path in paths { bytes += path.utf8 }
        var separator = UInt8(ascii: "?")
        for query in queries {
            bytes.append(separator)
            bytes += query.utf8
            separator = UInt8(ascii: "&")
        }
        for item in items {
            bytes.append(separator)
            item.append(to: &bytes, for: .url)
            separator = UInt8(ascii: "&")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func text(_ items: [QueryItem]) -> String {
        items.isEmpty ? "" : String(decoding: BodyBuilder.joined(items, for: .url), as: UTF8.self)
    }

    /// Whether what the environment has for all requests may go along: a whole URL of another origin gets nothing of it.
    private func isAtHome(_ request: HTTPRequest, _ environment: APIEnvironment) throws(InvalidRequest) -> Bool {
        guard source.url != nil else { return true }
        let origin = Origin(scheme: request.scheme, authority: request.authority)
        return try environment.base.get().origin == origin
    }

    private func addFields(_ parameters: RequestParameters, to request: inout HTTPRequest) {
        request.fields = parameters.fields
        for field in options.fields where !options.fields.isEmpty {
            request.fields[field.name] = options.fields[field.name]
        }
    }

    private func addDefaults(to request: inout HTTPRequest) {
        if !request.fields.contains(.accept) { request.fields.append(.accept, accepted?.text ?? decoderAccept) }
        if let userAgent = settings.userAgent, !request.fields.contains(.userAgent) {
            request.fields.append(.userAgent, userAgent)
        }
        if let mediaType = request.body.mediaType, !request.fields.contains(.contentType) {
            request.fields.append(.contentType, mediaType.description)
        }
    }

    private var decoderAccept: String { storage.accept }

    // One date format holds for a call's parameters and bodies, so an endpoint with its own has coders of its own.

    private var ownJSON: FoundationJSON? { source.style.dates.map { FoundationJSON(dates: $0) } }
    private var encoder: any BodyEncoder { settings.encoder ?? ownJSON ?? storage.json }
    var decoder: any ResponseDecoder { settings.decoder ?? ownJSON ?? storage.json }
}
