#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// The server that a recording proxy stands in front of: how a request goes on to it, and how its answer comes back.
struct RecordingTarget: Sendable {
    private let scheme: String
    private let authority: String
    /// Without the slash at its end.
    private let prefix: String

    /// Nil where the text is no URL of a server, or has a query, which requests have their own of.
    init?(_ text: String) {
        guard let url = URL(string: text), let request = HTTPRequest(url: url),
            request.scheme == "http" || request.scheme == "https", (try? request.validate()) != nil,
            !request.path.utf8.contains(UInt8(ascii: "?"))
        else { return nil }
        (scheme, authority) = (request.scheme, request.authority)
        prefix = request.path.hasSuffix("/") ? String(request.path.dropLast()) : request.path
    }

    /// The request as it goes on; nil where it cannot.
    func request(_ method: HTTPMethod, _ target: String, fields: HTTPFields, body: Data) -> HTTPRequest? {
        guard target.hasPrefix("/") else { return nil }
        var request = HTTPRequest(
            method: method, scheme: scheme, authority: authority, path: prefix + target,
            fields: Self.endToEnd(fields, besides: Self.ownFields))
        let hasBody = !body.isEmpty || method == .post || method == .put || method == .patch
        if hasBody { request.body = .bytes(body, mediaType: nil) }
        return (try? request.validate()) == nil ? nil : request
    }

    /// The answer as it comes back.
    /// - Parameter own: scheme and authority of the proxy.
    func answer(_ response: HTTPResponse, own: String) -> HTTPResponse {
        var response = response
        var fields = HTTPFields()
        for field in Self.endToEnd(response.fields, besides: []) {
            switch field.name {
            case .location: fields.append(field.name, ownURL(field.value, own))
            case .setCookie: fields.append(field.name, Self.withoutDomain(field.value))
            default: fields.append(field.name, field.value)
            }
        }
        response.fields = fields
        return response
    }

    /// A URL of the target's as one of the proxy's; every other as it is.
    private func ownURL(_ text: String, _ own: String) -> String {
        let base = "\(scheme)://\(authority)"
        let isAbsolute = text.hasPrefix(base)
        guard isAbsolute || text.hasPrefix("/") && !text.hasPrefix("//") else { return text }
        let target = isAbsolute ? String(text.dropFirst(base.count)) : text
        guard target.isEmpty || target.hasPrefix("/") || target.hasPrefix("?") else { return text }
        // What lies outside of the prefix cannot be asked of the proxy.
        guard target == prefix || target.hasPrefix(prefix + "/") || target.hasPrefix(prefix + "?") else {
            return isAbsolute ? text : base + text
        }
        let rest = String(target.dropFirst(prefix.count))
        let path = rest.hasPrefix("/") ? rest : "/" + rest
        return isAbsolute ? own + path : path
    }

    /// A cookie for the host that sets it, which is the proxy to whoever gets it, and that has no TLS.
    private static func withoutDomain(_ line: String) -> String {
        line.split(separator: ";", omittingEmptySubsequences: false).filter { part in
            let name = part.prefix { $0 != "=" }.filter { $0 != " " }.lowercased()
            return name != "domain" && name != "secure"
        }.joined(separator: ";")
    }

    /// Without the fields that belong to one connection (RFC 9110, section 7.6.1).
    private static func endToEnd(_ fields: HTTPFields, besides others: [HTTPField.Name]) -> HTTPFields {
        let named = (fields[.connection] ?? "").split(separator: ",").map { name in
            HTTPField.Name(String(name.filter { $0 != " " }))
        }
        return HTTPFields(fields.filter { !(connectionFields + named + others).contains($0.name) })
    }

    private static let connectionFields: [HTTPField.Name] = [
        .connection, .transferEncoding, "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Upgrade",
    ]
    /// The transport's to write; what it accepts it undoes.
    private static let ownFields: [HTTPField.Name] = [.host, .contentLength, .expect, .acceptEncoding]
}
