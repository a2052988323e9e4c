import Foundation
import Portico

/// AWS Signature Version 4, written on the signing hook as a user would write it.
struct SigV4Signer: SigningAuthenticator {
    struct Keys: Sendable {
        var id: String
        var secret: String
        var sessionToken: String?
    }

    struct UnreadableBody: Error {}

    var keys: Keys
    var region: String
    var service: String
    /// The time, as `20150830T123600Z`.
    var now: @Sendable () -> String
    /// Where the signature goes: into `Authorization`, or into the query of a URL that holds for so many seconds.
    var lifetime: Int?
    var normalizesPath = true
    var sendsBodyHash = false
    var signsSessionToken = true

    /// What the client adds on its own. AWS asks for `Host`, `Content-Type` and `X-Amz-…` to be signed.
    private static let unsigned: Set<HTTPField.Name> = [.accept, .acceptEncoding, .userAgent, .authorization]

    func credential(for request: HTTPRequest, in call: CallContext) -> Keys? { keys }

    func sign(_ request: inout HTTPRequest, with keys: Keys, in call: CallContext) async throws {
        let time = now()
        if let lifetime {
            var items = [
                ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"), ("X-Amz-Credential", "\(keys.id)/\(scope(time))"),
                ("X-Amz-Date", time), ("X-Amz-SignedHeaders", names(of: signedFields(request))),
                ("X-Amz-Expires", "\(lifetime)"),
            ]
            if let token = keys.sessionToken, signsSessionToken { items.append(("X-Amz-Security-Token", token)) }
            request.append(items)
            let signature = try signature(of: request, with: keys, at: time)
            if let token = keys.sessionToken, !signsSessionToken { request.append([("X-Amz-Security-Token", token)]) }
            request.append([("X-Amz-Signature", signature)])
            return
        }
        request.fields["X-Amz-Date"] = time
        if sendsBodyHash { request.fields["X-Amz-Content-Sha256"] = try bodyHash(of: request) }
        if let token = keys.sessionToken { request.fields["X-Amz-Security-Token"] = token }
        let signature = try signature(of: request, with: keys, at: time)
        request.fields[.authorization] =
            "AWS4-HMAC-SHA256 Credential=\(keys.id)/\(scope(time)), "
            + "SignedHeaders=\(names(of: signedFields(request))), Signature=\(signature)"
    }

    func hideSecrets(in redaction: inout Redaction) {
        redaction.fieldNames.insert("X-Amz-Security-Token")
        redaction.queryNames.insert("X-Amz-Signature")
    }

    private func scope(_ time: String) -> String { "\(time.prefix(8))/\(region)/\(service)/aws4_request" }

    private func signature(of request: HTTPRequest, with keys: Keys, at time: String) throws -> String {
        var key = Array("AWS4\(keys.secret)".utf8)
        for part in [String(time.prefix(8)), region, service, "aws4_request"] {
            key = HMAC<SHA256>.code(of: part.utf8, key: key)
        }
        return HMAC<SHA256>.code(of: try stringToSign(for: request, at: time).utf8, key: key).hexadecimalText
    }

    func stringToSign(for request: HTTPRequest, at time: String) throws -> String {
        let hash = SHA256.hash(of: try canonicalRequest(of: request).utf8).hexadecimalText
        return "AWS4-HMAC-SHA256\n\(time)\n\(scope(time))\n\(hash)"
    }

    /// The request in the one form that both sides hash.
    func canonicalRequest(of request: HTTPRequest) throws -> String {
        let target = request.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = signedFields(request)
        return
            ([request.method.rawValue, path(target[0]), query(target.dropFirst().first ?? "")]
            + fields.map { "\($0.name):\($0.value)" } + ["", names(of: fields), try bodyHash(of: request)])
            .joined(separator: "\n")
    }

    private func bodyHash(of request: HTTPRequest) throws -> String {
        guard let body = request.body.data else { throw UnreadableBody() }
        return SHA256.hash(of: body).hexadecimalText
    }

    private func names(of fields: [(name: String, value: String)]) -> String {
        fields.map(\.name).joined(separator: ";")
    }

    /// The fields that are signed, those of the transport among them: what it writes there is known.
    private func signedFields(_ request: HTTPRequest) -> [(name: String, value: String)] {
        var values = ["host": [request.authority]]
        if let length = request.body.length, length > 0 { values["content-length"] = ["\(length)"] }
        for field in request.fields where !Self.unsigned.contains(field.name) {
            if field.name == "X-Amz-Security-Token", !signsSessionToken { continue }
            let words = field.value.split(separator: " ").joined(separator: " ")
            values[field.name.canonicalName, default: []].append(words)
        }
        return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: ",")) }
    }

    /// Escaped once, as S3 and the vectors have it; other services escape the escapes once more.
    private func path(_ path: Substring) -> String {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if normalizesPath {
            let isFolder = ["", ".", ".."].contains(segments.last)
            segments = segments.reduce(into: []) { kept, segment in
                switch segment {
                case "", ".": break
                case "..": _ = kept.popLast()
                default: kept.append(segment)
                }
            }
            if isFolder { segments.append("") }
        }
        return "/" + segments.map { $0.unescaped.escaped }.joined(separator: "/")
    }

    private func query(_ query: Substring) -> String {
        let items = query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]).unescaped.escaped, parts.count > 1 ? String(parts[1]).unescaped.escaped : "")
        }
        return items.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    }
}

extension HTTPRequest {
    fileprivate mutating func append(_ items: [(String, String)]) {
        let text = items.map { "\($0.escaped)=\($1.escaped)" }.joined(separator: "&")
        path += (path.contains("?") ? "&" : "?") + text
    }
}

extension String {
    fileprivate var unescaped: String { removingPercentEncoding ?? self }

    /// Everything but the unreserved characters escaped (RFC 3986, section 2.3).
    fileprivate var escaped: String {
        let unreserved = CharacterSet(
            charactersIn: "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? self
    }
}
