#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Portico

/// What a fixture's file cannot say itself: `{"status": 201, "fields": {"Location": "/users/7"}, "delay": "250ms"}`.
///
/// Each member may be left out, and no other is known. A field has one value, or a list of them, a line each. A delay is
/// in `ms` or `s`, up to an hour.
package struct FixtureSidecar: Equatable, Sendable {
    package var status: Int?
    package var fields: HTTPFields = [:]
    package var delay: Duration?

    /// The largest sidecar that is read: 1 MiB.
    package static let fileLimit = 1 << 20

    package init() {}

    /// - Parameter path: what the file is called, in errors.
    package init(_ data: Data, path: String) throws(FixtureProblem) {
        guard data.count <= Self.fileLimit else {
            throw FixtureProblem(path, "a sidecar has at most \(Self.fileLimit) bytes, it has \(data.count)")
        }
        let value: JSONValue
        do throws(MalformedJSON) { value = try JSONValue(checking: data) } catch {
            throw FixtureProblem(path, "it is \(error)")
        }
        guard let members = value.object else {
            throw FixtureProblem(path, "a sidecar is a JSON object, it is \(value.kind)")
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            do throws(Wrong) { try set(name, value) } catch {
                throw FixtureProblem(path, "'\(name)' \(error.reason)")
            }
        }
    }

    private struct Wrong: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private mutating func set(_ name: String, _ value: JSONValue) throws(Wrong) {
        switch name {
        case "status":
            guard let number = value.int, (200...599).contains(number) else {
                throw Wrong("is a number from 200 to 599, not \(value.kind)")
            }
            status = number
        case "fields":
            guard let members = value.object else { throw Wrong("is an object, not \(value.kind)") }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { try append(name, value) }
        case "delay":
            guard let text = value.string, let duration = Self.duration(text) else {
                throw Wrong("is a text such as \"250ms\" or \"1.5s\", up to an hour, not \(value.kind)")
            }
            delay = duration
        default:
            throw Wrong("is none of a sidecar's members: status, fields, delay")
        }
    }

    private mutating func append(_ name: String, _ value: JSONValue) throws(Wrong) {
        guard name.isToken else { throw Wrong("has '\(name)', which is no field's name") }
        let field = HTTPField.Name(name)
        guard !Self.refused.contains(field) else {
            throw Wrong("has '\(name)', which is left to whoever sends the answer; a fixture's body is not encoded")
        }
        for value in value.array ?? [value] {
            guard let text = value.string else { throw Wrong("has for '\(name)' no text but \(value.kind)") }
            guard text.utf8.allSatisfy(\.isFieldValueByte) else {
                throw Wrong("has for '\(name)' a text with a byte that no field value may have")
            }
            fields.append(field, text)
        }
    }

    private static let refused: [HTTPField.Name] = [
        "Content-Length", "Transfer-Encoding", "Content-Encoding", "Connection", "Trailer", "Upgrade",
    ]

    /// `250ms` or `1.5s`: digits, with up to three behind a point where they are seconds.
    static func duration(_ text: String) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        guard isMilliseconds || text.hasSuffix("s") else { return nil }
        let parts = text.dropLast(isMilliseconds ? 2 : 1).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...(isMilliseconds ? 1 : 2)).contains(parts.count),
            parts.allSatisfy({ (1...7).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) }),
            let whole = Int(parts[0])
        else { return nil }
        var milliseconds = isMilliseconds ? whole : whole * 1000
        if parts.count == 2 {
            guard parts[1].count <= 3, let fraction = Int(parts[1] + String(repeating: "0", count: 3 - parts[1].count))
            else { return nil }
            milliseconds += fraction
        }
        return milliseconds <= 3_600_000 ? .milliseconds(milliseconds) : nil
    }
}

extension JSONValue {
    /// What it is, in words.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "the number \(value)"
        case .string(let text): text.utf8.count <= 40 ? "the text '\(text)'" : "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
