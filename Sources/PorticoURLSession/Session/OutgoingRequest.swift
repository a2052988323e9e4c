import Foundation
import Portico
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request as URLSession gets it, with its body.
struct OutgoingRequest {
    var urlRequest: URLRequest
    var body: UploadBody
    /// Whether it must go out over a connection that was not used before, so that libcurl does not send it twice.
    var needsFreshConnection: Bool

    init(_ request: HTTPRequest, body: UploadBody, timeoutInterval: TimeInterval) throws(TransportError) {
        guard let url = request.exactURL else { throw HTTPRequest.refusal(of: request.path) }
        self.body = body
        urlRequest = URLRequest(url: url)
        // Set as a property: on Linux the initializer's is not looked at.
        urlRequest.timeoutInterval = timeoutInterval
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        #if canImport(Darwin)
        needsFreshConnection = false
        #else
        needsFreshConnection = !request.method.isIdempotent && body.length == 0
        #endif
        try setFields(of: request)
        frame(request)
    }

    private mutating func setFields(of request: HTTPRequest) throws(TransportError) {
        for field in request.fields where urlRequest.value(forHTTPHeaderField: field.name.rawName) == nil {
            if field.name == .setCookie, request.fields.values(of: .setCookie).count > 1 {
                throw TransportError(.unsupported, "URLSession cannot send several lines of Set-Cookie")
            }
            set(field.name, request.fields[field.name] ?? field.value)
        }
        if let type = request.body.mediaType, !request.fields.contains(.contentType), hasBody(request) {
            set(.contentType, type.description)
        }
        if !request.fields.contains(.acceptEncoding) {
            let encodings = TransportCore.capabilities.contentEncodings.joined(separator: ", ")
            set(.acceptEncoding, request.fields.contains(.range) ? "identity" : encodings)
        }
    }

    /// A body of no bytes still has a media type, but not where a body has no meaning.
    private func hasBody(_ request: HTTPRequest) -> Bool {
        !request.body.isNone && (body.length > 0 || request.method != .get && request.method != .head)
    }

    private mutating func set(_ name: HTTPField.Name, _ value: String) {
        urlRequest.setValue(value.trimmingOptionalWhitespace, forHTTPHeaderField: name.rawName)
    }
}

#if canImport(Darwin)
extension OutgoingRequest {
    /// CFNetwork frames bytes and files by itself.
    private func frame(_ request: HTTPRequest) {}
}
#else
extension OutgoingRequest {
    /// Writes the fields that frame the message, and strikes out those that Foundation and libcurl would add: a field
    /// of one space is sent by neither.
    private mutating func frame(_ request: HTTPRequest) {
        for name: HTTPField.Name in [.userAgent, .accept, .acceptLanguage, .connection] { strikeOut(name) }
        if needsFreshConnection {
            urlRequest.setValue("close", forHTTPHeaderField: HTTPField.Name.connection.rawName)
        }
        if body.length > 0 {
            set(.contentLength, "\(body.length)")
            strikeOut(.transferEncoding)
            strikeOut(.contentType)
        } else if ![.get, .head, .post, .put, .patch].contains(request.method) {
            strikeOut(.contentLength)
        }
    }

    private mutating func strikeOut(_ name: HTTPField.Name) {
        guard urlRequest.value(forHTTPHeaderField: name.rawName) == nil else { return }
        urlRequest.setValue(" ", forHTTPHeaderField: name.rawName)
    }
}
#endif

extension HTTPRequest {
    /// The URL whose bytes are exactly this request's, or nil where Foundation would change them.
    fileprivate var exactURL: URL? {
        guard let url = URL(string: urlText, encodingInvalidCharacters: false), url.absoluteString == urlText else {
            return nil
        }
        return url
    }

    /// Refuses a target that would not go out byte for byte.
    func checkTarget() throws(TransportError) {
        guard exactURL != nil else { throw Self.refusal(of: path) }
        #if !canImport(Darwin)
        if authority.utf8.first == UInt8(ascii: "[") {
            throw TransportError(
                .unsupported,
                "URLSession on Linux refuses IPv6 addresses: give the host a name, or use another transport")
        }
        let segments = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        if segments.contains(".") || segments.contains("..") {
            throw TransportError(
                .unsupported,
                "URLSession on Linux takes dot segments out of '\(path.prefix { $0 != "?" })': resolve them first")
        }
        #endif
    }

    fileprivate static func refusal(of path: String) -> TransportError {
        TransportError(
            .unsupported,
            "URLSession would change the bytes of '\(path.prefix { $0 != "?" })' or of its query: escape them first")
    }
}
