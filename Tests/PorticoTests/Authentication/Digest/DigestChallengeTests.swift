import Testing

@testable import Portico

private func strongest(_ lines: String...) throws(InvalidRequest) -> DigestChallenge? {
    let fields = HTTPFields(lines.map { HTTPField(name: .wwwAuthenticate, value: $0) })
    return try DigestChallenge.strongest(of: AuthenticationChallenge.all(in: fields))
}

@Suite struct DigestChallengeTests {
    private static let md5 = #"Digest realm="m", nonce="1", qop="auth""#
    private static let sha256 = #"Digest realm="s", nonce="2", qop="auth", algorithm=SHA-256"#
    private static let sha512 = #"Digest realm="l", nonce="3", qop="auth", algorithm=SHA-512-256"#
    private static let session = #"digest realm="t", nonce="4", qop="auth", algorithm="sha-256-SESS""#

    @Test(arguments: [
        ([md5], "m"), ([md5, sha256], "s"), ([sha256, md5], "s"), ([sha512, md5], "m"), ([sha512, md5, sha256], "s"),
        ([sha256, session], "s"), ([session, sha256], "t"), ([#"Basic realm="b""#, md5], "m"),
        ([md5, #"Digest realm="x", nonce="5", qop="auth-conf", algorithm=SHA-256"#], "m"),
    ])
    func `the strongest known algorithm is chosen, in one line or in several`(
        challenges: [String], realm: String
    ) throws {
        let fields = HTTPFields(challenges.map { HTTPField(name: .wwwAuthenticate, value: $0) })

        let several = try DigestChallenge.strongest(of: AuthenticationChallenge.all(in: fields))
        let one = try strongest(challenges.joined(separator: ", "))

        #expect(several?.realm == realm)
        #expect(one == several)
    }

    @Test(arguments: ["", "Basic realm=x", "Bearer", "Negotiate", "Digestive realm=a, nonce=b", "Digest realm=\""])
    func `an answer without a Digest challenge asks for nothing`(line: String) throws {
        #expect(try strongest(line) == nil)
    }

    @Test(arguments: [
        (sha512, "wants the algorithm 'SHA-512-256'"),
        ("Digest realm=a, nonce=b, algorithm=\"a b\"", "cannot be printed"),
        ("Digest realm=a, nonce=b, algorithm=\"\"", "cannot be printed"),
        ("Digest realm=a, nonce=b, qop=auth-conf", "wants the qop 'auth-conf'"), ("Digest realm=a", "no nonce"),
        ("Digest nonce=a", "names no realm"), ("Digest realm=a, nonce=\"\"", "no nonce"), ("Digest", "names no realm"),
        ("Digest abc==", "names no realm"),
        ("Digest realm=a, nonce=b, algorithm=MD5-sess", "a session (MD5-sess) and names no qop"),
    ])
    func `a challenge that cannot be answered is refused, with the reason`(line: String, reason: String) throws {
        let error = try #require(throws: InvalidRequest.self) { try strongest(line) }

        #expect(error.location == .field("Authorization"))
        #expect(error.message.hasPrefix("the server's Digest challenge "))
        #expect(error.message.contains(reason), "\(error)")
    }

    @Test(arguments: [
        (nil, DigestChallenge.Quality.legacy), ("\"\"", .legacy), ("\" , \"", .legacy), ("auth", .auth),
        ("\"auth-int\"", .authInt), ("\"auth-int,auth\"", .auth), ("\"x, AUTH\"", .auth),
        ("\"auth-int auth-conf\"", .authInt),
    ])
    func `auth is preferred, then auth-int`(qop: String?, quality: DigestChallenge.Quality) throws {
        let challenge = try #require(try strongest("Digest realm=a, nonce=b" + (qop.map { ", qop=\($0)" } ?? "")))

        #expect(challenge.quality == quality)
    }

    @Test(arguments: [("stale=true", true), ("stale=\"TRUE\"", true), ("stale=FALSE", false), ("stale=1", false)])
    func `only true is stale`(parameter: String, isStale: Bool) throws {
        #expect(try strongest("Digest realm=a, nonce=b, \(parameter)")?.isStale == isStale)
    }
}
