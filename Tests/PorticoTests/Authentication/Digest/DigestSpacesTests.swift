import Foundation
import Testing

@testable import Portico

@Suite struct DigestSpacesTests {
    private var spaces = DigestSpaces()

    private func nonce(_ nonce: String, realm: String = "r", domain: String? = nil) throws -> DigestNonce {
        let text = "Digest realm=\"\(realm)\", nonce=\(nonce), qop=auth" + (domain.map { ", domain=\"\($0)\"" } ?? "")
        let challenges = AuthenticationChallenge.all(in: [.wwwAuthenticate: text])
        let challenge = try #require(try DigestChallenge.strongest(of: challenges))
        return DigestNonce(challenge, sessionNonce: "s")
    }

    private func request(_ url: String) throws -> HTTPRequest {
        let url = try #require(URL(string: url))
        return try #require(HTTPRequest(url: url))
    }

    private func known(_ url: String) throws -> String? { spaces.nonce(for: try request(url))?.challenge.nonce }

    @Test mutating func `without a domain a nonce holds for the whole server, and for no other`() throws {
        spaces.keep(try nonce("1"), from: try request("https://h/a"))

        #expect(try known("https://h/b?c") == "1")
        #expect(try known("https://H:443/") == "1")
        #expect(try known("http://h/a") == nil)
        #expect(try known("https://h:8443/a") == nil)
        #expect(try known("https://i/a") == nil)
    }

    @Test mutating func `a domain says where a nonce holds, on its own server only`() throws {
        let domain = "/a  https://h/b?c https://evil.example/d //evil.example/e http://h/f g"
        spaces.keep(try nonce("1", domain: domain), from: try request("https://h/x"))

        #expect(try known("https://h/a/1") == "1")
        #expect(try known("https://h/b?c=2") == "1")
        for other in ["/b", "/d", "/e", "/f", "/g", "/x", "/"] { #expect(try known("https://h\(other)") == nil) }
        #expect(try known("https://evil.example/d") == nil)
    }

    @Test(arguments: ["", " "])
    mutating func `an empty domain is the whole server`(domain: String) throws {
        spaces.keep(try nonce("1", domain: domain), from: try request("https://h/x"))

        #expect(try known("https://h/a") == "1")
    }

    @Test mutating func `of several realms the narrowest is taken, and the latest of equals`() throws {
        spaces.keep(try nonce("1", realm: "a", domain: "/x/y"), from: try request("https://h/x/y"))
        spaces.keep(try nonce("2", realm: "b"), from: try request("https://h/"))
        spaces.keep(try nonce("3", realm: "c"), from: try request("https://h/"))

        #expect(try known("https://h/x/y/z") == "1")
        #expect(try known("https://h/x") == "3")
    }

    @Test mutating func `a new nonce takes the place of its realm's, and a forgotten one is gone`() throws {
        let second = try nonce("2")
        spaces.keep(try nonce("1"), from: try request("https://h/a"))
        spaces.keep(second, from: try request("https://h/a"))

        #expect(try known("https://h/a") == "2")
        spaces.forget(second)
        #expect(try known("https://h/a") == nil)
    }

    @Test mutating func `the next nonce takes the place of its own only, and begins to count`() throws {
        let (first, other) = (try nonce("1"), try nonce("2", realm: "other"))
        spaces.keep(first, from: try request("https://h/a"))
        _ = first.takeCount()

        spaces.replace(other, by: "lost")
        spaces.replace(first, by: "1")
        #expect(spaces.nonce(for: try request("https://h/a")) === first)
        spaces.replace(first, by: "next")
        spaces.replace(first, by: "late")

        #expect(try spaces.nonce(for: request("https://h/a"))?.text == "next")
        #expect(try spaces.nonce(for: request("https://h/a"))?.nextCount == 1)
    }

    @Test mutating func `no more are kept than may be, and the oldest goes`() throws {
        for number in 1...17 { spaces.keep(try nonce("\(number)"), from: try request("https://h\(number)/")) }

        #expect(try known("https://h1/") == nil)
        #expect(try known("https://h2/") == "2")
        #expect(try known("https://h17/") == "17")
    }
}
