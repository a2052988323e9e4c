extension FuzzTarget {
    /// `WWW-Authenticate` as a hostile server writes it: what is read is bounded, and an answer to it is one field line that
    /// cannot be read as anything else.
    static let challenge = FuzzTarget(
        name: "challenge",
        seeds: [
            #"Digest realm="a@b", qop="auth,auth-int", algorithm=SHA-256, nonce="n/+=", opaque="o", userhash=true"#,
            #"Basic realm="simple", Digest nonce=a realm=b algorithm=MD5-sess qop=auth stale=TRUE charset=UTF-8"#,
            "Negotiate YII/+==, Digest realm=\"\\\"\\\\\", nonce=\"\\n\", domain=\"/a https://h/b\"\nBearer",
            "Digest realm=,nonce=x,nonce=y",
        ]
    ) { input in
        var fields = HTTPFields()
        for line in input.split(separator: UInt8(ascii: "\n")) {
            fields.append(.wwwAuthenticate, String(decoding: line, as: UTF8.self))
        }
        let challenges = AuthenticationChallenge.all(in: fields)
        expect(challenges.count <= AuthenticationChallenge.countLimit, "\(challenges.count) challenges")
        for challenge in challenges {
            expect(challenge.scheme.isToken, "the scheme \(challenge.scheme)")
            expect(challenge.parameters.count <= AuthenticationChallenge.parameterLimit, "too many parameters")
            expect(challenge.token == nil || challenge.parameters.isEmpty, "a token and parameters")
        }
        guard let digest = try? DigestChallenge.strongest(of: challenges) else { return }
        let answer = DigestAnswer(
            challenge: digest, user: "é\"\\", password: "p", method: .get, target: "/\"\\", count: 1, clientNonce: "c")
        let field = HTTPField(name: .authorization, value: answer.text)
        expect((try? field.validate()) != nil, "an answer that no field may hold: \(field.value)")

        // Read as a challenge is, the answer says what it was made of.
        let read = AuthenticationChallenge.all(in: [.wwwAuthenticate: answer.text])
        expectEqual(read.count, 1, "the challenges in an answer")
        expectEqual(read[0].parameters["realm"], digest.realm, "the realm")
        expectEqual(read[0].parameters["nonce"], digest.nonce, "the nonce")
        expectEqual(read[0].parameters["opaque"], digest.opaque, "the opaque text")
        expectEqual(read[0].parameters["uri"], "/\"\\", "the target")

        var spaces = DigestSpaces()
        let request = HTTPRequest(scheme: "https", authority: "h", path: "/a")
        spaces.keep(DigestNonce(digest, sessionNonce: "s"), from: request)
        if digest.domain == nil { expectEqual(spaces.nonce(for: request) == nil, false, "no nonce without a domain") }
    }
}
