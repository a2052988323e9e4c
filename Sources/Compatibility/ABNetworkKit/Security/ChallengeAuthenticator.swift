import Portico
import Synchronization

/// Answers challenges by Basic and Digest with what a security policy gives, and goes on with what was accepted.
final class ChallengeAuthenticator: SigningAuthenticator {
    enum Credential: Sendable {
        case basic(String)
        case digest(DigestAuthenticator, DigestAuthenticator.Credential)
    }

    /// What the last credential is put on requests by.
    private enum Known: Sendable {
        case basic(BasicAuthenticator)
        case digest(DigestAuthenticator)
    }

    private let policy: any ABNetworkSecurityPolicy
    private let known = Mutex<Known?>(nil)

    init(_ policy: any ABNetworkSecurityPolicy) { self.policy = policy }

    func credential(for request: HTTPRequest, in call: CallContext) async throws -> Credential? {
        guard request.isPrivate else { return nil }
        switch known.withLock(\.self) {
        case nil: return nil
        case .basic(let basic): return try basic.credential(for: request, in: call).map { .basic($0) }
        case .digest(let digest):
            return try digest.credential(for: request, in: call).map { .digest(digest, $0) }
        }
    }

    func sign(_ request: inout HTTPRequest, with credential: Credential, in call: CallContext) async throws {
        switch credential {
        case .basic(let value): request.fields[.authorization] = value
        case .digest(let digest, let credential): try await digest.sign(&request, with: credential, in: call)
        }
    }

    func credential(
        replacing refused: Credential?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) async throws -> Credential? {
        guard request.isPrivate else { return nil }
        let challenges = AuthenticationChallenge.all(in: response.fields)
        let isDigest = challenges.contains { $0.scheme.lowercased() == "digest" }
        let challenge = challenges.first { ["basic", "digest"].contains($0.scheme.lowercased()) }
        guard let challenge else { return nil }
        // A nonce has ended, and the password has not.
        if case .digest(let digest, let old) = refused, challenge.parameters["stale"]?.lowercased() == "true" {
            return try answer(of: digest, replacing: old, response, request, call)
        }
        let asked = ABChallenge(
            host: request.authority, realm: challenge.parameters["realm"], isRefusal: refused != nil)
        guard let given = await policy.credential(for: asked) else {
            known.withLock { $0 = nil }
            return nil
        }
        guard isDigest else {
            let basic = BasicAuthenticator(user: given.user, password: given.password)
            known.withLock { $0 = .basic(basic) }
            return try basic.credential(for: request, in: call).map { .basic($0) }
        }
        let digest = DigestAuthenticator(user: given.user, password: given.password)
        known.withLock { $0 = .digest(digest) }
        return try answer(of: digest, replacing: nil, response, request, call)
    }

    func noteAnswer(_ response: HTTPResponse, to credential: Credential, in call: CallContext) {
        guard case .digest(let digest, let used) = credential else { return }
        digest.noteAnswer(response, to: used, in: call)
    }

    /// Not asynchronous, where the default of the protocol, which answers nothing, would be the better match.
    private func answer(
        of digest: DigestAuthenticator, replacing refused: DigestAuthenticator.Credential?, _ response: HTTPResponse,
        _ request: HTTPRequest, _ call: CallContext
    ) throws -> Credential? {
        try digest.credential(replacing: refused, after: response, to: request, in: call).map { .digest(digest, $0) }
    }
}
