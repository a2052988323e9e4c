import Synchronization

/// A user's name and password by Digest (RFC 7616): the server gets a hash of them, and never the password.
///
/// ```swift
/// let api = client.withAuthenticator(.digest(user: "Mufasa", password: "Circle of Life"))
/// ```
///
/// The first request goes out as it is, and is replayed once the server has given its nonce. From then on requests to
/// where the nonce holds (the challenge's `domain`, else the whole server) carry the answer at once, counted for each
/// nonce, until the server calls it stale. All copies of an authenticator share what they know, of 16 realms at most.
///
/// Of several challenges the one with the strongest algorithm is answered: SHA-256 before MD5, each with `-sess` or
/// without. One that can be answered by none of these, nor by `qop` `auth` or `auth-int`, ends the call with an error
/// that says so. An answer with no Digest challenge is the caller's. `auth` is preferred; for `auth-int` alone the
/// body is read before it is sent, so one that exists once ends the call. Where an answer names the nonce for the next
/// request (`nextnonce` of `Authentication-Info`), that one is used. What the server proves of itself there (`rspauth`)
/// is not looked at: TLS proves more.
///
/// Name and password are hashed in UTF-8 as they are given: a server that reads UTF-8 expects them in normal form C. A
/// control character in the name ends the call before anything is sent.
///
/// MD5 and plain http do not protect a password from those who listen and guess. Prefer https, where Basic does as
/// well.
public struct DigestAuthenticator: SigningAuthenticator {
    private let user: Result<String, InvalidRequest>
    private let password: Secret
    private let spaces = Spaces()
    private let makeClientNonce: @Sendable () -> String

    /// What a request is signed with: a nonce of the server.
    public struct Credential: Sendable {
        let nonce: DigestNonce
    }

    private final class Spaces: Sendable {
        let value = Mutex(DigestSpaces())
    }

    /// A name and a password. What no server could read in them ends each call before anything is sent.
    public init(user: String, password: String) {
        self.init(user: user, password: password) {
            (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimalText
        }
    }

    /// - Parameter makeClientNonce: gives a text that nobody can guess, another each time.
    init(user: String, password: String, makeClientNonce: @escaping @Sendable () -> String) {
        self.user = Result { () throws(InvalidRequest) in
            if user.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return user }
            throw InvalidRequest(.field("Authorization"), "the user's name holds a control character")
        }
        self.password = Secret(password)
        self.makeClientNonce = makeClientNonce
    }

    public func credential(for request: HTTPRequest, in call: CallContext) throws -> Credential? {
        _ = try user.get()
        return spaces.value.withLock { $0.nonce(for: request) }.map { Credential(nonce: $0) }
    }

    public func sign(_ request: inout HTTPRequest, with credential: Credential, in call: CallContext) async throws {
        let (nonce, challenge) = (credential.nonce, credential.nonce.challenge)
        guard let count = call.isExplaining ? nonce.nextCount : nonce.takeCount() else {
            throw InvalidRequest(.field("Authorization"), "the server's nonce was used 4,294,967,295 times")
        }
        var answer = DigestAnswer(
            challenge: challenge, user: try user.get(), password: password.value, method: request.method,
            target: request.path, count: count,
            clientNonce: challenge.algorithm.isSession ? nonce.sessionNonce : makeClientNonce(),
            nextNonce: nonce.text)
        if challenge.quality == .authInt {
            guard request.body.isReplayable else {
                let problem = "the server wants it signed (Digest with qop=auth-int), and it can be read only once"
                throw InvalidRequest(.body, problem)
            }
            answer.bodyHash = try await challenge.algorithm.hash(request.body)
        }
        request.fields[.authorization] = answer.text
    }

    public func credential(
        replacing refused: Credential?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) throws -> Credential? {
        let challenges = AuthenticationChallenge.all(in: response.fields)
        guard let challenge = try DigestChallenge.strongest(of: challenges) else { return nil }
        if let refused, !challenge.isStale, challenge.realm == refused.nonce.challenge.realm {
            // The password is wrong. Another attempt would only bring the account nearer to being locked; the next
            // call begins anew, for a server that has forgotten its nonces and does not say so.
            spaces.value.withLock { $0.forget(refused.nonce) }
            return nil
        }
        let nonce = DigestNonce(challenge, sessionNonce: makeClientNonce())
        spaces.value.withLock { $0.keep(nonce, from: request) }
        return Credential(nonce: nonce)
    }

    public func noteAnswer(_ response: HTTPResponse, to credential: Credential, in call: CallContext) {
        guard let text = AuthenticationChallenge.information(in: response.fields)["nextnonce"], !text.isEmpty else {
            return
        }
        spaces.value.withLock { $0.replace(credential.nonce, by: text) }
    }
}

extension Authenticator where Self == DigestAuthenticator {
    /// A user's name and password by Digest (RFC 7616).
    public static func digest(user: String, password: String) -> Self {
        DigestAuthenticator(user: user, password: password)
    }
}
