/// Writes a path and query of literal text and values; a value in the path is one escaped segment, or a part of one.
struct PathWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(128) }

    /// Text that was checked, as it is.
    mutating func append(literal: String) { bytes.append(contentsOf: literal.utf8) }

    /// A value, or a part of one, with every byte escaped that means something.
    mutating func append(text: String) { PercentEncoding.append(text, to: &bytes) }

    /// A value of the path that may be several segments; none of its own may be empty or of dots.
    mutating func append(segments value: String) throws(ParameterProblem) {
        guard !value.isEmpty else { return }
        // By bytes: a slash with a combining mark after it is one `Character`, and ends its segment all the same.
        for segment in value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard !segment.isEmpty else { throw ParameterProblem("'\(value)' has an empty path segment") }
            guard !segment.elementsEqual(".".utf8), !segment.elementsEqual("..".utf8) else {
                throw ParameterProblem("'\(value)' has the path segment '\(String(Substring(segment)))'")
            }
        }
        PercentEncoding.append(value, to: &bytes, for: .segments)
    }

    /// Refuses a last segment that is empty or of dots; to be called when each segment with a value in it ends, for it
    /// may be made up of several values and literal text.
    func checkLastSegment() throws(ParameterProblem) {
        guard let last = bytes.last, last != UInt8(ascii: "/") else { throw ParameterProblem("an empty path segment") }
        // Two dots are six bytes at most, when they are escaped.
        guard let slash = bytes.suffix(7).lastIndex(of: UInt8(ascii: "/")) else { return }
        guard bytes[(slash + 1)...].allSatisfy(\.isInEscapedDot) else { return }
        let segment = String(decoding: bytes[(slash + 1)...], as: UTF8.self)
        if PathText.isDotSegment(segment) { throw ParameterProblem("the path segment '\(segment)'") }
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
