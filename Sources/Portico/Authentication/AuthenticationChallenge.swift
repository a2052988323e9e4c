/// A way in which a server offers to be satisfied: a scheme with its parameters (RFC 9110, section 11.3).
package struct AuthenticationChallenge: Hashable, Sendable {
    /// As the server wrote it; schemes compare without case.
    package let scheme: String
    /// What stands in place of parameters in schemes such as `Negotiate` (`token68`).
    let token: String?
    /// By their names in small letters, values without their quotes.
    package let parameters: [String: String]

    /// The most bytes of all lines together that are read, the most challenges, and the most parameters of one. Beyond
    /// that nothing is read.
    static let lengthLimit = 16_384
    static let countLimit = 16
    static let parameterLimit = 32

    /// The challenges of an answer, in order: of each `WWW-Authenticate` line, those before its first fault.
    ///
    /// A line may hold several, and be several that somebody joined. Between parameters a comma may be missing, and a
    /// value that should be quoted may stand without quotes, as devices write it. A name that comes twice in a
    /// challenge is a fault: two readers could understand two different things.
    package static func all(in fields: HTTPFields) -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        var length = 0
        for line in fields.values(of: .wwwAuthenticate) {
            length += line.utf8.count
            guard length <= lengthLimit else { break }
            var reader = ChallengeReader(line)
            while challenges.count < countLimit, let challenge = reader.next() { challenges.append(challenge) }
        }
        return challenges
    }

    /// What a server says to a credential that it has taken (RFC 9110, section 11.6.3), by the names in small letters;
    /// nothing where there is a fault.
    static func information(in fields: HTTPFields) -> [String: String] {
        guard let line = fields["Authentication-Info"], line.utf8.count <= lengthLimit else { return [:] }
        var reader = ChallengeReader(line)
        return reader.parameters() ?? [:]
    }
}

/// Reads the challenges of a line, one after the other (RFC 9110, section 11.6.1).
private struct ChallengeReader {
    private let bytes: [UInt8]
    private var position = 0

    private struct Malformed: Error {}

    init(_ line: String) { bytes = Array(line.utf8) }

    /// The next challenge; nil at the end, and at a fault.
    mutating func next() -> AuthenticationChallenge? {
        skip { $0.isOptionalWhitespace || $0 == UInt8(ascii: ",") }
        guard let scheme = token(), isAtSeparator else { return nil }
        if let token = token68() { return AuthenticationChallenge(scheme: scheme, token: token, parameters: [:]) }
        return parameters().map { AuthenticationChallenge(scheme: scheme, token: nil, parameters: $0) }
    }

    /// Each `name=value` that follows; nil at a fault.
    mutating func parameters() -> [String: String]? {
        var parameters: [String: String] = [:]
        do {
            while let (name, value) = try parameter() {
                guard parameters.updateValue(value, forKey: name.lowercasedASCII) == nil,
                    parameters.count <= AuthenticationChallenge.parameterLimit
                else { return nil }
            }
        } catch {
            return nil
        }
        return parameters
    }

    /// `name=value`; nil, and nothing read, where something else follows.
    private mutating func parameter() throws(Malformed) -> (name: String, value: String)? {
        let start = position
        skip { $0.isOptionalWhitespace || $0 == UInt8(ascii: ",") }
        guard let name = token(), skipEquals() else {
            position = start
            return nil
        }
        let value = current == UInt8(ascii: "\"") ? try quoted() : plain()
        guard isAtSeparator else { throw Malformed() }
        return (name, value)
    }

    /// Text that is alone between its scheme and the next comma; nil, and nothing read, where it is not.
    private mutating func token68() -> String? {
        let start = position
        skip(\.isOptionalWhitespace)
        let first = position
        skip(\.isToken68Byte)
        guard position > first else {
            position = start
            return nil
        }
        skip { $0 == UInt8(ascii: "=") }
        let text = text(from: first)
        skip(\.isOptionalWhitespace)
        guard current == nil || current == UInt8(ascii: ",") else {
            position = start
            return nil
        }
        return text
    }

    private mutating func token() -> String? {
        let start = position
        skip(\.isTokenByte)
        return position > start ? text(from: start) : nil
    }

    /// A value without quotes, of whatever bytes end neither a value nor a line.
    private mutating func plain() -> String {
        let start = position
        skip { $0.isFieldValueByte && !$0.isOptionalWhitespace && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
        return text(from: start)
    }

    /// What stands between quotes, backslashes undone (RFC 9110, section 5.6.4).
    private mutating func quoted() throws(Malformed) -> String {
        var value: [UInt8] = []
        var isEscaped = false
        position += 1
        while let byte = current {
            guard byte.isFieldValueByte else { break }
            position += 1
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            } else if byte == UInt8(ascii: "\"") {
                return value.asUTF8Text
            }
            value.append(byte)
        }
        throw Malformed()
    }

    /// An equals sign with white space around it.
    private mutating func skipEquals() -> Bool {
        skip(\.isOptionalWhitespace)
        guard current == UInt8(ascii: "=") else { return false }
        position += 1
        skip(\.isOptionalWhitespace)
        return true
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// At the end, or at what may stand between challenges and parameters.
    private var isAtSeparator: Bool { current.map { $0.isOptionalWhitespace || $0 == UInt8(ascii: ",") } ?? true }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    private func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }
}

extension UInt8 {
    fileprivate var isToken68Byte: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
            UInt8(ascii: "/"):
            true
        default: isLetterOrDigit
        }
    }
}
