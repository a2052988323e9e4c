/// Writes a request's target, the path and then the query's parts with their separators, of literal text and values. A
/// value in the path is one escaped segment, or a part of one.
struct TargetWriter {
    private var bytes: [UInt8] = []
    /// The number of bytes of the base's path.
    private let start: Int
    private var separator = UInt8(ascii: "?")

    /// - Parameter base: the path that everything is below: escaped, and without a slash at its end.
    init(below base: String) {
        bytes.reserveCapacity(160)
        if !base.isEmpty { bytes.append(contentsOf: base.utf8) }
        start = bytes.count
    }

    /// A writer of what is not below a base, such as a query by itself.
    init() { start = 0 }

    /// All that was written.
    var text: String { bytes.asUTF8Text }

    /// What was written below the base.
    var textBelowBase: String { String(decoding: bytes[start...], as: UTF8.self) }

    /// Whether nothing was written below the base.
    var isEmpty: Bool { bytes.count == start }

    /// Text that was checked, as it is.
    mutating func append(literal: some StringProtocol) { bytes.append(contentsOf: literal.utf8) }

    /// A value, or a part of one, with every byte escaped that means something.
    mutating func append(text: String) { PercentEncoding.append(text, to: &bytes) }

    /// A value of the path that may be several segments; none of its own may be empty or of dots.
    mutating func append(segments value: String) throws(ParameterProblem) {
        guard !value.isEmpty else { return }
        switch Self.dotsOfRefusedSegment(in: value) {
        case nil: PercentEncoding.append(value, to: &bytes, for: .segments)
        case 0: throw ParameterProblem("'\(value)' has an empty path segment")
        case let dots?: throw ParameterProblem("'\(value)' has the path segment '\(dots == 1 ? "." : "..")'")
        }
    }

    /// The length of the first segment that is empty, one dot or two; nil where there is none.
    private static func dotsOfRefusedSegment(in value: String) -> Int? {
        var value = value
        // By bytes: a slash with a combining mark after it is one `Character`, and ends its segment all the same.
        return value.withUTF8 { bytes in
            var (length, isOfDots) = (0, true)
            for byte in bytes {
                if byte == UInt8(ascii: "/") {
                    if isOfDots, length < 3 { return length }
                    (length, isOfDots) = (0, true)
                } else {
                    length += 1
                    if byte != UInt8(ascii: ".") { isOfDots = false }
                }
            }
            return isOfDots && length < 3 ? length : nil
        }
    }

    /// Refuses a last segment that is empty or of dots; to be called when each segment with a value in it ends, for it
    /// may be made up of several values and literal text.
    func checkLastSegment() throws(ParameterProblem) {
        guard let last = bytes.last, last != UInt8(ascii: "/") else { throw ParameterProblem("an empty path segment") }
        // Two dots are six bytes at most, when they are escaped.
        guard let slash = bytes.suffix(7).lastIndex(of: UInt8(ascii: "/")) else { return }
        guard bytes[(slash + 1)...].allSatisfy(\.isInEscapedDot) else { return }
        let segment = bytes[(slash + 1)...]
        if PathText.isDotSegment(segment) {
            throw ParameterProblem("the path segment '\(String(decoding: segment, as: UTF8.self))'")
        }
    }
}

// MARK: The query

extension TargetWriter {
    /// A query that is escaped already; an empty one leaves no trace.
    mutating func append(query: String) { if !query.isEmpty { append(given: query) } }

    /// The query of a whole URL, which goes out byte for byte.
    mutating func append(given query: String) {
        separate()
        append(literal: query)
    }

    mutating func append(items: [QueryItem]) {
        for item in items {
            separate()
            item.append(to: &bytes, for: .url)
        }
    }

    private mutating func separate() {
        bytes.append(separator)
        separator = UInt8(ascii: "&")
    }
}

extension UInt8 {
    /// A byte of `.` or of `%2e`.
    fileprivate var isInEscapedDot: Bool {
        switch self {
        case UInt8(ascii: "."), UInt8(ascii: "%"), UInt8(ascii: "2"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }
}
