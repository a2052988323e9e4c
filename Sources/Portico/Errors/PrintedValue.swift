#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value of a user's own type as text in one line: as Swift prints it, but for what the redaction hides, and bounded.
///
/// Only a value that is printed after a failure is looked into like this.
struct PrintedValue {
    private static let limit = 500
    private static let deepest = 6

    private let redaction: Redaction
    /// How many more values are looked into. Each takes a byte of the text, so more of them would not be seen.
    private var left = limit

    static func text(of value: Any, by redaction: Redaction) -> String {
        var printed = PrintedValue(redaction: redaction)
        return Redaction.line(printed.text(value, depth: 0, isNested: false), limit: limit)
    }

    private init(redaction: Redaction) { self.redaction = redaction }

    private mutating func text(_ value: Any, depth: Int, isNested: Bool) -> String {
        left -= 1
        guard depth < Self.deepest, left >= 0 else { return "…" }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first else { return "nil" }
            return text(wrapped.value, depth: depth, isNested: isNested)
        case .collection, .set: return list(mirror, depth: depth + 1, "[", "]")
        case .dictionary: return entries(mirror, depth: depth + 1)
        case .tuple: return list(mirror, depth: depth + 1, "(", ")")
        default: break
        }
        if let text = ownWords(value, isNested: isNested) { return text }
        guard mirror.displayStyle == .enum else { return list(mirror, depth: depth + 1, "\(type(of: value))(", ")") }
        guard let payload = mirror.children.first, let name = payload.label else { return "\(value)" }
        if redaction.bodyNames.contains(name) { return "\(name)(\(Redaction.replacement))" }
        let inner = text(payload.value, depth: depth + 1, isNested: true)
        return inner.hasPrefix("(") ? name + inner : "\(name)(\(inner))"
    }

    /// What a value says of itself, where it does.
    private func ownWords(_ value: Any, isNested: Bool) -> String? {
        switch value {
        case let url as URL: redaction.url(url.absoluteString)
        case let json as JSONValue: redaction.body(Data("\(json)".utf8), mediaType: .json)
        // Foundation traps when it describes a date that is no number.
        case let date as Date where !date.isTellable: "a date \(date.timeIntervalSince1970) seconds after 1970"
        case let text as String: isNested ? "\"\(visible(text))\"" : visible(text)
        case is any CustomStringConvertible, is any CustomDebugStringConvertible: "\(value)"
        default: nil
        }
    }

    /// As much of a text as can be seen, and some more, so that no secret is cut in two before it is found.
    private func visible(_ text: String) -> String {
        redaction.text(String(text.unicodeScalars.prefix(8 * Self.limit)))
    }

    private mutating func list(_ mirror: Mirror, depth: Int, _ open: String, _ close: String) -> String {
        var texts: [String] = []
        for child in mirror.children.prefix(Self.limit / 8) {
            let value = text(child.value, depth: depth, isNested: true)
            guard let label = child.label, !label.hasPrefix(".") else {
                texts.append(value)
                continue
            }
            texts.append("\(label): \(redaction.bodyNames.contains(label) ? Redaction.replacement : value)")
        }
        return open + texts.joined(separator: ", ") + close
    }

    private mutating func entries(_ mirror: Mirror, depth: Int) -> String {
        var texts: [String] = []
        for child in mirror.children.prefix(Self.limit / 8) {
            let entry = Mirror(reflecting: child.value).children.map(\.value)
            guard entry.count == 2 else { continue }
            let isSecret = redaction.bodyNames.contains("\(entry[0])")
            let value = isSecret ? Redaction.replacement : text(entry[1], depth: depth, isNested: true)
            texts.append("\(text(entry[0], depth: depth, isNested: true)): \(value)")
        }
        return texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]"
    }
}
