import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

/// A connection that was kept may be closed by the server just as the next request leaves. libcurl then sends the request
/// again over a new one, whatever it is.
@Suite struct ResendingTests {
    /// Answers one request of a connection and closes it at the second, without an answer.
    private func bench() throws -> Bench {
        try Bench { request in
            request.path == "/first" ? .text("kept") : request.path == "/again" ? .nothing : .text("fine")
        }
    }

    @Test(arguments: [HTTPMethod.post, .patch], [HTTPBody.text("once"), .none])
    func `a request that must not be sent twice is not`(method: HTTPMethod, body: HTTPBody) async throws {
        let bench = try bench()
        _ = try await bench.send(.get, "/first")

        let failure = await bench.transport.failure(.to(bench.server, method, "/again", body: body))

        #expect(failure.hasPrefix("the connection ended before the response's head"), "\(failure)")
        #expect(failure.contains("not sent again"), "\(failure)")
        #expect(bench.server.requests.count { $0.path == "/again" } == 1)
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete])
    func `an idempotent request goes out once more over a new connection`(method: HTTPMethod) async throws {
        let bench = try bench()
        _ = try await bench.send(.get, "/first")

        let kind = await bench.transport.kind(
            .to(bench.server, method, "/again", body: method == .put ? .text("x") : .none))

        #expect(kind == .connectionLost)
        #expect(bench.server.requests.map(\.connection) == [1, 1, 2])
    }
}
