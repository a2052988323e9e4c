import Testing

@testable import Portico

/// A challenge as a line: its scheme, and its token or its parameters in the order of their names.
private func text(_ challenge: AuthenticationChallenge) -> String {
    let parameters = challenge.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=<\($0.value)>" }
    return ([challenge.scheme, challenge.token.map { "[\($0)]" }].compactMap(\.self) + parameters).joined(
        separator: " ")
}

private func challenges(_ lines: String...) -> [String] {
    let fields = HTTPFields(lines.map { HTTPField(name: .wwwAuthenticate, value: $0) })
    return AuthenticationChallenge.all(in: fields).map(text)
}

@Suite struct AuthenticationChallengeTests {
    @Test(arguments: [
        (#"Basic realm="simple""#, ["Basic realm=<simple>"]),
        // RFC 9110, section 11.6.1.
        (
            #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
            ["Basic realm=<simple>", #"Newauth realm=<apps> title=<Login to "apps"> type=<1>"#]
        ),
        ("Negotiate", ["Negotiate"]), ("Negotiate, NTLM", ["Negotiate", "NTLM"]),
        ("Negotiate YII/+-._~Q==, Basic realm=x", ["Negotiate [YII/+-._~Q==]", "Basic realm=<x>"]),
        ("Negotiate  abc  ", ["Negotiate [abc]"]),
        (",, Basic realm=a ,\t,, charset=UTF-8,", ["Basic charset=<UTF-8> realm=<a>"]),
        ("Basic realm = \"a\"\t,charset\t=UTF-8", ["Basic charset=<UTF-8> realm=<a>"]),
        ("BASIC REALM=a", ["BASIC realm=<a>"]), (#"Basic realm="""#, ["Basic realm=<>"]),
        (#"Basic realm="a,b=\"c\", Digest x=y""#, [#"Basic realm=<a,b="c", Digest x=y>"#]),
        (#"Basic realm="é \\""#, [#"Basic realm=<é \>"#]),
    ])
    func `challenges are read as they are written`(line: String, expected: [String]) {
        #expect(challenges(line) == expected)
    }

    @Test(arguments: [
        // A camera's: no commas, and a value that should be quoted.
        (#"Digest realm="cam" nonce=a/b== qop="auth""#, ["Digest nonce=<a/b==> qop=<auth> realm=<cam>"]),
        (#"Digest realm="a" Basic realm="b""#, ["Digest realm=<a>", "Basic realm=<b>"]),
        ("Digest realm=x, opaque=, nonce=n", ["Digest nonce=<n> opaque=<> realm=<x>"]),
    ])
    func `what devices write is read too`(line: String, expected: [String]) {
        #expect(challenges(line) == expected)
    }

    @Test(arguments: [
        ("", []), (",", []), ("=", []), ("\"", []), ("realm=x", []), ("realm=\"x\", Basic realm=y", []),
        ("Basic =x", ["Basic"]), ("Basic realm=\"x", []), ("Basic realm=\"x\\", []), ("Basic realm=\"x\\\"", []),
        ("Basic realm=\"x\"y", []), ("Basic realm=x\"y\"", []), ("Basic realm=\"a\u{0}b\"", []),
        ("Basic realm=\"a\nb\"", []), ("Ba(sic realm=x", []), ("Basic;realm=x", []),
        ("Basic realm=a, realm=b", []), ("Basic realm=a, REALM=a", []),
        ("Basic realm=a, Digest nonce=\"x", ["Basic realm=<a>"]), ("Digest opaque=, realm=\"x\"", ["Digest [opaque=]"]),
        ("Bäsic realm=x", []), ("Basic realm==x", ["Basic realm=<=x>"]), ("Basic \u{FF}", ["Basic"]),
    ])
    func `a fault ends the reading of its line, and what came before it stays`(line: String, expected: [String]) {
        #expect(challenges(line) == expected)
    }

    @Test func `several lines are read in order, each up to its own fault`() {
        #expect(challenges("Digest nonce=a, Basic realm=\"", "Bearer", "Basic realm=b").last == "Basic realm=<b>")
        #expect(
            challenges("Digest nonce=a", "Bearer", "Basic realm=b") == [
                "Digest nonce=<a>", "Bearer", "Basic realm=<b>",
            ])
    }

    @Test func `a challenge has no more parameters than it may`() {
        let parameters = (1...33).map { "p\($0)=1" }

        #expect(challenges("Digest " + parameters.prefix(32).joined(separator: ",")).count == 1)
        #expect(challenges("Digest " + parameters.joined(separator: ",")).isEmpty)
    }

    @Test func `no more challenges are read than may be`() {
        let many = Array(repeating: "Basic", count: 20).joined(separator: ", ")

        #expect(challenges(many).count == 16)
        #expect(challenges(many, many).count == 16)
    }

    @Test func `no more bytes are read than may be`() {
        let half = "Basic realm=\"\(String(repeating: "x", count: 8_192 - 14))\""

        #expect(half.utf8.count == 8_192)
        #expect(challenges(half, half).count == 2)
        #expect(challenges(half, half, "Basic").count == 2)
        #expect(challenges("Basic realm=\"\(String(repeating: "\\", count: 16_384))").isEmpty)
    }
}
