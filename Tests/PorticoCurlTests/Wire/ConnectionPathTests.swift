import Foundation
import Portico
import PorticoTesting
import Testing

@testable import PorticoCurl

/// How a connection is made: proxies, sockets and addresses.
@Suite struct ConnectionPathTests {
    private let request = HTTPRequest(
        scheme: "http", authority: "api.example.com:81", path: "/a%2Fb?x=1", fields: ["Authorization": "Bearer t"])

    @Test func `a plain request goes to a proxy with its whole URL, byte for byte`() async throws {
        let proxy = try MockServer { _ in .text("via") }
        let transport = CurlTransport(CurlConfiguration(proxy: CurlProxy(.http, proxy.authority)))

        let response = try await transport.send(request, TransportOptions())

        let received = try #require(await proxy.request(1))
        #expect(response.data == Data("via".utf8))
        #expect(
            String(decoding: received.rawHead, as: UTF8.self).hasPrefix(
                "GET http://api.example.com:81/a%2Fb?x=1 HTTP/1.1\r\n"))
        #expect(received.fields[.host] == "api.example.com:81")
        #expect(received.fields[.proxyAuthorization] == nil)
    }

    @Test func `a proxy is told its credentials, and a server behind an exception is not`() async throws {
        let proxy = try MockServer { _ in .text("via") }
        let server = try MockServer { _ in .text("direct") }
        let credentials = CurlProxy.Credentials(user: "me", password: "hunter2")
        let transport = CurlTransport(
            CurlConfiguration(
                proxy: CurlProxy(.http, proxy.authority, credentials: credentials, exceptions: ["127.0.0.1"])))

        for _ in 0..<2 {
            let direct = try await transport.send(.to(server), TransportOptions())
            let via = try await transport.send(request, TransportOptions())
            #expect(direct.data == Data("direct".utf8) && via.data == Data("via".utf8))
        }

        #expect(proxy.requests.allSatisfy { $0.fields[.proxyAuthorization] == "Basic bWU6aHVudGVyMg==" })
        #expect(server.requests.allSatisfy { $0.fields[.proxyAuthorization] == nil })
        #expect(!"\(credentials)".contains("hunter2"))
    }

    @Test func `a tunnel that a proxy refuses is no connection, and the answer of the proxy is not the server's`()
        async throws
    {
        let proxy = try MockServer { _ in .text("no", status: .forbidden) }
        let transport = CurlTransport(CurlConfiguration(proxy: CurlProxy(.http, proxy.authority)))
        let request = HTTPRequest(scheme: "https", authority: "api.example.com", path: "/secret")

        #expect(await transport.kind(request) == .connectionFailed)
        #expect(proxy.requests.allSatisfy { $0.target == "api.example.com:443" })
    }

    @Test(
        arguments: [
            (["http_proxy": "http://p:1"], "http", "h", "p:1"), (["HTTP_PROXY": "http://p:1"], "http", "h", nil),
            (["https_proxy": "http://p:1"], "http", "h", nil), (["HTTPS_PROXY": "p:1"], "https", "h", "p:1"),
            (["ALL_PROXY": "socks5://u:w@p:1/"], "https", "h", "p:1"), (["http_proxy": ""], "http", "h", nil),
            (["http_proxy": "p:1", "no_proxy": "*"], "http", "h", nil),
            (["http_proxy": "p:1", "NO_PROXY": "x, .example.com"], "http", "API.example.com", nil),
            (["http_proxy": "p:1", "no_proxy": ".example.com"], "http", "example.com", nil),
            (["http_proxy": "p:1", "no_proxy": "ample.com"], "http", "example.com", "p:1"),
            (["http_proxy": "ftp://p:1"], "http", "h", nil),
        ] as [([String: String], String, String, String?)])
    func `the environment's proxies are read as curl reads them`(
        environment: [String: String], scheme: String, host: String, expected: String?
    ) {
        var configuration = CurlConfiguration()
        let request = HTTPRequest(scheme: scheme, authority: host, path: "/")

        #expect(configuration.proxy(for: request, environment) == nil)
        configuration.usesProxyEnvironment = true
        #expect(configuration.proxy(for: request, environment)?.authority == expected)
    }

    @Test func `a host's address can be given`() async throws {
        let server = try MockServer { _ in .text("here") }
        var configuration = CurlConfiguration()
        configuration.addresses = ["api.invalid:\(server.port)": "127.0.0.1"]
        let transport = CurlTransport(configuration)

        for _ in 0..<2 {
            let response = try await transport.send(
                HTTPRequest(scheme: "http", authority: "api.invalid:\(server.port)", path: "/"), TransportOptions())
            #expect(response.data == Data("here".utf8))
        }
        #expect(server.requests.first?.fields[.host] == "api.invalid:\(server.port)")
    }

    @Test func `a socket in the file system is as good as a host`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "portico-\(UUID().uuidString.prefix(8))").path
        let peer = try DeafServer(unixPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        peer.answerFirstBytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        var configuration = CurlConfiguration()
        configuration.unixSocketPath = path

        let response = try await CurlTransport(configuration).send(
            HTTPRequest(scheme: "http", authority: "docker", path: "/info"), TransportOptions())

        #expect(response.data == Data("ok".utf8))
    }

    @Test(arguments: [0, 108, 9_000_000])
    func `a socket's path that no system takes fails each call, with its length, and nothing is sent`(
        length: Int
    ) async throws {
        let server = try MockServer()
        var configuration = CurlConfiguration()
        configuration.unixSocketPath = String(repeating: "x", count: length)

        let failure = await CurlTransport(configuration).failure(.to(server))

        #expect(failure.hasPrefix("not supported by this transport: the path of a socket has 1 to 107 bytes"))
        #expect(failure.hasSuffix("unixSocketPath has \(length)"))
        #expect(server.connectionCount == 0)
    }

    @Test func `a socket's path of 107 bytes is looked for`() async throws {
        let server = try MockServer()
        var configuration = CurlConfiguration()
        configuration.unixSocketPath = String(repeating: "x", count: 107)

        #expect(await CurlTransport(configuration).kind(.to(server)) == .connectionFailed)
    }

    @Test func `a setting that libcurl does not take fails each call, and nothing is sent`() async throws {
        let server = try MockServer()
        var configuration = CurlConfiguration()
        configuration.tls.clientIdentity = .pkcs12(Data([1]), passphrase: String(repeating: "x", count: 9_000_000))
        let transport = CurlTransport(configuration)

        #expect(await transport.kind(.to(server)) == .unsupported)
        #expect(server.connectionCount == 0)
    }
}
