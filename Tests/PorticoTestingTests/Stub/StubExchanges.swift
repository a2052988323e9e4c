import Portico
import Testing

/// What the suites of a stubbed transport send, and what they get.
protocol StubExchanges {}

extension StubExchanges {
    func request(
        _ method: HTTPMethod = .get, _ path: String = "/users/1", body: HTTPBody = .none
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "https", authority: "api.example", path: path, body: body)
    }

    func kind(_ answer: () async throws -> HTTPResponse) async throws -> TransportError.Kind {
        try #require(await #expect(throws: TransportError.self) { _ = try await answer() }).kind
    }
}
