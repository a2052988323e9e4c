import Portico
import PorticoTesting
import Synchronization
import Testing

@Suite struct RefreshOnDemandConcurrencyTests {
    private func refresher(
        _ office: TokenOffice, store: any CredentialStore<Int> = InMemoryCredentialStore(1)
    ) -> CredentialRefresher<Int> {
        CredentialRefresher(store: store, apply: .bearer { "\($0)" }) { old in try await office.refresh(old) }
    }

    @Test func `a token is refreshed before anybody was refused, whether it was used before or not`() async throws {
        let office = TokenOffice()
        let refresher = refresher(office)
        let client = Client(environment: .stub, transport: office.transport).withAuthenticator(refresher)

        #expect(try await refresher.refresh() == 2)
        _ = try await client.send(.get("/things")) as [Int]
        #expect(try await refresher.refresh() == 3)
        _ = try await client.send(.get("/things")) as [Int]

        #expect(office.sent == ["Bearer 2", "Bearer 3"])
        #expect(office.refreshes == 2)
    }

    @Test func `whoever asks while a refresh is under way gets that one, and calls wait for it`() async throws {
        let office = TokenOffice(isHeld: true)
        let refresher = refresher(office)
        let client = Client(environment: .stub, transport: office.transport).withAuthenticator(refresher)

        let first = Task { try await refresher.refresh() }
        await office.gate.waitForArrivals(1)
        let others = (0..<20).map { _ in Task { try await refresher.refresh() } }
        let call = Task { try await client.send(.get("/things")) as [Int] }
        office.gate.open()

        #expect(try await first.value == 2)
        #expect(try await call.value == [1])
        // Who comes after its end begins another one.
        for other in others { #expect(try await other.value >= 2) }
        #expect(!office.sent.contains("Bearer 1"))
    }

    @Test func `its failure is the failure of who asked, and the old token stays`() async throws {
        struct Down: Error {}
        let office = TokenOffice()
        office.failure.withLock { $0 = Down() }
        let refresher = refresher(office)
        let client = Client(environment: .stub, transport: office.transport).withAuthenticator(refresher)

        await #expect(throws: Down.self) { try await refresher.refresh() }
        _ = try await client.send(.get("/things")) as [Int]

        #expect(office.sent == ["Bearer 1"])
    }

    @Test func `without a token there is nothing to refresh`() async throws {
        let office = TokenOffice()
        let refresher = refresher(office, store: InMemoryCredentialStore())

        let error = await #expect(throws: CredentialProblem.self) { try await refresher.refresh() }

        guard case .missing = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(office.refreshes == 0)
    }
}
