import Foundation
import Portico
import PorticoTesting
import Testing

@testable import PorticoURLSession

@Suite struct RefusedRequestTests {
    @Test(arguments: [
        ("/a|b", "would change the bytes of '/a|b'"),
        ("/a\"b", "would change the bytes"),
        ("/[x]", "would change the bytes"),
        ("/?a[]=1", "or of its query"),
        ("/%zz", "would change the bytes"),
        ("/a/../b", "takes dot segments out of '/a/../b'"),
        ("/./b?x=1", "takes dot segments out of '/./b'"),
        ("/b/.", "takes dot segments"),
    ])
    func `a target that would go out changed is refused, with what to do about it`(path: String, text: String)
        async throws
    {
        let bench = try Bench()

        let failure = await bench.transport.failure(.to(bench.server, .get, path))

        #expect(failure.contains("not supported by this transport") && failure.contains(text), "\(failure)")
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func `a body with GET or HEAD is refused, and an alternative named`(method: HTTPMethod) async throws {
        let bench = try Bench()

        let failure = await bench.transport.failure(.to(bench.server, method, body: .text("x")))

        #expect(
            failure
                == "not supported by this transport: URLSession sends no body with \(method): use POST or QUERY, or another transport"
        )
        #expect(bench.transport.capabilities.missing.contains(.bodyOnGet))
    }

    @Test func `a deadline for connecting alone is refused, never ignored`() async throws {
        let bench = try Bench()

        let kind = await bench.kind(TransportOptions(connectTimeout: .seconds(1)))

        #expect(kind == .unsupported)
        #expect(bench.transport.capabilities.missing.contains(.connectDeadline))
    }

    @Test func `an address of IPv6 is refused on Linux, where Foundation and libcurl do not agree on it`() async {
        let request = HTTPRequest(scheme: "http", authority: "[::1]:1", path: "/")

        let kind = await URLSessionTransport().kind(request)

        #if canImport(Darwin)
        #expect(kind == .connectionFailed)
        #else
        #expect(kind == .unsupported)
        #endif
    }

    @Test func `bytes that would forge a line are refused before anything is sent`() async throws {
        let bench = try Bench()

        let failure = await bench.transport.failure(.to(bench.server, fields: ["X-A": "b\r\nX-C: d"]))

        #expect(failure.contains("field 'X-A'"))
        #expect(bench.server.connectionCount == 0)
    }

    @Test(
        arguments: [
            (["http_proxy": "http://p:1"], "http", "api.example.com", "http_proxy"),
            (["HTTP_PROXY": "http://p:1"], "http", "api.example.com", nil),
            (["https_proxy": "http://p:1"], "http", "api.example.com", nil),
            (["HTTPS_PROXY": "http://p:1"], "https", "api.example.com", "HTTPS_PROXY"),
            (["ALL_PROXY": "socks5://p:1"], "https", "api.example.com", "ALL_PROXY"),
            (["http_proxy": ""], "http", "api.example.com", nil),
            (["http_proxy": "http://p:1", "no_proxy": "*"], "http", "api.example.com", nil),
            (["http_proxy": "http://p:1", "NO_PROXY": "localhost, .example.com"], "http", "API.example.com:80", nil),
            (["http_proxy": "http://p:1", "no_proxy": "ample.com"], "http", "api.example.com", "http_proxy"),
            (["http_proxy": "http://p:1", "no_proxy": "127.0.0.1"], "http", "127.0.0.1:8080", nil),
        ] as [([String: String], String, String, String?)])
    func `a proxy that the environment names is used only when asked for`(
        environment: [String: String], scheme: String, authority: String, variable: String?
    ) {
        let request = HTTPRequest(scheme: scheme, authority: authority, path: "/")
        var failure: TransportError?

        do { try ProxyEnvironment(environment).check(request) } catch { failure = error }

        #expect(failure?.kind == variable.map { _ in .unsupported })
        if let variable { #expect(failure?.message.contains("variable \(variable):") == true) }
    }
}
