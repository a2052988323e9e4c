/// The path of a ``Request``, written as a literal: `"/users/\(id)/posts?sort=\(order)"`.
///
/// Each interpolated value is one escaped segment, or a part of one; behind a question mark it is one escaped part of
/// the query. `\(segments: path)` keeps the slashes of its value. The literal text is taken as it is, so it must be
/// escaped already. What is malformed makes the call fail, with an error that says so.
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

    /// What a path is put together of: text as it was written, and values that are escaped once.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []
        var problem: String?

        /// An empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Text that the author wrote, escaped already.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
        }

        /// A value as one escaped segment.
        public mutating func appendInterpolation(_ value: String) { append(.text(value)) }
        /// A number as one segment.
        public mutating func appendInterpolation(_ value: Int) { append(.integer(Int64(value))) }

        /// Any other value, as the style has it, as one escaped segment.
        public mutating func appendInterpolation(_ value: some Encodable) { append(encoded(value)) }

        /// A value that may be nil, which a path segment must not be, and a part of the query only in a style that
        /// writes it.
        public mutating func appendInterpolation<Wrapped: Encodable>(_ value: Wrapped?) { append(encoded(value)) }

        /// A value, or an array of them, that may be several segments.
        public mutating func appendInterpolation(segments value: some Encodable) {
            append(encoded(value), keepsSlashes: true)
        }

        private mutating func append(_ value: ParameterValue, keepsSlashes: Bool = false) {
            pieces.append(.value(value, keepsSlashes: keepsSlashes))
        }

        private mutating func encoded(_ value: some Encodable) -> ParameterValue {
            let encoder = ParameterEncoder(keys: .asDeclared)
            do {
                try encoder.encode(value)
                if let placement = encoder.placement {
                    throw ParameterProblem("@\(placement.place.wrapper), which only an endpoint can have")
                }
            } catch {
                let number = pieces.count { if case .value = $0 { true } else { false } } + 1
                problem = problem ?? ", value \(number): \(ParameterProblem(error).message)"
            }
            return encoder.value
        }
    }

    /// The path, which begins with a slash, below that of a base, and the query, both escaped.
    func target(
        _ style: ResolvedStyle, below base: String
    ) throws(InvalidRequest) -> (path: TargetWriter, query: String) {
        do throws(ParameterProblem) {
            if let problem { throw ParameterProblem(problem) }
            var writer = RequestPathWriter(style, below: base)
            for piece in pieces {
                switch piece {
                case .literal(let text): try writer.append(literal: text)
                case .value(let value, let keepsSlashes): try writer.append(value, keepsSlashes: keepsSlashes)
                }
            }
            return try writer.finish()
        } catch {
            throw InvalidRequest(.url, "'\(printedOutline)'\(error.message)")
        }
    }

    /// The path in words, with `{}` for each value, and what is secret by its name hidden.
    var printedOutline: String {
        let outline = pieces.reduce(into: "") { text, piece in
            if case .literal(let literal) = piece { text += literal } else { text += "{}" }
        }
        return Redaction.standard.url(outline)
    }
}

/// Puts the pieces of a path together. What it throws goes on where the path was named: "has an empty segment".
private struct RequestPathWriter {
    let style: ResolvedStyle
    private var path: TargetWriter
    private var query = TargetWriter()
    private var isInQuery = false
    /// The bytes of the path with a `0` for each value, to be checked as a whole.
    private var outline: [UInt8] = []
    /// How many values there were.
    private var count = 0
    /// Whether the segment that is being written has a value in it.
    private var isOpen = false

    init(_ style: ResolvedStyle, below base: String) {
        self.style = style
        path = TargetWriter(below: base)
    }

    mutating func append(literal text: String) throws(ParameterProblem) {
        guard !isInQuery else { return try append(query: text[...]) }
        let end = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
        try append(path: text[..<end])
        guard end < text.endIndex else { return }
        try endSegment()
        isInQuery = true
        try append(query: text[text.utf8.index(after: end)...])
    }

    mutating func append(_ value: ParameterValue, keepsSlashes: Bool) throws(ParameterProblem) {
        count += 1
        guard !isInQuery else {
            return try Self.naming(count) { () throws(ParameterProblem) in try value.append(toQueryOf: &query, style) }
        }
        begin(with: "")
        outline.append(UInt8(ascii: "0"))
        isOpen = true
        try Self.naming(count) { () throws(ParameterProblem) in
            try value.append(to: &path, keepsSlashes: keepsSlashes, style)
        }
    }

    mutating func finish() throws(ParameterProblem) -> (path: TargetWriter, query: String) {
        begin(with: "")
        try endSegment()
        if let problem = PathText.problem(path: outline) { throw ParameterProblem(" \(problem)") }
        return (path, query.text)
    }

    private mutating func append(path text: Substring) throws(ParameterProblem) {
        begin(with: text)
        var text = text
        if isOpen, let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) {
            path.append(literal: text[..<slash])
            outline += text[..<slash].utf8
            try endSegment()
            text = text[slash...]
        }
        path.append(literal: text)
        outline += text.utf8
    }

    private mutating func append(query text: Substring) throws(ParameterProblem) {
        if let problem = PathText.problem(query: text) { throw ParameterProblem(" \(problem)") }
        query.append(literal: text)
    }

    /// A path begins with a slash, whether it was written or not.
    private mutating func begin(with text: Substring) {
        if path.isEmpty, text.utf8.first != UInt8(ascii: "/") { path.append(literal: "/") }
    }

    private mutating func endSegment() throws(ParameterProblem) {
        guard isOpen else { return }
        isOpen = false
        try Self.naming(count) { () throws(ParameterProblem) in try path.checkLastSegment() }
    }

    private static func naming(
        _ number: Int, _ operation: () throws(ParameterProblem) -> Void
    ) throws(ParameterProblem) {
        do throws(ParameterProblem) { try operation() } catch {
            throw ParameterProblem(", value \(number): \(error.message)")
        }
    }
}
