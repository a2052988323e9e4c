import Foundation
import Portico
import Synchronization
import Testing

/// Sessions that end every few seconds, on servers that give each next token once.
@Suite struct SessionServerTests {
    @Test(.needsGlewlwyd, arguments: [true, false])
    func `no call fails while tokens of OAuth 2.0 end, and none is refreshed twice`(knowsExpiry: Bool) async throws {
        let glewlwyd = try Glewlwyd()
        let calls = PacedCalls()
        let first = try await glewlwyd.signIn()
        calls.noteBirth(of: first.accessToken)
        let session = CredentialRefresher(
            store: InMemoryCredentialStore(first), apply: .bearer(\.accessToken),
            expiry: { knowsExpiry ? $0.expires : nil }
        ) { old in
            calls.noteUse(of: old.refreshToken)
            let next = try await glewlwyd.oauth.renewed(old, by: glewlwyd.client)
            calls.noteBirth(of: next.accessToken)
            return next
        }
        let client = glewlwyd.client.withAuthenticator(session)

        await calls.run(Glewlwyd.ShowUser(), 60, over: .seconds(8), tasks: 8, by: client)

        #expect(calls.failures == [])
        #expect(calls.refreshTokens.count >= 2)
        #expect(Set(calls.refreshTokens).count == calls.refreshTokens.count)
    }

    @Test(.needsGlewlwyd) func `a refresh token that was used ends the session`() async throws {
        let glewlwyd = try Glewlwyd()
        let first = try await glewlwyd.signIn()
        let second = try await glewlwyd.oauth.renewed(first, by: glewlwyd.client)

        // Used twice, it revokes what came of it. Glewlwyd says so with a status alone.
        for token in [first, second] {
            do {
                _ = try await glewlwyd.oauth.renewed(token, by: glewlwyd.client)
                Issue.record("there is nothing to be had")
            } catch let error as CallError<OAuth2Problem> {
                #expect(error.response?.status == 400)
            }
        }
    }

    @Test(.needsGlewlwyd) func `a client gets a token for itself`() async throws {
        let glewlwyd = try Glewlwyd()

        let token = try await glewlwyd.client.send(glewlwyd.oauth.clientCredentials(scope: "read"))

        #expect(token.scope == "read")
        #expect(token.expires != nil)
    }

    @Test(.needsPocketBase) func `no call fails while tokens of PocketBase end`() async throws {
        let pocketBase = try PocketBase.client()
        let calls = PacedCalls()
        let first = try await PocketBase.someone(pocketBase).token
        let birth = Date()
        // The token itself is what the next one is got with, so it must not end before: it is renewed as if it had half its time.
        let session = CredentialRefresher(
            store: InMemoryCredentialStore(PocketBase.Token(text: first, expires: birth + 5)),
            apply: .bearer(\.text), expiry: \.expires
        ) { old in
            calls.noteUse(of: old.text)
            let expires = Date() + 5
            let next = try await pocketBase.send(PocketBase.Refresh(token: old.text)).token
            return PocketBase.Token(text: next, expires: expires)
        }
        let client = pocketBase.withAuthenticator(session)

        await calls.run(PocketBase.ShowAccount(), 60, over: .seconds(12), tasks: 8, by: client)

        #expect(calls.failures == [])
        #expect(calls.refreshTokens.count >= 1)
    }
}

extension PocketBase {
    struct Token: Sendable {
        var text: String
        var expires: Date
    }

    struct Refresh: Endpoint {
        static let route: Route = "POST /api/collections/users/auth-refresh"
        typealias Response = Session
        typealias Failure = Problem

        @Header("Authorization") var token: String? = nil
    }
}
