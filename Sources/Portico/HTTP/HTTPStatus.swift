/// A status code (RFC 9110, section 15). Two are equal when their codes are, whatever words came with them.
public struct HTTPStatus: Sendable, ExpressibleByIntegerLiteral {
    /// Three digits, where the peer keeps to the RFC.
    public let code: Int
    /// The words that came with the code, empty where none did: HTTP/2 has none.
    public let reasonPhrase: String

    /// A status by its code, with the words that came with it if any.
    public init(_ code: Int, reasonPhrase: String = "") {
        self.code = code
        self.reasonPhrase = reasonPhrase
    }

    public init(integerLiteral value: Int) { self.init(value) }

    /// What the first digit of a code says.
    public enum Kind: Hashable, Sendable {
        /// 1xx, 2xx, 3xx, 4xx and 5xx (RFC 9110, section 15).
        case informational, successful, redirection, clientError, serverError
        /// Outside 100 to 599.
        case invalid
    }

    /// What the first digit says.
    public var kind: Kind {
        switch code {
        case 100...199: .informational
        case 200...299: .successful
        case 300...399: .redirection
        case 400...499: .clientError
        case 500...599: .serverError
        default: .invalid
        }
    }

    /// Whether an answer with this status never has a body, whatever its fields say (RFC 9112, section 6.3; 205 must be
    /// empty by RFC 9110, section 15.3.6).
    public var neverHasBody: Bool {
        kind == .informational || code == 204 || code == 205 || code == 304
    }
}

extension HTTPStatus: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension HTTPStatus: CustomStringConvertible {
    /// The code and, where one is known, its reason phrase: `404 Not Found`.
    public var description: String {
        let words = reasonPhrase.isEmpty ? Self.phrases[code] ?? "" : reasonPhrase
        return words.isEmpty ? "\(code)" : "\(code) \(words)"
    }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted",
        203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content", 206: "Partial Content",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 425: "Too Early", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

extension HTTPStatus {
    /// The request was fulfilled: 200 (RFC 9110, section 15.3.1).
    public static let ok: Self = 200
    /// Something was made, at `Location`: 201 (RFC 9110, section 15.3.2).
    public static let created: Self = 201
    /// The request will be worked on: 202 (RFC 9110, section 15.3.3).
    public static let accepted: Self = 202
    /// It was fulfilled, and there is no body: 204 (RFC 9110, section 15.3.5).
    public static let noContent: Self = 204
    /// It was fulfilled, and a form may be emptied: 205 (RFC 9110, section 15.3.6).
    public static let resetContent: Self = 205
    /// A part of the representation: 206 (RFC 9110, section 15.3.7).
    public static let partialContent: Self = 206
    /// It is elsewhere, for good: 301 (RFC 9110, section 15.4.2).
    public static let movedPermanently: Self = 301
    /// It is elsewhere, for now: 302 (RFC 9110, section 15.4.3).
    public static let found: Self = 302
    /// What to ask for is elsewhere, by GET: 303 (RFC 9110, section 15.4.4).
    public static let seeOther: Self = 303
    /// What the client has is still good: 304 (RFC 9110, section 15.4.5).
    public static let notModified: Self = 304
    /// It is elsewhere, for now; method and body stay: 307 (RFC 9110, section 15.4.8).
    public static let temporaryRedirect: Self = 307
    /// It is elsewhere, for good; method and body stay: 308 (RFC 9110, section 15.4.9).
    public static let permanentRedirect: Self = 308
    /// The request makes no sense: 400 (RFC 9110, section 15.5.1).
    public static let badRequest: Self = 400
    /// A credential is missing, or was refused: 401 (RFC 9110, section 15.5.2).
    public static let unauthorized: Self = 401
    /// It is not allowed: 403 (RFC 9110, section 15.5.4).
    public static let forbidden: Self = 403
    /// There is nothing here: 404 (RFC 9110, section 15.5.5).
    public static let notFound: Self = 404
    /// There is something here, and not for this method: 405 (RFC 9110, section 15.5.6).
    public static let methodNotAllowed: Self = 405
    /// What is there is in the way: 409 (RFC 9110, section 15.5.10).
    public static let conflict: Self = 409
    /// There was something here, and it is gone: 410 (RFC 9110, section 15.5.11).
    public static let gone: Self = 410
    /// A condition of the request does not hold: 412 (RFC 9110, section 15.5.13).
    public static let preconditionFailed: Self = 412
    /// The body is too large: 413 (RFC 9110, section 15.5.14).
    public static let contentTooLarge: Self = 413
    /// There is no such range: 416 (RFC 9110, section 15.5.17).
    public static let rangeNotSatisfiable: Self = 416
    /// The body was understood, and cannot be carried out: 422 (RFC 9110, section 15.5.21).
    public static let unprocessableContent: Self = 422
    /// Too many requests came in a time: 429 (RFC 6585, section 4).
    public static let tooManyRequests: Self = 429
    /// Something is wrong at the server: 500 (RFC 9110, section 15.6.1).
    public static let internalServerError: Self = 500
    /// A server behind this one answered wrongly: 502 (RFC 9110, section 15.6.3).
    public static let badGateway: Self = 502
    /// Not now; perhaps after `Retry-After`: 503 (RFC 9110, section 15.6.4).
    public static let serviceUnavailable: Self = 503
    /// A server behind this one did not answer in time: 504 (RFC 9110, section 15.6.5).
    public static let gatewayTimeout: Self = 504
}
