#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension HTTPArchive.Request {
    /// - Parameter networkProtocol: by its ALPN name.
    init(_ request: HTTPRequest, _ body: PassedBytes, _ networkProtocol: String? = nil) {
        self.init(method: request.method.rawValue, url: request.urlText)
        httpVersion = HTTPArchive.httpVersion(networkProtocol)
        var fields = request.fields
        let mediaType = request.fields[.contentType] ?? request.body.mediaType?.description
        if !request.body.isNone, let mediaType, !fields.contains(.contentType) {
            fields.append(.contentType, mediaType)
        }
        headers = fields.map { HTTPArchive.Pair(name: $0.name.rawName, value: $0.value) }
        cookies = HTTPArchive.cookies(fields.values(of: .cookie).flatMap { $0.split(separator: ";").map(String.init) })
        queryString = Self.items(of: request.path)
        bodySize = body.count
        guard !request.body.isNone else { return }
        var postData = HTTPArchive.PostData(mimeType: mediaType ?? "")
        if let encoding = request.fields[.contentEncoding], encoding != "identity", body.count > 0 {
            postData.comment = "left out: no secret could be looked for within its content encoding"
        } else if let data = body.data {
            let type = mediaType.flatMap { MediaType($0) }
            (postData.text, postData.encoding) = ArchivedBody.text(data, mediaType: type)
        } else {
            postData.comment = "left out: it is larger than what is kept"
        }
        self.postData = postData
    }

    static func items(of target: String) -> [HTTPArchive.Pair] {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        let query = Array(target.utf8[target.utf8.index(after: mark)...])
        return query.split(separator: UInt8(ascii: "&")).map { item in
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = PercentEncoding.decoded(item[..<equals])
            return HTTPArchive.Pair(name: name, value: PercentEncoding.decoded(item[equals...].dropFirst()))
        }
    }
}

extension HTTPArchive.Response {
    init(_ head: ResponseHead, _ body: PassedBytes, _ timings: TransportTimings) {
        self.init(status: head.status.code)
        statusText = head.status.reasonPhrase
        httpVersion = HTTPArchive.httpVersion(timings.networkProtocol)
        headers = head.fields.map { HTTPArchive.Pair(name: $0.name.rawName, value: $0.value) }
        cookies = HTTPArchive.cookies(head.fields.values(of: .setCookie))
        redirectURL = head.fields[.location] ?? ""
        bodySize = timings.responseBodyBytes.map { Int(clamping: $0) } ?? -1
        content.mimeType = head.fields[.contentType] ?? ""
        content.size = body.count
        if let encoding = head.fields[.contentEncoding], encoding != "identity", body.count > 0 {
            content.comment = "left out: its content encoding was not undone, so no secret could be looked for in it"
        } else if let data = body.data {
            let type = MediaType(content.mimeType)
            (content.text, content.encoding) = ArchivedBody.text(data, mediaType: type)
        } else {
            content.comment = "left out: it is larger than what is kept"
        }
    }
}

extension HTTPArchive {
    /// The version as HTTP writes it, by the protocol's ALPN name.
    fileprivate static func httpVersion(_ networkProtocol: String?) -> String {
        switch networkProtocol {
        case "http/1.0": "HTTP/1.0"
        case "http/1.1": "HTTP/1.1"
        case "h2", "h2c": "HTTP/2"
        case "h3": "HTTP/3"
        default: "unknown"
        }
    }

    /// Cookies as lines of `Set-Cookie`, or pairs of `Cookie`, say them.
    fileprivate static func cookies(_ lines: [String]) -> [Cookie] {
        lines.compactMap { line in
            let parts = line.split(separator: ";").map { part -> (name: String, value: String) in
                let text = part.drop { $0 == " " }
                let equals = text.firstIndex(of: "=") ?? text.endIndex
                return (String(text[..<equals]), String(text[equals...].dropFirst()))
            }
            guard let first = parts.first else { return nil }
            var cookie = Cookie(name: first.name, value: first.value)
            for part in parts.dropFirst() {
                switch part.name.lowercasedASCII {
                case "path": cookie.path = part.value
                case "domain": cookie.domain = part.value
                case "httponly": cookie.httpOnly = true
                case "secure": cookie.secure = true
                case "expires":
                    cookie.expires = HTTPDate.date(from: part.value).map {
                        RFC3339.text(for: $0, fractionalDigits: 3)
                    }
                default: break
                }
            }
            return cookie
        }
    }
}

extension HTTPArchive.Timings {
    /// - Parameter total: how long all of it took by the clock of the call.
    init(_ timings: TransportTimings, total: Duration) {
        self.init()
        let first = timings.firstByte.map(\.milliseconds)
        let sendingStarted = timings.requestStarted ?? timings.secured ?? timings.connected ?? timings.nameResolved
        let started = sendingStarted?.milliseconds ?? 0
        blocked = -1
        dns = timings.nameResolved.map(\.milliseconds) ?? -1
        let connected = (timings.secured ?? timings.connected)?.milliseconds
        connect = connected.map { max(0, $0 - (timings.nameResolved?.milliseconds ?? 0)) } ?? -1
        ssl = timings.securing?.milliseconds ?? -1
        if let sent = timings.requestSent?.milliseconds { send = max(0, sent - started) }
        let end = max(timings.completed?.milliseconds ?? total.milliseconds, first ?? 0)
        wait = max(0, (first ?? end) - started - send)
        receive = max(0, end - (first ?? end))
    }

    /// The sum of what is known; the time for TLS is a part of ``connect``.
    var total: Double {
        [blocked, dns, connect, send, wait, receive].compactMap(\.self).filter { $0 > 0 }.reduce(0, +)
    }
}

extension Duration {
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
