import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A store whose writes wait, whatever they are told.
private final class HeldStore: CredentialStore {
    let gate = Gate()
    private let value = Mutex<Int?>(1)

    func load() -> Int? { value.withLock(\.self) }

    func save(_ credential: Int?) async {
        await Task { await gate.wait() }.value
        value.withLock { $0 = credential }
    }
}

@Suite struct UnresponsiveStoreConcurrencyTests {
    private let clock = VirtualClock()
    private let store = HeldStore()
    private let office = TokenOffice(valid: 1)

    private func refresher() -> CredentialRefresher<Int> {
        CredentialRefresher(store: store, apply: .bearer { "\($0)" }, timeout: .seconds(30), clock: clock) {
            [office] in try await office.refresh($0)
        }
    }

    private func client(_ refresher: CredentialRefresher<Int>) -> Client {
        Client(environment: .stub, transport: office.transport).withAuthenticator(refresher).withClock(clock)
    }

    @Test func `signing out waits for a store no longer than the time-out, and holds at once`() async throws {
        let refresher = refresher()
        let signOut = Task { try await refresher.signOut() }
        await store.gate.waitForArrivals(1)
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(30))

        let error = await #expect(throws: CredentialProblem.self) { try await signOut.value }
        guard case .timedOut(.seconds(30)) = error else { throw CancellationError() }
        let refusal = await client(refresher).result(Request<[Int], ErrorBody>.get("/things")).error
        #expect(refusal?.description.hasSuffix("somebody signed out") == true)
        #expect(office.sent == [])
    }

    @Test func `who is cancelled while signing out goes at once, and the token is removed later`() async throws {
        let refresher = refresher()
        let signOut = Task { try await refresher.signOut() }
        await store.gate.waitForArrivals(1)

        signOut.cancel()

        await #expect(throws: CancellationError.self) { try await signOut.value }
        #expect(store.load() == 1)
        store.gate.open()
        while store.load() != nil { await Task.yield() }
    }

    @Test func `signing in is bounded likewise, and the token is used all the same`() async throws {
        let office = TokenOffice(valid: 7)
        let refresher = refresher()
        let signIn = Task { try await refresher.signIn(7) }
        await store.gate.waitForArrivals(1)
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(30))

        await #expect(throws: CredentialProblem.self) { try await signIn.value }
        let client = Client(environment: .stub, transport: office.transport).withAuthenticator(refresher)
        #expect(try await client.send(Request<[Int], ErrorBody>.get("/things")) == [1])
    }

    @Test func `writes keep their order behind one that hangs`() async throws {
        let refresher = refresher()
        let signOut = Task { try await refresher.signOut() }
        await store.gate.waitForArrivals(1)
        signOut.cancel()
        await #expect(throws: CancellationError.self) { try await signOut.value }

        let signIn = Task { try await refresher.signIn(2) }
        store.gate.open()

        try await signIn.value
        #expect(store.load() == 2)
    }
}
