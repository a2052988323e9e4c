import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct OAuth2Tests {
    private let stub = StubTransport(
        .json(#"{"access_token": "a", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "r"}"#))
    private let url = URL(string: "https://id.example/token?tenant=1")

    private func oauth(
        _ secret: String? = "se:cret", _ authentication: OAuth2.ClientAuthentication = .basic
    ) throws -> OAuth2 {
        OAuth2(
            tokenURL: try #require(url), clientID: "cli ent", clientSecret: secret, authentication: authentication)
    }

    private func client(_ stub: StubTransport) -> Client {
        Client(environment: .stub, transport: stub).withAuthenticator(.bearer("other"))
            .withStyle(ParameterStyle(nils: .null)).withOptions(CallOptions(fields: ["X-Own": "1"]))
    }

    private func body(_ request: HTTPRequest) throws -> String {
        String(decoding: try #require(request.body.data), as: UTF8.self)
    }

    @Test func `a token for the client itself`() async throws {
        let before = Date()

        let token = try await client(stub).send(try oauth().clientCredentials(scope: "a b"))

        #expect(token.accessToken == "a")
        #expect(token.refreshToken == "r")
        let lifetime = try #require(token.expires).timeIntervalSince(before)
        #expect(lifetime >= 3600 && lifetime < 3700)
        let sent = try #require(stub.requests.first)
        #expect(sent.method == .post)
        #expect(sent.urlText == "https://id.example/token?tenant=1")
        #expect(try body(sent) == "grant_type=client_credentials&scope=a+b")
        #expect(sent.fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(sent.fields[.authorization] == "Basic " + Data("cli+ent:se%3Acret".utf8).base64EncodedString())
        #expect(sent.fields["X-Own"] == nil)
    }

    @Test func `a secret in the form, or none`() async throws {
        _ = try await client(stub).send(try oauth("s&t", .form).refresh("r=1"))
        _ = try await client(stub).send(try oauth(nil).refresh("r"))

        #expect(
            try stub.requests.map(body) == [
                "grant_type=refresh_token&refresh_token=r%3D1&client_id=cli+ent&client_secret=s%26t",
                "grant_type=refresh_token&refresh_token=r&client_id=cli+ent",
            ])
        #expect(stub.requests.map { $0.fields[.authorization] } == [nil, nil])
    }

    @Test(arguments: [307, 308] as [HTTPStatus])
    func `no secret follows a redirect to another origin`(_ status: HTTPStatus) async throws {
        let stub = StubTransport(.status(status, fields: ["Location": "https://evil.example/token"]))

        let error = try #require(await client(stub).result(try oauth("s", .form).refresh("r")).error)

        guard case .unexpectedStatus = error.reason else { throw error }
        #expect(error.response?.status == status)
        #expect(stub.requests.map(\.authority) == ["id.example"])
    }

    @Test func `an authorization code, with the secret of its request`() async throws {
        let pkce = PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")

        _ = try await client(stub).send(
            try oauth(nil).exchange(code: "c/1", redirectURI: "shop://in", pkce: pkce))

        let form = "grant_type=authorization_code&code=c%2F1&redirect_uri=shop%3A%2F%2Fin"
        let expected = form + "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk&client_id=cli+ent"
        #expect(try stub.requests.map(body) == [expected])
    }

    @Test func `what a refused request says`() async throws {
        let stub = StubTransport(
            .json(#"{"error": "invalid_client", "error_description": "who?\nyou"}"#, status: 401))

        let error = try #require(await client(stub).result(try oauth().clientCredentials()).error)

        guard case .failure(let problem) = error.reason else { throw error }
        #expect(problem == OAuth2Problem(code: "invalid_client", text: "who?\nyou"))
        #expect(stub.requestCount == 1)
        #expect(!error.description.contains("se:cret"))
    }

    @Test func `a refresh keeps the old refresh token where no new one comes`() async throws {
        let stub = StubTransport(.json(#"{"access_token": "b", "expires_in": "60"}"#))

        let token = try await oauth().renewed(OAuth2Token(accessToken: "a", refreshToken: "r"), by: client(stub))

        #expect(token.accessToken == "b")
        #expect(token.refreshToken == "r")
        #expect(token.type == "Bearer")
    }

    @Test func `a refresh token that the server wants no more ends the session`() async throws {
        let stub = StubTransport(.json(#"{"error": "invalid_grant"}"#, status: 400))
        let old = OAuth2Token(accessToken: "a", refreshToken: "r")

        for old in [old, OAuth2Token(accessToken: "a")] {
            do {
                _ = try await oauth().renewed(old, by: client(stub))
                Issue.record("there is nothing to be had")
            } catch CredentialProblem.rejected {}
        }
        #expect(stub.requestCount == 1)
    }

    @Test(arguments: [
        (#"{"access_token": "a"}"#, nil), (#"{"access_token": "a", "expires_in": null}"#, nil),
        (#"{"access_token": "a", "expires_at": 1700000000.5}"#, Date(timeIntervalSince1970: 1_700_000_000.5)),
    ])
    func `the end of a token`(json: String, expected: Date?) throws {
        #expect(try JSONDecoder().decode(OAuth2Token.self, from: Data(json.utf8)).expires == expected)
    }

    @Test(arguments: ["\"soon\"", "-1", "[]"])
    func `a lifetime that is no number of seconds is an error`(lifetime: String) {
        let json = #"{"access_token": "a", "expires_in": \#(lifetime)}"#

        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(OAuth2Token.self, from: Data(json.utf8))
        }
    }

    @Test func `no token and no verifier is printed`() throws {
        var text = ""
        dump(OAuth2Token(accessToken: "hush1", refreshToken: "hush2"), to: &text)
        dump(PKCE(verifier: "hush3"), to: &text)
        dump(try oauth("hush4"), to: &text)
        text += "\(OAuth2Token(accessToken: "hush1", refreshToken: "hush2")) \(PKCE(verifier: "hush3"))"

        #expect(!text.contains("hush"))
    }
}

@Suite struct OAuth2AuthorizationTests {
    // RFC 7636, appendix B.
    @Test func `the challenge of a verifier`() {
        let pkce = PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")

        #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `a verifier is random, and long enough`() {
        let verifiers = Set((0..<100).map { _ in PKCE().verifier })

        #expect(verifiers.count == 100)
        for verifier in verifiers { #expect(verifier.count == 43 && !verifier.contains { "+/=".contains($0) }) }
    }

    private let authorization = OAuth2Authorization(
        clientID: "shop", redirectURI: "shop://in?x=1", scope: "a b", state: "st&1", pkce: PKCE(verifier: "v"))

    @Test func `where the browser goes`() throws {
        let endpoint = try #require(URL(string: "https://id.example/auth?tenant=1"))

        let url = try #require(authorization.url(at: endpoint))

        let expected =
            "https://id.example/auth?tenant=1&response_type=code&client_id=shop&redirect_uri=shop%3A%2F%2Fin%3Fx%3D1"
            + "&scope=a+b&state=st%261&code_challenge=\(PKCE(verifier: "v").challenge)&code_challenge_method=S256"
        #expect(url.absoluteString == expected)
    }

    @Test(arguments: [
        ("shop://in?x=1&code=c%2F1+2&state=st%261#end", "c/1 2"), ("shop://in?state=st%261&code=c", "c"),
    ])
    func `the code that it brings back`(url: String, code: String) throws {
        let url = try #require(URL(string: url))

        #expect(try authorization.code(from: url) == code)
    }

    @Test(arguments: [
        ("shop://in?code=c&state=other", "state_mismatch"), ("shop://in?code=c", "state_mismatch"),
        ("shop://in", "state_mismatch"), ("shop://in?state=st%261", "missing_code"),
        ("shop://in?state=st%261&code=", "missing_code"),
        ("shop://in?state=st%261&error=access_denied&error_description=no+way", "access_denied"),
    ])
    func `what it brings back instead`(url: String, problem: String) throws {
        let url = try #require(URL(string: url))

        let error = #expect(throws: OAuth2Problem.self) { try authorization.code(from: url) }

        #expect(error?.code == problem)
    }
}
