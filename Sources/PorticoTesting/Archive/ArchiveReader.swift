import Portico

/// Reads the JSON of an archive value by value, and knows for an error where it is.
///
/// It makes no tree: what nobody asks for is passed over, so that memory stays within what the model holds.
struct ArchiveReader {
    private enum Step { case member(String), element(Int) }

    /// So many objects and elements are read at most: small ones take more memory than bytes of the file.
    static let maximalParts = 2_000_000

    private let bytes: UnsafeBufferPointer<UInt8>
    private var scanner: JSONScanner
    private var steps: [Step] = []
    /// A token that was read already, of a value whose turn comes now.
    private var pending: JSONScanner.Token?
    private var parts = 0

    /// The bytes must outlive the reader.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        scanner = JSONScanner(bytes)
    }
}

extension ArchiveReader {
    /// Begins an object; false for `null`.
    mutating func beginObject() throws(HTTPArchiveError) -> Bool {
        guard try begin(.beginObject, "an object") else { return false }
        steps.append(.member(""))
        return true
    }

    /// The name of the next member, whose value has to be read or skipped; nil at the object's end.
    mutating func nextMember() throws(HTTPArchiveError) -> String? {
        guard try token() == .name else {
            steps.removeLast()
            return nil
        }
        let name = try text()
        steps[steps.count - 1] = .member(name)
        return name
    }

    /// Begins an array; false for `null`.
    mutating func beginArray() throws(HTTPArchiveError) -> Bool {
        guard try begin(.beginArray, "an array") else { return false }
        steps.append(.element(-1))
        return true
    }

    /// Whether there is another element, which has to be read or skipped then.
    mutating func nextElement() throws(HTTPArchiveError) -> Bool {
        let token = try token()
        guard token != .endArray else {
            steps.removeLast()
            return false
        }
        pending = token
        if case .element(let index) = steps.last { steps[steps.count - 1] = .element(index + 1) }
        parts += 1
        guard parts <= Self.maximalParts else {
            throw error(.tooManyParts, "there are more than \(Self.maximalParts) parts")
        }
        return true
    }

    /// A string; nil for `null`.
    mutating func string() throws(HTTPArchiveError) -> String? {
        try scalar(.string, "a string") ? text() : nil
    }

    /// A string, or a number as text; nil for `null`.
    mutating func stringOrNumber() throws(HTTPArchiveError) -> String? {
        let token = try token()
        guard token == .number else {
            pending = token
            return try string()
        }
        return String(decoding: bytes[scanner.range], as: UTF8.self)
    }

    /// A number; nil for `null`.
    mutating func number() throws(HTTPArchiveError) -> Double? {
        guard try scalar(.number, "a number") else { return nil }
        let value = Double(String(decoding: bytes[scanner.range], as: UTF8.self))
        guard let value, value.isFinite else { throw error(.wrongValue, "the number is beyond what can be read") }
        return value
    }

    /// A number without a fraction; nil for `null`.
    mutating func integer() throws(HTTPArchiveError) -> Int? {
        guard let value = try number() else { return nil }
        guard abs(value) < 0x1p53, let whole = Int(exactly: value) else {
            throw error(.wrongValue, "the number is no integer of at most 53 bits")
        }
        return whole
    }

    /// `true` or `false`; nil for `null`.
    mutating func boolean() throws(HTTPArchiveError) -> Bool? {
        guard try scalar(.literal, "true or false") else { return nil }
        return bytes[scanner.range.lowerBound] == UInt8(ascii: "t")
    }

    /// Passes over a value of any kind.
    mutating func skip() throws(HTTPArchiveError) {
        let token = try token()
        do { try scanner.skipValue(token) } catch { throw malformed(error) }
    }

    /// Sees to it that nothing follows.
    mutating func end() throws(HTTPArchiveError) { _ = try token() }

    /// An error about the value that was read last, or the object that has just ended.
    func error(_ kind: HTTPArchiveError.Kind, _ message: String, in member: String? = nil) -> HTTPArchiveError {
        var place = steps.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += (text.isEmpty ? "" : ".") + Redaction.line(name, limit: 40)
            case .element(let index): text += "[\(index)]"
            }
        }
        if let member { place += (place.isEmpty ? "" : ".") + member }
        return HTTPArchiveError(kind, place, message, offset: scanner.range.lowerBound)
    }

    /// The value of a field that has to be there.
    func required<Value>(_ value: Value?, _ member: String) throws(HTTPArchiveError) -> Value {
        guard let value else { throw error(.missing, "it is missing", in: member) }
        return value
    }
}

extension ArchiveReader {
    private mutating func begin(
        _ wanted: JSONScanner.Token, _ name: String
    ) throws(HTTPArchiveError) -> Bool {
        let token = try token()
        if token == wanted { return true }
        guard isNull(token) else { throw wrongType(token, name) }
        return false
    }

    private mutating func scalar(_ wanted: JSONScanner.Token, _ name: String) throws(HTTPArchiveError) -> Bool {
        let token = try token()
        if isNull(token) { return false }
        guard token == wanted else { throw wrongType(token, name) }
        return true
    }

    private func isNull(_ token: JSONScanner.Token) -> Bool {
        token == .literal && bytes[scanner.range.lowerBound] == UInt8(ascii: "n")
    }

    private mutating func token() throws(HTTPArchiveError) -> JSONScanner.Token {
        if let token = pending {
            pending = nil
            return token
        }
        do { return try scanner.next() } catch { throw malformed(error) }
    }

    /// The text of the last token. Half a surrogate pair, which some tools write, is read as U+FFFD.
    private func text() throws(HTTPArchiveError) -> String {
        let raw = UnsafeBufferPointer(rebasing: bytes[scanner.range])
        guard raw.allSatisfy({ $0 < 0x80 }) || String(validating: raw, as: UTF8.self) != nil else {
            throw error(.malformed, "the text is not UTF-8")
        }
        return scanner.text ?? ""
    }

    private func malformed(_ problem: JSONScanner.Malformed) -> HTTPArchiveError {
        let place = error(.malformed, "").place
        if scanner.depth >= JSONScanner.maximalDepth {
            let message = "it nests deeper than \(JSONScanner.maximalDepth) levels"
            return HTTPArchiveError(.tooDeep, place, message, offset: problem.offset)
        }
        let isCut = problem.offset >= bytes.count
        let message = bytes.isEmpty ? "it is empty" : isCut ? "the JSON ends before its end" : "this is no JSON"
        return HTTPArchiveError(.malformed, place, message, offset: problem.offset)
    }

    private func wrongType(_ token: JSONScanner.Token, _ wanted: String) -> HTTPArchiveError {
        let found =
            switch token {
            case .beginObject: "an object"
            case .beginArray: "an array"
            case .string: "a string"
            case .number: "a number"
            default: isNull(token) ? "null" : "true or false"
            }
        return error(.wrongType, "\(found), not \(wanted)")
    }
}
