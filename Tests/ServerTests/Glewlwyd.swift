import Foundation
import Portico
import Synchronization
import Testing

/// Glewlwyd, whose access tokens end after three seconds and whose refresh tokens are good for one use: see
/// `Scripts/servers/glewlwyd.py`.
struct Glewlwyd {
    let client: Client
    let oauth: OAuth2

    init() throws {
        let server = try TestServer(TestServers.glewlwyd)
        client = server.client
        oauth = OAuth2(
            tokenURL: server.base.appending(path: "api/oidc/token"), clientID: "cid", clientSecret: "csecret")
    }

    /// Who one is; 401 for everyone without a token that is still good.
    struct ShowUser: Endpoint {
        static let route: Route = "GET /api/oidc/userinfo"
        typealias Response = User

        struct User: Decodable, Equatable, Sendable {
            var sub: String
        }
    }

    /// Signs in with a password (RFC 6749, section 4.3), which only tests should do.
    struct SignIn: Endpoint {
        static let route: Route = "POST /api/oidc/token"
        static let bodyFormat = BodyFormat.form
        static let options = CallOptions(authenticator: "client")
        typealias Response = OAuth2Token

        @Field("grant_type") var grantType = "password"
        var scope = "read openid"
        var username = "alice"
        var password = "pw123456"
    }

    func signIn() async throws -> OAuth2Token {
        try await client.withAuthenticator(.basic(user: "cid", password: "csecret"), named: "client").send(SignIn())
    }
}
