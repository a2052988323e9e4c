#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// One thing in which a request is not what a stub waits for. A stub answers what it has no difference to.
struct StubDifference: Sendable, Equatable {
    /// What differs, the more telling after the less.
    enum Part: Int, Sendable {
        case body = 1
        case condition
        case fields
        case query
        case method
        case path
        case endpoint
    }

    let part: Part
    let text: String

    init(_ part: Part, _ text: String) {
        self.part = part
        self.text = text
    }

    init(_ part: Part, expected: String, found: String) {
        self.init(part, "\(part) \(found) instead of \(expected)")
    }
}

extension StubDifference {
    /// What differs between two requests, secrets hidden.
    /// - Parameter isDeclared: whether the request has no fields that a client or a middleware has added, so that it must
    ///   not have more than expected.
    static func all(
        between request: HTTPRequest, and expected: HTTPRequest, isDeclared: Bool, _ redaction: Redaction
    ) -> [StubDifference] {
        var all: [StubDifference] = []
        if request.method != expected.method {
            all.append(StubDifference(.method, expected: "\(expected.method)", found: "\(request.method)"))
        }
        let (targets, wanted) = (halves(of: request), halves(of: expected))
        if targets.path != wanted.path { all.append(StubDifference(.path, expected: wanted.path, found: targets.path)) }
        if targets.query != wanted.query { all.append(query(targets.query, wanted.query, redaction)) }
        return all + fields(request, expected, isDeclared, redaction) + body(request, expected, redaction)
    }

    private static func halves(of request: HTTPRequest) -> (path: String, query: String) {
        let path = request.path.prefix { $0 != "?" }
        return (String(path), String(request.path.dropFirst(path.count)))
    }

    private static func query(_ found: String, _ wanted: String, _ redaction: Redaction) -> StubDifference {
        let texts = [found, wanted].map { $0.isEmpty ? "none" : String(redaction.url("/" + $0).dropFirst()) }
        if texts[0] == texts[1] { return StubDifference(.query, "query has another value in \(texts[0])") }
        return StubDifference(.query, expected: texts[1], found: texts[0])
    }

    private static func fields(
        _ request: HTTPRequest, _ expected: HTTPRequest, _ isDeclared: Bool, _ redaction: Redaction
    ) -> [StubDifference] {
        var names: [HTTPField.Name] = []
        for field in Array(expected.fields) + (isDeclared ? Array(request.fields) : [])
        where !names.contains(field.name) {
            names.append(field.name)
        }
        return names.compactMap { name in
            let (found, wanted) = (request.fields[name], expected.fields[name])
            guard request.fields.values(of: name) != expected.fields.values(of: name) else { return nil }
            if redaction.fieldNames.contains(name.rawName) {
                return StubDifference(.fields, "field \(name) has another value")
            }
            return StubDifference(.fields, "field \(name) \(quoted(found)) instead of \(quoted(wanted))")
        }
    }

    private static func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "not there" }

    private static func body(
        _ request: HTTPRequest, _ expected: HTTPRequest, _ redaction: Redaction
    ) -> [StubDifference] {
        // What is no bytes in memory is made anew for each request: a form with its boundary, a stream.
        guard let found = request.body.data, let wanted = expected.body.data, found != wanted else {
            return request.body.isNone == expected.body.isNone || request.body.data == nil
                ? [] : [StubDifference(.body, request.body.isNone ? "no body" : "a body instead of none")]
        }
        if let found = try? JSONValue(checking: found), let wanted = try? JSONValue(checking: wanted) {
            return JSONDifference.first(between: found, and: wanted, redaction).map { [StubDifference(.body, $0)] }
                ?? []
        }
        let mediaType = expected.body.mediaType
        let texts = (redaction.body(found, mediaType: mediaType), redaction.body(wanted, mediaType: mediaType))
        return [
            texts.0 == texts.1
                ? StubDifference(.body, "body has other bytes")
                : StubDifference(.body, expected: texts.1, found: texts.0)
        ]
    }
}

/// Where two JSON values differ.
enum JSONDifference {
    /// The first place where they do, `body at user.name "Bob" instead of "Ada"`; nil where they are equal.
    static func first(between found: JSONValue, and wanted: JSONValue, _ redaction: Redaction) -> String? {
        first(found, wanted, at: "", isSecret: false, redaction)
    }

    private static func first(
        _ found: JSONValue?, _ wanted: JSONValue?, at path: String, isSecret: Bool, _ redaction: Redaction
    ) -> String? {
        guard found != wanted else { return nil }
        if let found = found?.object, let wanted = wanted?.object {
            for name in Set(found.keys).union(wanted.keys).sorted() {
                let isSecret = isSecret || redaction.bodyNames.contains(name)
                let place = path.isEmpty ? name : "\(path).\(name)"
                let difference = first(found[name], wanted[name], at: place, isSecret: isSecret, redaction)
                if let difference { return difference }
            }
        }
        if let found = found?.array, let wanted = wanted?.array {
            for index in 0..<max(found.count, wanted.count) {
                // Not a bare nil, which JSON has a value for.
                let left: JSONValue? = index < found.count ? found[index] : .none
                let right: JSONValue? = index < wanted.count ? wanted[index] : .none
                let difference = first(left, right, at: "\(path)[\(index)]", isSecret: isSecret, redaction)
                if let difference { return difference }
            }
        }
        let place = path.isEmpty ? "body" : "body at \(path)"
        return isSecret ? "\(place) has another value" : "\(place) \(text(found)) instead of \(text(wanted))"
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "not there" }
        switch value {
        case .object, .array: return value.kind
        case .string(let text) where text.utf8.count > 60: return "a text of \(text.utf8.count) bytes"
        default: return "\(value)"
        }
    }
}
