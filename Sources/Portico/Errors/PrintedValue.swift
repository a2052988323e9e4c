#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value of a user's own type as text in one line: as Swift prints it, but for what the redaction hides, and bounded.
///
/// Only a value that is printed after a failure is looked into like this.
enum PrintedValue {
    private static let limit = 500
    private static let deepest = 6

    static func text(of value: Any, by redaction: Redaction) -> String {
        Redaction.line(text(value, redaction, depth: 0, isNested: false), limit: limit)
    }

    private static func text(_ value: Any, _ redaction: Redaction, depth: Int, isNested: Bool) -> String {
        guard depth < deepest else { return "…" }
        let mirror = Mirror(reflecting: value)
        func members(_ open: String, _ close: String) -> String {
            list(mirror, redaction, depth: depth + 1, open, close)
        }
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first else { return "nil" }
            return text(wrapped.value, redaction, depth: depth, isNested: isNested)
        case .collection, .set: return members("[", "]")
        case .dictionary: return entries(mirror, redaction, depth: depth + 1)
        case .tuple: return members("(", ")")
        default: break
        }
        if let url = value as? URL { return redaction.url(url.absoluteString) }
        if let json = value as? JSONValue { return redaction.body(Data("\(json)".utf8), mediaType: .json) }
        if let text = value as? String { return isNested ? "\"\(text)\"" : text }
        if value is any CustomStringConvertible || value is any CustomDebugStringConvertible { return "\(value)" }
        guard mirror.displayStyle == .enum else { return members("\(type(of: value))(", ")") }
        guard let payload = mirror.children.first, let name = payload.label else { return "\(value)" }
        if redaction.bodyNames.contains(name) { return "\(name)(\(Redaction.replacement))" }
        let inner = text(payload.value, redaction, depth: depth + 1, isNested: true)
        return inner.hasPrefix("(") ? name + inner : "\(name)(\(inner))"
    }

    private static func list(
        _ mirror: Mirror, _ redaction: Redaction, depth: Int, _ open: String, _ close: String
    ) -> String {
        let texts = mirror.children.prefix(limit / 8).map { child in
            let value = text(child.value, redaction, depth: depth, isNested: true)
            guard let label = child.label, !label.hasPrefix(".") else { return value }
            return "\(label): \(redaction.bodyNames.contains(label) ? Redaction.replacement : value)"
        }
        return open + texts.joined(separator: ", ") + close
    }

    private static func entries(_ mirror: Mirror, _ redaction: Redaction, depth: Int) -> String {
        let texts = mirror.children.prefix(limit / 8).map { child in
            let entry = Mirror(reflecting: child.value).children.map(\.value)
            guard entry.count == 2 else { return "…" }
            let isSecret = redaction.bodyNames.contains("\(entry[0])")
            let value = isSecret ? Redaction.replacement : text(entry[1], redaction, depth: depth, isNested: true)
            return "\(text(entry[0], redaction, depth: depth, isNested: true)): \(value)"
        }
        return texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]"
    }
}
