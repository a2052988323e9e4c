/// The hash of a Digest challenge, and whether the password's hash is bound to a session (RFC 7616, section 3.3).
enum DigestAlgorithm: String, CaseIterable, Sendable {
    case md5 = "MD5"
    case md5Session = "MD5-sess"
    case sha256 = "SHA-256"
    case sha256Session = "SHA-256-sess"

    init?(named name: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue.equalsIgnoringASCIICase(name) }) else { return nil }
        self = known
    }

    var isSession: Bool { self == .md5Session || self == .sha256Session }

    /// Orders them, the strongest last.
    var strength: Int { self == .md5 || self == .md5Session ? 0 : 1 }

    /// The hash of a text, in hexadecimal digits.
    func hash(_ text: String) -> String {
        var hash = function
        hash.update(text.utf8)
        return hash.finalize().hexadecimalText
    }

    /// The hash of a body, which is read as it would be sent.
    func hash(_ body: HTTPBody) async throws -> String {
        var hash = function
        for try await chunk in try body.chunks() { hash.update(chunk) }
        return hash.finalize().hexadecimalText
    }

    private var function: any HashFunction { strength == 0 ? MD5() : SHA256() }
}
