/// The path of a ``Request``, written as a literal: `"/users/\(id)/posts?sort=\(order)"`.
///
/// Each interpolated value is one escaped segment, or a part of one; behind a question mark it is one escaped part of the
/// query. `\(segments: path)` keeps the slashes of its value. The literal text is taken as it is, so it must be escaped
/// already. What is malformed makes the call fail, with an error that says so.
public struct RequestPath: Sendable, ExpressibleByStringInterpolation {
    enum Piece: Sendable {
        case literal(String)
        case value(ParameterValue, keepsSlashes: Bool)
    }

    let pieces: [Piece]
    private let problem: String?

    /// A path that was escaped already, with a query or without.
    public init(_ escaped: String) { self.init(pieces: [.literal(escaped)], problem: nil) }

    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
        self.init(pieces: stringInterpolation.pieces, problem: stringInterpolation.problem)
    }

    private init(pieces: [Piece], problem: String?) {
        self.pieces = pieces
        self.problem = problem
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []
        var problem: String?

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
        }

        public mutating func appendInterpolation(_ value: String) { append(.text(value)) }
        public mutating func appendInterpolation(_ value: Int) { append(.integer(Int64(value))) }

        public mutating func appendInterpolation(_ value: some Encodable) { append(encoded(value)) }

        /// A value, or an array of them, that may be several segments.
        public mutating func appendInterpolation(segments value: some Encodable) {
            append(encoded(value), keepsSlashes: true)
        }

        private mutating func append(_ value: ParameterValue, keepsSlashes: Bool = false) {
            pieces.append(.value(value, keepsSlashes: keepsSlashes))
        }

        private mutating func encoded(_ value: some Encodable) -> ParameterValue {
            let encoder = ParameterEncoder(keys: .asDeclared)
            do { try encoder.encode(value) } catch { problem = problem ?? "\(error)" }
            return encoder.value
        }
    }

    /// The path, which begins with a slash, and the query, both escaped.
    func text(_ style: ResolvedStyle) throws(InvalidRequest) -> (path: String, query: String) {
        if let problem { throw InvalidRequest(.url, "the path: \(problem)") }
        var (path, query) = (PathWriter(), PathWriter())
        var outline = ""
        var isInQuery = false
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let text):
                let halves = text.split(separator: "?", maxSplits: isInQuery ? 0 : 1, omittingEmptySubsequences: false)
                if isInQuery {
                    try Self.append(query: halves[0], to: &query)
                } else {
                    outline += halves[0]
                    path.append(literal: (index == 0 && !text.hasPrefix("/") ? "/" : "") + halves[0])
                    if halves.count == 2 {
                        isInQuery = true
                        try Self.append(query: halves[1], to: &query)
                    }
                }
            case .value(let value, let keepsSlashes):
                do throws(ParameterProblem) {
                    if isInQuery {
                        query.append(queryValue: try value.scalarText(style))
                    } else {
                        if index == 0 { path.append(literal: "/") }
                        outline += "0"
                        try value.append(to: &path, keepsSlashes: keepsSlashes, style)
                        if endsSegment(behind: index) { try path.checkLastSegment() }
                    }
                } catch {
                    throw InvalidRequest(.url, "value \(number(of: index)) of the path: \(error.message)")
                }
            }
        }
        if let problem = PathText.problem(path: outline) { throw InvalidRequest(.url, problem) }
        return (String(decoding: path.bytes, as: UTF8.self), String(decoding: query.bytes, as: UTF8.self))
    }

    private static func append(query text: some StringProtocol, to writer: inout PathWriter) throws(InvalidRequest) {
        if let problem = PathText.problem(query: text) { throw InvalidRequest(.url, problem) }
        writer.append(literal: String(text))
    }

    private func endsSegment(behind index: Int) -> Bool {
        guard index + 1 < pieces.count else { return true }
        guard case .literal(let text) = pieces[index + 1] else { return false }
        return text.hasPrefix("/") || text.hasPrefix("?")
    }

    /// Which of the interpolated values a piece is, from 1.
    private func number(of index: Int) -> Int {
        pieces[...index].count { if case .value = $0 { true } else { false } }
    }

    /// The path in words, with `{}` for each value.
    var outline: String {
        pieces.reduce(into: "") { text, piece in
            if case .literal(let literal) = piece { text += literal } else { text += "{}" }
        }
    }
}
