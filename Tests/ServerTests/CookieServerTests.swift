import Foundation
import Portico
import PorticoTesting
import Testing

/// Cookies over every transport: the same ones are kept and sent.
@Suite struct CookieServerTests {
    private let jar = CookieJar()

    private struct Cookies: Decodable {
        let cookies: [String: String]
    }

    @Test(.needsHTTPBin) func `httpbin sets a cookie on a redirect, and gets it where that leads`() async throws {
        let client = try TestServer.httpbin.client.withCookies(jar)

        let set: Cookies = try await client.send(.get("/cookies/set", query: ["flavour": "ginger", "shape": "star"]))
        #expect(set.cookies == ["flavour": "ginger", "shape": "star"])

        let deleted: Cookies = try await client.send(.get("/cookies/delete", query: ["flavour": ""]))
        #expect(deleted.cookies == ["shape": "star"])
        #expect(jar.cookies.map(\.name) == ["shape"])
    }

    @Test(.needsNginx) func `several lines of nginx are several cookies`() async throws {
        let client = try TestServer.nginx.client.withCookies(jar)

        _ = try await client.send(Request<String, ErrorBody>.get("/fields"))
        let echo = try await client.send(Request<String, ErrorBody>.get("/echo/x"))

        #expect(echo.contains("\ncookie: a=1; b=2\n"))
        #expect(jar.cookies.map { $0.expires != nil } == [true, false])
    }

    @Test func `cookies know hosts, not ports, and hand-set ones leave for no other origin`() async throws {
        let second = try MockServer(answers: [.json("[1]", fields: ["Set-Cookie": "second=1; Path=/"])])
        let first = try MockServer(answers: [
            .status(
                302,
                fields: ["Set-Cookie": "first=1; Path=/; Secure", "Location": "\(second.baseURL.absoluteString)/x"])
        ])
        let client = Client.patient(first.baseURL, TestServer.defaultTransport).withCookies(jar)

        try await client.send(
            Request<[Int], ErrorBody>.get("/a"), options: CallOptions(fields: ["Cookie": "hand=1"]))

        #expect(await first.request(1)?.fields[.cookie] == "hand=1")
        #expect(await second.request(1)?.fields[.cookie] == "first=1")
        #expect(jar.cookies.map(\.name) == ["first", "second"])
    }
}
