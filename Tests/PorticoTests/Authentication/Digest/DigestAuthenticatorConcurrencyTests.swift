import Portico
import PorticoTesting
import Testing

@Suite struct DigestAuthenticatorConcurrencyTests {
    @Test func `no count of a nonce is used twice, whatever races`() async throws {
        let server = DigestServer()
        let client = Client(environment: .stub, transport: server.transport)
            .withAuthenticator(.digest(user: "ada", password: "pass"))
        let request: Request<[Int], ErrorBody> = .get("/things")
        try await client.send(request)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...200 { group.addTask { try await client.send(request) } }
            try await group.waitForAll()
        }

        #expect(server.log.count == 202)
        #expect(Set(server.log).count == 202)
        #expect(server.log.dropFirst().allSatisfy { $0.hasPrefix("n1:") })
    }
}
