import Foundation
import Portico
import PorticoCurl
import PorticoURLSession
import Testing

/// libcurl through tinyproxy (HTTP) and microsocks (SOCKS 5) to nginx, in the clear and over TLS.
@Suite(.needsNginx, .needsProxies) struct ProxyServerTests {
    private static let credentials = CurlProxy.Credentials(user: "alice", password: "secret")

    private static func proxy(
        _ kind: CurlProxy.Kind, guarded: Bool = false, _ credentials: CurlProxy.Credentials? = nil,
        exceptions: [String] = []
    ) throws -> CurlProxy {
        let variable = "PORTICO_\(kind == .http ? "PROXY" : "SOCKS")\(guarded ? "_GUARDED" : "")"
        let authority = try #require(ProcessInfo.processInfo.environment[variable])
        return CurlProxy(kind, authority, credentials: credentials, exceptions: exceptions)
    }

    private static func server(_ variable: String, _ proxy: CurlProxy) throws -> TestServer {
        let configuration = CurlConfiguration(tls: try TestCertificates.policy(), proxy: proxy)
        return try TestServer(TestServers.address(variable), CurlTransport(configuration))
    }

    private static func plain(_ proxy: CurlProxy) throws -> TestServer { try server("PORTICO_NGINX_HTTP", proxy) }
    private static func secure(_ proxy: CurlProxy) throws -> TestServer { try server("PORTICO_NGINX_TLS", proxy) }

    private static func error(_ server: TestServer, _ path: String = "/document.json") async -> TransportError? {
        await #expect(throws: TransportError.self) { try await server.send(.get, path) }
    }

    @Test func `a plain request goes through a proxy for HTTP, its path byte for byte`() async throws {
        let server = try Self.plain(Self.proxy(.http))

        for _ in 0..<2 {
            let text = try #require(try await server.send(.get, "/echo/a%2Fb?x=%20").text)
            #expect(text.hasPrefix("GET /echo/a%2Fb?x=%20 HTTP/1.1\nhost: \(server.base.host ?? ""):"), "\(text)")
            #expect(text.contains("(tinyproxy/"), "\(text)")
        }
    }

    @Test(arguments: [CurlProxy.Kind.http, .socks5], [false, true])
    func `a request over TLS goes through a tunnel, and settles on HTTP 2 with the server`(
        kind: CurlProxy.Kind, guarded: Bool
    ) async throws {
        let server = try Self.secure(Self.proxy(kind, guarded: guarded, guarded ? Self.credentials : nil))

        for _ in 0..<2 {
            let text = try await server.send(.get, "/protocol").text
            #expect(text?.contains("\"protocol\":\"HTTP/2.0\"") == true, "\(text ?? "")")
        }
        #expect(try await server.send(.get, "/large.bin").data?.count == 1 << 20)
    }

    @Test(arguments: [false, true])
    func `a plain request goes through a proxy for SOCKS, and so does its body`(guarded: Bool) async throws {
        let proxy = try Self.proxy(.socks5, guarded: guarded, guarded ? Self.credentials : nil)
        let server = try Self.plain(proxy)

        #expect(try await server.send(.get, "/echo/x").text?.contains("via: \n") == true)
        let hasty = try await server.send(.post, "/hasty", body: .bytes(Data(count: 200_000)))
        #expect(hasty.text == "hasty")
    }

    @Test func `a proxy for SOCKS resolves names, which nobody here is asked for`() async throws {
        let nobody = URL(string: "http://no-such-host.invalid")

        let direct = await Self.error(try TestServer(nobody, CurlTransport()), "/")
        let proxied = await Self.error(
            try TestServer(nobody, CurlTransport(CurlConfiguration(proxy: Self.proxy(.socks5)))), "/")

        #expect(direct?.kind == .hostNotFound)
        #expect(proxied?.kind == .connectionFailed)
        #expect(proxied?.message.contains("SOCKS5") == true, "\(proxied?.message ?? "")")
    }

    static let wrongCredentials: [CurlProxy.Credentials?] = [
        nil, CurlProxy.Credentials(user: "alice", password: "hunter2"), CurlProxy.Credentials(user: "", password: ""),
    ]

    @Test(arguments: [CurlProxy.Kind.http, .socks5], wrongCredentials)
    func `a proxy that does not know the credentials makes no tunnel, and the error says so`(
        kind: CurlProxy.Kind, credentials: CurlProxy.Credentials?
    ) async throws {
        let error = await Self.error(try Self.secure(Self.proxy(kind, guarded: true, credentials)))

        #expect(error?.kind == .connectionFailed)
        let message = try #require(error?.message)
        #expect(message.contains("the proxy does not accept the credentials"), "\(message)")
        #expect(message.hasPrefix("localhost:") && !message.contains("hunter2"), "\(message)")
    }

    @Test(arguments: wrongCredentials)
    func `a plain request with credentials that a proxy does not know is answered by the proxy`(
        credentials: CurlProxy.Credentials?
    ) async throws {
        let response = try await Self.plain(Self.proxy(.http, guarded: true, credentials)).send(.get, "/document.json")

        // tinyproxy says 401 where it means 407, but for the first time.
        #expect(response.status == (credentials == nil ? 407 : 401))
        #expect(response.fields["Server"]?.hasPrefix("tinyproxy/") == true)
    }

    @Test func `a plain request with the right credentials reaches the server, which does not see them`() async throws {
        let server = try Self.plain(Self.proxy(.http, guarded: true, Self.credentials))

        #expect(try await server.send(.get, "/document.json").status == .ok)
    }

    @Test(arguments: ["127.0.0.1", "*"])
    func `a server among the exceptions is reached without the proxy`(exception: String) async throws {
        let nobody = CurlProxy(.http, "127.0.0.1:1", exceptions: [exception])

        #expect(try await Self.plain(nobody).send(.get, "/document.json").status == .ok)
        #expect(try await Self.plain(Self.proxy(.http)).send(.get, "/echo/").text?.contains("(tinyproxy/") == true)
    }

    @Test func `a proxy that is not there is no connection, and nothing goes around it`() async throws {
        let error = await Self.error(try Self.plain(CurlProxy(.http, "127.0.0.1:1")))

        #expect(error?.kind == .connectionFailed)
    }

    @Test func `a pin holds through a tunnel too`() async throws {
        var policy = try TestCertificates.policy()
        policy.pins = ["localhost": [try TestCertificates.keyPin("client")]]
        let configuration = CurlConfiguration(tls: policy, proxy: try Self.proxy(.http))
        let server = try TestServer(TestServers.address("PORTICO_NGINX_TLS"), CurlTransport(configuration))

        #expect(await Self.error(server)?.message.hasSuffix("has a pinned key or hash") == true)
    }
}
