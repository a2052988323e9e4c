#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// What of a request is compared with a recorded one, its secrets hidden.
struct RequestKey: Sendable {
    let method: String
    /// In small letters.
    let origin: String
    let path: String
    let query: [HTTPArchive.Pair]
    let fields: HTTPFields
    /// Nil where the body was not kept.
    let body: Data?
    let mediaType: MediaType?

    /// - Parameter request: with its secrets hidden already.
    init(_ request: HTTPArchive.Request) {
        method = request.method
        let url = request.url.utf8.prefix { $0 != UInt8(ascii: "#") }
        let rest = url.firstRange(of: "://".utf8).map { url[$0.upperBound...] } ?? url[...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        origin = Self.origin(String(Substring(url[..<end])).lowercasedASCII)
        let target = rest[end...]
        let path = String(Substring(target.prefix { $0 != UInt8(ascii: "?") }))
        self.path = path.isEmpty ? "/" : path
        query = HTTPArchive.Request.items(of: String(Substring(target)))
        fields = Self.compared(request.headers)
        mediaType = (fields[.contentType] ?? request.postData?.mimeType).flatMap { MediaType($0) }
        body = (try? request.body() ?? Data()).map { [mediaType] in Self.withoutBoundary($0, mediaType) }
    }

    /// Without the port that is the scheme's own.
    private static func origin(_ text: String) -> String {
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where text.hasPrefix(scheme) {
            return text.hasSuffix(port) ? String(text.dropLast(port.count)) : text
        }
        return text
    }

    /// Those that transports and tools write by themselves do not tell requests apart. Those with empty names neither.
    private static func compared(_ headers: [HTTPArchive.Pair]) -> HTTPFields {
        HTTPFields(
            headers.compactMap { pair in
                guard !pair.name.hasPrefix(":"), !pair.name.isEmpty else { return nil }
                let name = HTTPField.Name(pair.name)
                return transportFields.contains(name) ? nil : HTTPField(name: name, value: pair.value)
            }
        )
    }

    private static let transportFields: Set<HTTPField.Name> = [
        .host, .connection, .contentLength, .transferEncoding, .acceptEncoding, .expect, "Keep-Alive",
        "Proxy-Connection",
    ]

    /// A boundary is another one in each request.
    private static func withoutBoundary(_ body: Data, _ mediaType: MediaType?) -> Data {
        guard mediaType?.type == "multipart", let boundary = mediaType?["boundary"], !boundary.isEmpty else {
            return body
        }
        let delimiter = Array("--\(boundary)".utf8)
        var output: [UInt8] = []
        var rest = Array(body)[...]
        while let range = rest.firstRange(of: delimiter) {
            output += rest[..<range.lowerBound]
            output += "--boundary".utf8
            rest = rest[range.upperBound...]
        }
        return Data(output + rest)
    }
}

extension RequestKey {
    /// How a recorded request differs from this one: nothing where it is the same.
    func differences(from recorded: RequestKey, _ matching: ReplayMatching) -> [RequestDifference] {
        var found: [RequestDifference] = []
        func compare(_ part: String, _ value: String?, _ recorded: String?, weight: Int) {
            if value != recorded { found.append(RequestDifference(part, value, recorded, weight: weight)) }
        }
        compare("the method", method, recorded.method, weight: 50)
        if matching.comparesOrigin { compare("the origin", origin, recorded.origin, weight: 10) }
        compare("the path", path, recorded.path, weight: 100 + pathDistance(recorded))
        found += queryDifferences(recorded, matching)
        if matching.comparesFields { found += fieldDifferences(recorded, matching) }
        if matching.comparesBody, let difference = bodyDifference(recorded) { found.append(difference) }
        return found
    }

    /// How many segments are others.
    private func pathDistance(_ recorded: RequestKey) -> Int {
        let (own, other) = (path.split(separator: "/"), recorded.path.split(separator: "/"))
        let different = zip(own, other).count { $0 != $1 }
        return 10 * (different + abs(own.count - other.count))
    }

    private func queryDifferences(_ recorded: RequestKey, _ matching: ReplayMatching) -> [RequestDifference] {
        let own = query.filter { !matching.ignoredQueryItems.contains($0.name) }
        let other = recorded.query.filter { !matching.ignoredQueryItems.contains($0.name) }
        let found = Self.differences(own, other) { "the query item \($0)" }
        guard found.isEmpty, matching.comparesQueryOrder, own != other else { return found }
        let names = (own.map(\.name).joined(separator: ", "), other.map(\.name).joined(separator: ", "))
        return [RequestDifference("the order of the query items", names.0, names.1, weight: 1)]
    }

    private func fieldDifferences(_ recorded: RequestKey, _ matching: ReplayMatching) -> [RequestDifference] {
        func pairs(_ fields: HTTPFields) -> [HTTPArchive.Pair] {
            fields.compactMap { field in
                guard !matching.ignoredFields.contains(field.name.rawName) else { return nil }
                var value = field.value
                if field.name == .contentType, let type = MediaType(value), type.type == "multipart" {
                    value = type.with("boundary", "boundary").description
                }
                return HTTPArchive.Pair(name: field.name.canonicalName, value: value)
            }
        }
        return Self.differences(pairs(fields), pairs(recorded.fields)) { "the field \($0)" }
    }

    /// The names whose values differ, each once.
    private static func differences(
        _ own: [HTTPArchive.Pair], _ other: [HTTPArchive.Pair], _ part: (String) -> String
    ) -> [RequestDifference] {
        let values = { (pairs: [HTTPArchive.Pair]) in
            Dictionary(pairs.map { ($0.name, $0.value) }) { $0 + ", " + $1 }
        }
        let (own, other) = (values(own), values(other))
        return Set(own.keys).union(other.keys).sorted().compactMap { name in
            own[name] == other[name] ? nil : RequestDifference(part(name), own[name], other[name], weight: 3)
        }
    }

    private func bodyDifference(_ recorded: RequestKey) -> RequestDifference? {
        guard let own = body else {
            return RequestDifference("the body", "too large to be compared", nil, weight: 3)
        }
        guard let other = recorded.body else { return RequestDifference("the body", nil, "not kept", weight: 3) }
        if own == other { return nil }
        if let own = JSONValue(parsing: own), let other = JSONValue(parsing: other) {
            return own.firstDifference(from: other, at: "the body").map {
                RequestDifference($0.place, $0.value, $0.other, weight: 2)
            }
        }
        return RequestDifference("the body", Self.described(own), Self.described(other), weight: 3)
    }

    private static func described(_ body: Data) -> String {
        if body.isEmpty { return "empty" }
        guard body.count <= 200, let text = String(validating: body, as: UTF8.self) else {
            return "\(body.count) bytes"
        }
        return text
    }
}

extension JSONValue {
    fileprivate func firstDifference(
        from other: JSONValue, at place: String
    ) -> (place: String, value: String?, other: String?)? {
        if self == other { return nil }
        if let own = object, let other = other.object {
            for name in Set(own.keys).union(other.keys).sorted() where own[name] != other[name] {
                let place = "\(place).\(name)"
                guard let value = own[name], let recorded = other[name] else {
                    return (place, own[name]?.description, other[name]?.description)
                }
                return value.firstDifference(from: recorded, at: place)
            }
        }
        if let own = array, let other = other.array, own.count == other.count {
            for (index, (value, recorded)) in zip(own, other).enumerated() where value != recorded {
                return value.firstDifference(from: recorded, at: "\(place)[\(index)]")
            }
        }
        return (place, description, other.description)
    }
}
