#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Portico

extension HTTPArchive.Entry {
    /// The request as one that can be sent. Pseudo fields of HTTP/2 and the fields that frame the message are left out.
    /// - Throws: ``HTTPArchiveError`` where the URL has no scheme or host, or the body was not kept.
    public func httpRequest() throws(HTTPArchiveError) -> HTTPRequest { try request.httpRequest() }

    /// The answer as a client would get it, to be given anew.
    ///
    /// An archive holds bodies with their content encodings undone, so `Content-Encoding` and `Transfer-Encoding` are
    /// left out, and `Content-Length` where it is not the body's. A body that is text is UTF-8, and `Content-Type` says
    /// so where it said something else. Lines of a field that a tool has joined with a line end are taken apart.
    /// - Throws: ``HTTPArchiveError`` where there was no answer, a field could forge another one, or the body was not
    ///   kept.
    public func httpResponse() throws(HTTPArchiveError) -> HTTPResponse {
        guard (200...999).contains(response.status) else {
            let message = response.status == 0 ? "there was no answer" : "\(response.status) is no final answer"
            throw HTTPArchiveError(.wrongValue, "response.status", message)
        }
        let data = try response.body(isExpected: response.mayHaveBody(to: request.method))
        var fields = try HTTPFields(response.headers, in: "response.headers")
        fields[.contentEncoding] = nil
        fields[.transferEncoding] = nil
        if response.mayHaveBody(to: request.method) {
            if let length = fields[.contentLength], length != "\(data.count)" { fields[.contentLength] = nil }
            if response.content.encoding == nil { fields.nameUTF8(as: data) }
        }
        let words = response.statusText.utf8.allSatisfy(\.isFieldValueByte) ? response.statusText : ""
        return HTTPResponse(status: HTTPStatus(response.status, reasonPhrase: words), fields: fields, body: data)
    }
}

extension HTTPArchive.Request {
    func httpRequest() throws(HTTPArchiveError) -> HTTPRequest {
        guard let method = HTTPMethod(rawValue: method) else {
            throw HTTPArchiveError(.wrongValue, "request.method", "the method is no token")
        }
        guard let url = URL(string: url), let request = HTTPRequest(method: method, url: url) else {
            throw HTTPArchiveError(.wrongValue, "request.url", "the URL has no scheme or no host")
        }
        var sent = request
        sent.fields = try HTTPFields(headers, in: "request.headers")
        for name: HTTPField.Name in [.contentLength, .transferEncoding, .host, .connection] { sent.fields[name] = nil }
        if let data = try body() {
            sent.body = .bytes(data, mediaType: postData.flatMap { MediaType($0.mimeType) })
        }
        return sent
    }

    /// The bytes of the body's text; nil where there is none.
    func bodyText() throws(HTTPArchiveError) -> Data? {
        guard let postData else { return nil }
        if let text = postData.text, postData.encoding == nil, MediaType(postData.mimeType)?.isTextual != true,
            let data = ArchivedBody.latin1(text, size: bodySize)
        {
            return data
        }
        do throws(ArchivedBody.Undecodable) { return try ArchivedBody.bytes(postData.text, postData.encoding) } catch {
            throw HTTPArchiveError(.wrongValue, "request.postData.text", error.message)
        }
    }

    /// The bytes of the body; nil where there is none.
    func body() throws(HTTPArchiveError) -> Data? {
        guard let postData else { return nil }
        if let data = try bodyText() { return data }
        let isForm = MediaType(postData.mimeType)?.isForm == true
        guard postData.params.isEmpty || isForm else {
            throw HTTPArchiveError(.missing, "request.postData.text", "the body was not kept")
        }
        if postData.params.isEmpty { return bodySize > 0 ? try missingBody() : Data() }
        var form: [UInt8] = []
        for param in postData.params {
            if !form.isEmpty { form.append(UInt8(ascii: "&")) }
            PercentEncoding.append(param.name, to: &form, for: .form)
            form.append(UInt8(ascii: "="))
            PercentEncoding.append(param.value ?? "", to: &form, for: .form)
        }
        return Data(form)
    }

    private func missingBody() throws(HTTPArchiveError) -> Data {
        throw HTTPArchiveError(.missing, "request.postData.text", "the body of \(bodySize) bytes was not kept")
    }
}

extension HTTPArchive.Response {
    /// The bytes of the body. Where some are expected and none were kept there have to have been none.
    func body(isExpected: Bool) throws(HTTPArchiveError) -> Data {
        do throws(ArchivedBody.Undecodable) {
            if let data = try ArchivedBody.bytes(content.text, content.encoding) { return data }
        } catch {
            throw HTTPArchiveError(.wrongValue, "response.content.text", error.message)
        }
        guard content.size <= 0 || !isExpected else {
            let reason = content.comment.map { " (\(Redaction.line($0, limit: 200)))" } ?? ""
            let message = "the body of \(content.size) bytes was not kept\(reason)"
            throw HTTPArchiveError(.missing, "response.content.text", message)
        }
        return Data()
    }

    func mayHaveBody(to method: String) -> Bool {
        method != HTTPMethod.head.rawValue && status >= 200 && status != 204 && status != 304
    }
}

extension MediaType {
    /// Text, in which a character may be several bytes.
    fileprivate var isTextual: Bool {
        type == "text" || isJSON || isForm || subtype == "xml" || subtype.hasSuffix("+xml")
    }
}

extension HTTPFields {
    /// The fields of a message but for those that HTTP/2 has in place of the first line.
    init(_ pairs: [HTTPArchive.Pair], in place: String) throws(HTTPArchiveError) {
        self.init()
        reserveCapacity(pairs.count)
        for (index, pair) in pairs.enumerated() where !pair.name.hasPrefix(":") {
            guard pair.name.isToken else {
                throw HTTPArchiveError(.wrongValue, "\(place)[\(index)].name", "the name is no name of a field")
            }
            // Chromium joins the lines of a field so; by bytes, since CR and LF are one `Character`.
            for line in pair.value.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
                guard line.allSatisfy(\.isFieldValueByte) else {
                    let message = "the value holds a control character"
                    throw HTTPArchiveError(.wrongValue, "\(place)[\(index)].value", message)
                }
                append(HTTPField.Name(pair.name), String(Substring(line)))
            }
        }
    }

    /// Has the media type name the charset that the bytes are in by now, where it names another.
    fileprivate mutating func nameUTF8(as data: Data) {
        guard let type = self[.contentType].flatMap({ MediaType($0) }), let charset = type["charset"]?.lowercasedASCII,
            charset != "utf-8", charset != "utf8", data.contains(where: { $0 >= 0x80 })
        else { return }
        self[.contentType] = type.with("charset", "utf-8").description
    }
}
