#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Portico

/// Hides the secrets of exchanges, one after the other, and remembers them: what one exchange gave away by its name is
/// hidden in the others by its value.
struct ArchiveRedaction {
    let redaction: Redaction
    private(set) var known = KnownSecrets()

    init(_ redaction: Redaction) { self.redaction = redaction }

    mutating func hide(_ entry: inout HTTPArchive.Entry) {
        hide(&entry.request)
        hide(&entry.response, to: entry.request.method)
        // The answer may have told what the request holds, and nobody knew yet.
        hideKnown(&entry.request)
        entry.comment = entry.comment.map { known.hidden(in: $0) }
        entry.cache.comment = entry.cache.comment.map { known.hidden(in: $0) }
    }

    mutating func hide(_ request: inout HTTPArchive.Request) {
        var keeping = ShapeKeeping(redaction)
        request.url = keeping.url(request.url)
        request.headers = keeping.fields(request.headers)
        request.cookies = keeping.cookies(request.cookies, of: .cookie)
        request.queryString = keeping.items(request.queryString)
        if let postData = request.postData { request.postData = keeping.postData(postData, try? request.bodyText()) }
        known.learn(keeping.secrets)
        hideKnown(&request)
    }

    private mutating func hide(_ response: inout HTTPArchive.Response, to method: String) {
        var keeping = ShapeKeeping(redaction)
        response.headers = keeping.fields(response.headers)
        response.cookies = keeping.cookies(response.cookies, of: .setCookie)
        response.redirectURL = keeping.url(response.redirectURL)
        keeping.content(&response)
        known.learn(keeping.secrets)
        hideKnown(&response)
    }
}

extension ArchiveRedaction {
    private func hideKnown(_ request: inout HTTPArchive.Request) {
        guard !known.isEmpty else { return }
        request.url = known.hidden(in: request.url, by: ShapeKeeping.escapedReplacement)
        request.headers = pairs(request.headers)
        request.queryString = pairs(request.queryString)
        request.comment = request.comment.map { known.hidden(in: $0) }
        guard var postData = request.postData else { return }
        for index in postData.params.indices {
            postData.params[index].value = postData.params[index].value.map { known.hidden(in: $0) }
        }
        if let bytes = try? request.bodyText() {
            let type = MediaType(postData.mimeType)
            let hidden = known.hidden(in: Array(bytes), type, redaction)
            (postData.text, postData.encoding) = ArchivedBody.text(Data(hidden), mediaType: type)
        }
        request.postData = postData
    }

    private func hideKnown(_ response: inout HTTPArchive.Response) {
        guard !known.isEmpty else { return }
        response.headers = pairs(response.headers)
        response.redirectURL = known.hidden(in: response.redirectURL, by: ShapeKeeping.escapedReplacement)
        response.comment = response.comment.map { known.hidden(in: $0) }
        guard let bytes = try? ArchivedBody.bytes(response.content.text, response.content.encoding) else { return }
        let wasText = response.content.encoding == nil
        let type = MediaType(response.content.mimeType)
        let hidden = known.hidden(in: Array(bytes), type, redaction)
        response.content.set(Data(hidden), wasText ? nil : type)
    }

    private func pairs(_ pairs: [HTTPArchive.Pair]) -> [HTTPArchive.Pair] {
        pairs.map { pair in
            var pair = pair
            pair.value = known.hidden(in: pair.value)
            return pair
        }
    }
}

extension ShapeKeeping {
    fileprivate mutating func fields(_ pairs: [HTTPArchive.Pair]) -> [HTTPArchive.Pair] {
        pairs.map { pair in
            var pair = pair
            let isTarget = pair.name == ":path"
            pair.value = isTarget ? url(pair.value) : value(ofField: HTTPField.Name(pair.name), pair.value)
            return pair
        }
    }

    fileprivate mutating func items(_ pairs: [HTTPArchive.Pair]) -> [HTTPArchive.Pair] {
        pairs.map { pair in
            var pair = pair
            if Redaction.hasPart(pair.name, { redaction.queryNames.contains($0) }), !pair.value.isEmpty {
                secrets.append(pair.value)
                pair.value = Redaction.replacement
            } else {
                pair.value = text(pair.value)
            }
            return pair
        }
    }

    fileprivate mutating func cookies(
        _ cookies: [HTTPArchive.Cookie], of field: HTTPField.Name
    ) -> [HTTPArchive.Cookie] {
        guard redaction.fieldNames.contains(field.rawName) else { return cookies }
        return cookies.map { cookie in
            var cookie = cookie
            let redacted = value(ofField: .cookie, "\(cookie.name)=\(cookie.value)")
            if !cookie.value.isEmpty, !redacted.isEmpty { cookie.value = Redaction.replacement }
            return cookie
        }
    }

    /// - Parameter bytes: those of the text.
    fileprivate mutating func postData(_ postData: HTTPArchive.PostData, _ bytes: Data?) -> HTTPArchive.PostData {
        var postData = postData
        for (index, param) in postData.params.enumerated() {
            guard let value = param.value, !value.isEmpty else { continue }
            let isHidden = Redaction.hasPart(param.name) {
                redaction.bodyNames.contains($0) || redaction.queryNames.contains($0)
            }
            if isHidden { secrets.append(value) }
            postData.params[index].value = isHidden ? Redaction.replacement : text(value)
        }
        guard let bytes else { return postData }
        let type = MediaType(postData.mimeType)
        if let hidden = body(Array(bytes), type) {
            (postData.text, postData.encoding) = ArchivedBody.text(Data(hidden), mediaType: type)
        } else {
            (postData.text, postData.encoding) = (nil, nil)
            postData.comment = Self.unsearchable(type)
        }
        return postData
    }

    fileprivate mutating func content(_ response: inout HTTPArchive.Response) {
        guard let bytes = try? ArchivedBody.bytes(response.content.text, response.content.encoding) else { return }
        // Text in an archive is Unicode, whatever the charset was on the wire.
        let wasText = response.content.encoding == nil
        let type = MediaType(response.content.mimeType)
        if let hidden = body(Array(bytes), type) {
            response.content.set(Data(hidden), wasText ? nil : type)
        } else {
            (response.content.text, response.content.encoding) = (nil, nil)
            response.content.comment = Self.unsearchable(type)
        }
    }

    private static func unsearchable(_ type: MediaType?) -> String {
        let name = type.map { "\($0.type)/\($0.subtype)" } ?? "of its type"
        return "left out: it is not \(name), so no secret could be looked for in it"
    }
}

extension HTTPArchive.Content {
    /// - Parameter mediaType: nil for what is text for sure.
    fileprivate mutating func set(_ data: Data, _ mediaType: MediaType?) {
        size = data.count
        (text, encoding) = ArchivedBody.text(data, mediaType: mediaType)
    }
}

extension HTTPArchive {
    /// The archive with its secrets hidden: fields, cookies, query items, and members of JSON, forms and multipart
    /// bodies that go by a secret's name, and their values wherever else they are found.
    ///
    /// What is hidden keeps its shape: `Bearer <redacted>`, a cookie's name and attributes, a string of JSON a string,
    /// a number 0. A body whose type has names, and that cannot be read, is left out. Values of fewer than six bytes
    /// are hidden by their names alone.
    public func redacted(by redaction: Redaction = .standard) -> HTTPArchive {
        var archive = self
        var hiding = ArchiveRedaction(redaction)
        for index in archive.entries.indices { hiding.hide(&archive.entries[index]) }
        // What the last exchange gave away may stand in the first one.
        for index in archive.entries.indices { hiding.hide(&archive.entries[index]) }
        return archive
    }
}
