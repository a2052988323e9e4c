import Foundation
import Portico
import Testing

@Suite(.needsHTTPBin) struct ContentEncodingServerTests {
    /// What httpbin says in a body that it compressed.
    private struct Compressed: Decodable {
        let gzipped: Bool?
        let deflated: Bool?
        let brotli: Bool?
    }

    @Test(arguments: ["gzip", "deflate", "brotli"])
    func `an encoding that the transport declares is undone`(encoding: String) async throws {
        let server = try TestServer.httpbin
        let token = encoding == "brotli" ? "br" : encoding
        try #require(server.transport.capabilities.contentEncodings.contains(token))

        let response = try await server.send(.get, "/\(encoding)")

        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.contentLength] == nil)
        let body = try JSONDecoder().decode(Compressed.self, from: #require(response.data))
        #expect((body.gzipped ?? body.deflated ?? body.brotli) == true)
    }

    @Test(.needsNginx) func `Accept-Encoding names exactly what is declared`() async throws {
        let server = try TestServer.nginx
        let text = try #require(try await server.send(.get, "/echo/").text)

        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("accept-encoding: ") })
        let named = line.dropFirst("accept-encoding: ".count).split(separator: ",").map { $0.filter { $0 != " " } }
        #expect(Set(named) == Set(server.transport.capabilities.contentEncodings))
    }

    @Test(.needsNginx) func `a range is asked for unencoded`() async throws {
        let text = try #require(try await TestServer.nginx.send(.get, "/echo/", fields: [.range: "bytes=0-1"]).text)

        #expect(text.contains("\naccept-encoding: identity\n"))
    }

    @Test(.needsNginx) func `a compressed body in chunks is whole`() async throws {
        let server = try TestServer.nginx
        let plain = try await server.send(.get, "/large.bin", fields: [.acceptEncoding: "identity"])
        let compressed = try await server.send(.get, "/compressed/large.bin")

        #expect(plain.data?.count == 1 << 20)
        #expect(compressed.data == plain.data)
    }

    @Test(.needsNginx) func `a limit counts decoded bytes`() async throws {
        let server = try TestServer.nginx
        let options = TransportOptions(timeout: .seconds(120), bodyLimit: 100_000)

        let error = await #expect(throws: TransportError.self) {
            try await server.send(.get, "/compressed/large.bin", options: options)
        }
        #expect(error?.kind == .bodyTooLarge(limit: 100_000))
    }
}
