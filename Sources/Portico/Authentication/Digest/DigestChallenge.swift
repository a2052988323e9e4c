/// What a server asks for by Digest (RFC 7616, section 3.3, and RFC 2617 where it names no `qop`).
struct DigestChallenge: Hashable, Sendable {
    /// What of a request the answer protects.
    enum Quality: Hashable, Sendable {
        /// Method and target; the server knows no `qop`, and neither counts nor client nonces.
        case legacy
        /// Method and target.
        case auth
        /// Method, target and body.
        case authInt
    }

    let realm: String
    let nonce: String
    let opaque: String?
    let algorithm: DigestAlgorithm
    /// As the server wrote it, for it to read again; nil where it wrote none, which means MD5.
    let algorithmName: String?
    let quality: Quality
    /// Whether it was only the nonce that was refused.
    let isStale: Bool
    /// Whether the user goes by a hash of the name.
    let hashesUser: Bool
    /// Whether the server says that it reads UTF-8.
    let readsUTF8: Bool
    /// The places that the same password opens; nil for the whole server.
    let domain: [String]?

    /// The challenge with the strongest algorithm, the first among equals; nil where no challenge is one of Digest.
    /// - Throws: why none can be answered, where there are some.
    static func strongest(of challenges: [AuthenticationChallenge]) throws(InvalidRequest) -> DigestChallenge? {
        var problem: InvalidRequest?
        var strongest: DigestChallenge?
        for challenge in challenges where challenge.scheme.equalsIgnoringASCIICase("Digest") {
            do throws(InvalidRequest) {
                let digest = try DigestChallenge(challenge)
                if digest.algorithm.strength > strongest?.algorithm.strength ?? -1 { strongest = digest }
            } catch {
                problem = problem ?? error
            }
        }
        if let problem, strongest == nil { throw problem }
        return strongest
    }

    init(_ challenge: AuthenticationChallenge) throws(InvalidRequest) {
        let parameters = challenge.parameters
        guard let realm = parameters["realm"], let nonce = parameters["nonce"], !nonce.isEmpty else {
            throw Self.refusal("names no realm or no nonce")
        }
        self.realm = realm
        self.nonce = nonce
        algorithmName = parameters["algorithm"]
        guard let algorithm = DigestAlgorithm(named: algorithmName ?? "MD5") else {
            let name = Self.printed(algorithmName)
            throw Self.refusal("wants the algorithm \(name), and MD5, SHA-256 and their -sess forms are known")
        }
        self.algorithm = algorithm
        quality = try Self.quality(parameters["qop"])
        guard quality != .legacy || !algorithm.isSession else {
            throw Self.refusal("wants a session (\(algorithm.rawValue)) and names no qop, without which there is none")
        }
        opaque = parameters["opaque"]
        isStale = parameters["stale"]?.equalsIgnoringASCIICase("true") ?? false
        hashesUser = parameters["userhash"]?.equalsIgnoringASCIICase("true") ?? false
        readsUTF8 = parameters["charset"]?.equalsIgnoringASCIICase("UTF-8") ?? false
        let domain = parameters["domain"]?.split(separator: " ").prefix(AuthenticationChallenge.parameterLimit)
        self.domain = domain.flatMap { $0.isEmpty ? nil : $0.map(String.init) }
    }

    /// `auth` where it is offered: it costs no reading of the body before it is sent.
    private static func quality(_ text: String?) throws(InvalidRequest) -> Quality {
        let names = (text ?? "").lowercasedASCII.split { $0 == "," || $0 == " " || $0 == "\t" }
        if names.isEmpty { return .legacy }
        if names.contains("auth") { return .auth }
        if names.contains("auth-int") { return .authInt }
        throw refusal("wants the qop \(printed(text)), and auth and auth-int are known")
    }

    private static func refusal(_ problem: String) -> InvalidRequest {
        InvalidRequest(.field("Authorization"), "the server's Digest challenge \(problem)")
    }

    /// A server's word for an error: in quotes where it is short and a word.
    private static func printed(_ text: String?) -> String {
        guard let text, text.utf8.count <= 64, text.isToken else { return "of a name that cannot be printed" }
        return "'\(text)'"
    }
}
