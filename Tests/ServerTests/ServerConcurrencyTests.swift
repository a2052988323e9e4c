import Portico
import PorticoURLSession
import Testing

@Suite(.needsNginx) struct ServerConcurrencyTests {
    private let client: Client

    init() throws {
        client = .patient(try #require(TestServers.nginx), URLSessionTransport())
    }

    /// The first line of what nginx received.
    private static func firstLine(_ number: Int, _ client: Client) async -> Result<String, CallError<ErrorBody>> {
        await client.result(Request<String, ErrorBody>.get("/echo/\(number)"))
            .map { String($0.prefix { $0 != "\n" }) }
    }

    @Test func `each of many calls at once gets its own answer`() async throws {
        let lines = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<200 {
                group.addTask { [client] in (number, try await Self.firstLine(number, client).get()) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }

        #expect(lines == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "GET /echo/\($0) HTTP/1.1") }))
    }

    @Test func `cancelled calls end as such, and leave the others alone`() async throws {
        let calls = (0..<150).map { number in Task { [client] in await Self.firstLine(number, client) } }
        for number in stride(from: 0, to: calls.count, by: 3) { calls[number].cancel() }

        for (number, call) in calls.enumerated() {
            switch await call.value {
            case .success(let line):
                #expect(line == "GET /echo/\(number) HTTP/1.1")
            case .failure(let error):
                guard case .cancelled = error.reason, number.isMultiple(of: 3) else {
                    Issue.record("call \(number): \(error)")
                    continue
                }
            }
        }
    }
}
