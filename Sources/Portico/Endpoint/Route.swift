/// The method and path template of an endpoint: `"GET /orgs/{org}/repos"`.
///
/// `{name}` stands for the property `name`, as one escaped segment or a part of one; `{+name}` keeps the slashes of its
/// value. A query that follows, `?type=public`, goes out as it stands, before the endpoint's own items. Everything else
/// of the path is taken as it is, so it must be escaped already.
///
/// A route is a literal, read once. A malformed one makes each call of its endpoint fail, with an error that names the
/// endpoint and what is wrong with the route.
public struct Route: Sendable, ExpressibleByStringLiteral {
    let template: RouteTemplate

    public init(stringLiteral text: StaticString) { template = RouteCache.template(for: text) }

    /// The method; nil where the route is malformed.
    public var method: HTTPMethod? { template.problem == nil ? template.method : nil }
}

extension Route: CustomStringConvertible {
    /// The route as it was written.
    public var description: String { template.text }
}

/// A route's text, taken apart.
final class RouteTemplate: Sendable {
    enum Piece: Equatable {
        case literal(String)
        /// A place for a value: the number of its placeholder.
        case value(Int)
        /// The end of a segment with values in it, and the number of the last one's placeholder.
        case segmentEnd(Int)
    }

    struct Placeholder: Equatable {
        let name: String
        let keepsSlashes: Bool
    }

    let text: String
    /// The text with what is secret by its name hidden.
    let printedText: String
    let method: HTTPMethod
    /// The path, whose first literal begins with a slash.
    let pieces: [Piece]
    let placeholders: [Placeholder]
    /// Whether the properties that the route does not name go into the query instead of the body.
    let putsParametersInQuery: Bool
    /// The query of the literal text, without its question mark; empty where there is none.
    let query: String
    /// What is wrong with the text, as a clause; then nothing else of the template means anything.
    let problem: String?

    init(_ text: String) {
        self.text = text
        printedText = Redaction.standard.url(text)
        do throws(ParameterProblem) {
            let parts = try Self.split(text)
            var parser = PathParser()
            try parser.parse(parts.path)
            (method, query, pieces, placeholders) = (parts.method, parts.query, parser.pieces, parser.placeholders)
            problem = nil
        } catch {
            (method, query, pieces, placeholders) = (.get, "", [], [])
            problem = "'\(printedText)' \(error.message)"
        }
        putsParametersInQuery = method.putsParametersInQuery
    }

    /// The number of the placeholder that a property has; nil where the route does not name it.
    func index(of property: String) -> Int? { placeholders.firstIndex { $0.name == property } }

    /// Method, path and query, the latter two checked but for the placeholders.
    private static func split(_ text: String) throws(ParameterProblem) -> (
        method: HTTPMethod, path: String, query: String
    ) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, !words[1].isEmpty, let method = HTTPMethod(rawValue: String(words[0])) else {
            throw ParameterProblem("is no method, space and path, such as 'GET /users'")
        }
        if !method.isKnown, let known = HTTPMethod(rawValue: method.rawValue.uppercased()), known.isKnown {
            throw ParameterProblem("has its method in small letters; write \(known)")
        }
        let halves = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let (path, query) = (halves[0], halves.count == 2 ? halves[1] : "")
        if query.contains("{") {
            throw ParameterProblem("has a placeholder in its query, where a property goes without one")
        }
        if let problem = PathText.problem(query: query) { throw ParameterProblem(problem) }
        return (method, path.hasPrefix("/") ? String(path) : "/" + path, String(query))
    }
}

/// Reads a path with its placeholders.
private struct PathParser {
    var pieces: [RouteTemplate.Piece] = []
    var placeholders: [RouteTemplate.Placeholder] = []
    /// The last placeholder of the segment that is being read; nil where it has none.
    private var open: Int?

    mutating func parse(_ path: String) throws(ParameterProblem) {
        var rest = path[...]
        var outline = ""
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                throw ParameterProblem("has braces that do not match")
            }
            append(literal: rest[..<brace])
            outline += rest[..<brace] + "0"
            try append(placeholder: rest[rest.index(after: brace)..<end])
            rest = rest[rest.index(after: end)...]
        }
        append(literal: rest)
        endSegment()
        if let problem = PathText.problem(path: outline + rest) { throw ParameterProblem(problem) }
    }

    private mutating func append(literal: Substring) {
        var literal = literal
        if open != nil, let slash = literal.firstIndex(of: "/") {
            if slash > literal.startIndex { pieces.append(.literal(String(literal[..<slash]))) }
            endSegment()
            literal = literal[slash...]
        }
        if !literal.isEmpty { pieces.append(.literal(String(literal))) }
    }

    private mutating func endSegment() {
        if let open { pieces.append(.segmentEnd(open)) }
        open = nil
    }

    private mutating func append(placeholder: Substring) throws(ParameterProblem) {
        let keepsSlashes = placeholder.hasPrefix("+")
        let name = String(keepsSlashes ? placeholder.dropFirst() : placeholder)
        guard let first = name.unicodeScalars.first, first.isNameStart,
            name.unicodeScalars.allSatisfy({ $0.isNameStart || $0.properties.numericType != nil || $0 == "-" })
        else { throw ParameterProblem("has '{\(placeholder)}', which names no property") }
        guard !placeholders.contains(where: { $0.name == name }) else {
            throw ParameterProblem("has '{\(name)}' twice")
        }
        open = placeholders.count
        pieces.append(.value(placeholders.count))
        placeholders.append(RouteTemplate.Placeholder(name: name, keepsSlashes: keepsSlashes))
    }
}

extension Unicode.Scalar {
    fileprivate var isNameStart: Bool { properties.isAlphabetic || self == "_" }
}
