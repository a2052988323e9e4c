import Foundation
import Portico
import PorticoCurl
import PorticoURLSession
import Testing

/// Proxies that environment variables name, in processes of their own that have such variables.
@Suite(.needsNginx, .needsProxies) struct EnvironmentProxyServerTests {
    /// What nginx sees of a request, in a process whose environment names tinyproxy.
    private static func seen(over transport: () -> any Transport) async throws -> String {
        let proxy = try #require(ProcessInfo.processInfo.environment["PORTICO_PROXY"])
        setenv("http_proxy", "http://\(proxy)", 1)
        return try #require(try await TestServer(TestServers.nginx, transport()).send(.get, "/echo/").text)
    }

    @Test func `libcurl uses them only when asked to`() async throws {
        await #expect(processExitsWith: .success) {
            let direct = try await Self.seen { CurlTransport() }
            var configuration = CurlConfiguration()
            configuration.usesProxyEnvironment = true
            let proxied = try await Self.seen { CurlTransport(configuration) }

            #expect(!direct.contains("tinyproxy") && proxied.contains("tinyproxy"))
        }
    }

    @Test func `URLSession uses them only when asked to, and else says that it would`() async throws {
        await #expect(processExitsWith: .success) {
            let proxied = try await Self.seen { URLSessionTransport(usesProxyEnvironment: true) }
            #expect(proxied.contains("tinyproxy"))

            #if !canImport(Darwin)
            let error = await #expect(throws: TransportError.self) {
                try await Self.seen { URLSessionTransport() }
            }
            #expect(error?.kind == .unsupported)
            #expect(error?.message.contains("http_proxy") == true)
            #endif
        }
    }
}
