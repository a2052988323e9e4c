import Foundation
import Portico
import PorticoCurl
import Synchronization

/// A session of OAuth 2.0 whose access tokens end after three seconds and whose refresh tokens are good for one use:
/// 500 calls over 30 seconds from 16 tasks, of which none may fail.
final class SessionRun: Sendable {
    private static let calls = 500
    private static let time = Duration.seconds(30)
    private static let tasks = 16

    private struct Record {
        /// When each access token came.
        var births: [String: ContinuousClock.Instant] = [:]
        var refreshTokens: [String] = []
        var forgiven = 0
    }

    private let record = Mutex(Record())
    private let next = Atomic(0)
    private let client: Client
    private let oauth: OAuth2

    /// - Parameter server: Glewlwyd, as `Scripts/with-servers` starts it.
    init(_ server: URL) {
        client = Client(environment: .production(server.absoluteString), transport: .curl())
        oauth = OAuth2(tokenURL: server.appending(path: "api/oidc/token"), clientID: "cid", clientSecret: "csecret")
    }

    private struct ShowUser: Endpoint {
        static let route: Route = "GET /api/oidc/userinfo"
        typealias Response = Data
    }

    private struct SignIn: Endpoint {
        static let route: Route = "POST /api/oidc/token"
        static let bodyFormat = BodyFormat.form
        typealias Response = OAuth2Token

        @Field("grant_type") var grantType: String = "password"
        var scope = "read openid"
        var username = "alice"
        var password = "pw123456"
    }

    func perform(_ report: Report) async throws {
        let first = try await client.withAuthenticator(.basic(user: "cid", password: "csecret")).send(SignIn())
        note(first)
        // Only refusals tell that a token has ended.
        let session = CredentialRefresher(store: InMemoryCredentialStore(first), apply: .bearer(\.accessToken)) {
            [self] old in
            record.withLock { $0.refreshTokens.append(old.refreshToken ?? "none") }
            let next = try await oauth.renewed(old, by: client)
            note(next)
            return next
        }
        let watched = client.withAuthenticator(session).withMiddleware(Forgiveness(run: self), around: .attempt)
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for _ in 0..<Self.tasks { group.addTask { await self.work(watched, start, report) } }
        }
        let seen = record.withLock(\.self)
        print("a session of OAuth 2.0: \(Self.calls) calls in \(ContinuousClock.now - start)")
        print("  \(seen.refreshTokens.count) refreshes, \(seen.forgiven) tokens that grew old on their way")
        let isEachUsedOnce = Set(seen.refreshTokens).count == seen.refreshTokens.count
        report.expect(isEachUsedOnce, "a refresh token was used twice")
        report.expect(seen.refreshTokens.count >= 5, "too few tokens ended: \(seen.refreshTokens.count)")
    }

    private func note(_ token: OAuth2Token) { record.withLock { $0.births[token.accessToken] = .now } }

    private func work(_ client: Client, _ start: ContinuousClock.Instant, _ report: Report) async {
        while true {
            let number = next.add(1, ordering: .relaxed).oldValue
            guard number < Self.calls else { return }
            try? await ContinuousClock().sleep(until: start + Self.time * number / Self.calls)
            guard case .failure(let error) = await client.result(ShowUser()) else { continue }
            if case .middleware(let reason) = error.reason, reason is TokenGrownOld { continue }
            report.expect(false, "call \(number): \(error)")
        }
    }

    /// A second refusal is no failure where its token was two seconds old: it may have ended on its way.
    private struct Forgiveness: Middleware {
        let run: SessionRun

        func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
            let response = try await next(request)
            guard response.status == .unauthorized, context.attempt == 2 else { return response }
            let token = request.fields[.authorization]?.split(separator: " ").last.map { String($0) }
            let birth = run.record.withLock { record in token.flatMap { record.births[$0] } }
            guard let birth, .now - birth >= .seconds(2) else { return response }
            run.record.withLock { $0.forgiven += 1 }
            throw TokenGrownOld()
        }
    }

    private struct TokenGrownOld: Error {}
}
