/// The answer to a Digest challenge for one request (RFC 7616, section 3.4; without `qop` RFC 2617, section 3.2.2.1).
struct DigestAnswer: Sendable {
    var challenge: DigestChallenge
    var user: String
    var password: String
    var method: HTTPMethod
    /// The request's target, as it goes out.
    var target: String
    /// How many requests the nonce has been used for, this one included.
    var count: UInt32
    var clientNonce: String
    /// The hash of the body, where the challenge's quality takes that in.
    var bodyHash = ""
    /// The nonce that an answer has named since the challenge; nil where none has.
    var nextNonce: String?

    /// What `Authorization` says.
    var text: String {
        var parameters = [
            userParameter,
            "realm=\(challenge.realm.quotedText)",
            "uri=\(target.quotedText)",
        ]
        if let name = challenge.algorithmName { parameters.append("algorithm=\(name)") }
        parameters.append("nonce=\(nonce.quotedText)")
        if let qualityName {
            parameters += ["nc=\(countText)", "cnonce=\(clientNonce.quotedText)", "qop=\(qualityName)"]
        }
        parameters.append("response=\(response.quotedText)")
        if let opaque = challenge.opaque { parameters.append("opaque=\(opaque.quotedText)") }
        if challenge.hashesUser { parameters.append("userhash=true") }
        return "Digest " + parameters.joined(separator: ", ")
    }

    private var nonce: String { nextNonce ?? challenge.nonce }

    private var response: String {
        let secret = hash(sessionSecret ?? plainSecret)
        let request = "\(method):\(target)"
        guard let qualityName else { return hash("\(secret):\(nonce):\(hash(request))") }
        let protected = hash(challenge.quality == .authInt ? "\(request):\(bodyHash)" : request)
        return hash("\(secret):\(nonce):\(countText):\(clientNonce):\(qualityName):\(protected)")
    }

    private var plainSecret: String { "\(user):\(challenge.realm):\(password)" }

    /// Of the nonce that the session began with (section 3.4.2).
    private var sessionSecret: String? {
        challenge.algorithm.isSession ? "\(hash(plainSecret)):\(challenge.nonce):\(clientNonce)" : nil
    }

    private var qualityName: String? {
        switch challenge.quality {
        case .legacy: nil
        case .auth: "auth"
        case .authInt: "auth-int"
        }
    }

    /// The name itself, its hash, or the form that a name outside ASCII has where the server reads it (RFC 8187).
    private var userParameter: String {
        if challenge.hashesUser { return "username=\(hash("\(user):\(challenge.realm)").quotedText)" }
        guard challenge.readsUTF8, !user.utf8.allSatisfy({ $0 < 0x80 }) else { return "username=\(user.quotedText)" }
        var escaped: [UInt8] = []
        PercentEncoding.append(user, to: &escaped)
        return "username*=UTF-8''\(escaped.asUTF8Text)"
    }

    /// Eight hexadecimal digits.
    private var countText: String {
        let digits = String(count, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    private func hash(_ text: String) -> String { challenge.algorithm.hash(text) }
}
