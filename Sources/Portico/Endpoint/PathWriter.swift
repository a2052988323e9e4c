/// Writes a path and query of literal text and values; a value in the path is one escaped segment, or a part of one.
struct PathWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(128) }

    /// Text that was checked, as it is.
    mutating func append(literal: String) { bytes.append(contentsOf: literal.utf8) }

    /// A value of a path.
    /// - Parameter keepsSlashes: whether the value may be several segments.
    mutating func append(segment value: String, keepsSlashes: Bool = false) throws(ParameterProblem) {
        guard !value.isEmpty else { throw ParameterProblem("an empty path segment") }
        guard keepsSlashes else { return PercentEncoding.append(value, to: &bytes) }
        // By bytes: a slash with a combining mark after it is one `Character`, and ends its segment all the same.
        for segment in value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard !segment.isEmpty else { throw ParameterProblem("'\(value)' has an empty path segment") }
            guard !segment.elementsEqual(".".utf8), !segment.elementsEqual("..".utf8) else {
                throw ParameterProblem("'\(value)' has the path segment '\(String(Substring(segment)))'")
            }
        }
        PercentEncoding.append(value, to: &bytes, for: .segments)
    }

    /// A value of a query that stands in the literal text.
    mutating func append(queryValue value: String) { PercentEncoding.append(value, to: &bytes) }

    /// Refuses a path in which values have made up a segment of dots; to be called when each segment with a value in it ends.
    func checkLastSegment() throws(ParameterProblem) {
        let segment = bytes.reversed().prefix { $0 != UInt8(ascii: "/") }
        guard segment.count > 2 || segment.isEmpty || segment.contains(where: { $0 != UInt8(ascii: ".") }) else {
            throw ParameterProblem("the path segment '\(String(repeating: ".", count: segment.count))'")
        }
    }
}
