import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

private let request: Request<[Int], ErrorBody> = .get("/things")
private typealias Outcome = Result<[Int], CallError<ErrorBody>>

extension Result where Success: Equatable {
    fileprivate var problem: CredentialProblem? {
        guard case .authentication(let failure)? = (error as? CallError<ErrorBody>)?.reason else { return nil }
        return failure.underlying as? CredentialProblem
    }
}

@Suite struct CredentialRefresherConcurrencyTests {
    private let clock = VirtualClock()

    private func refresher(
        _ office: TokenOffice, store: any CredentialStore<Int> = InMemoryCredentialStore(1),
        expiry: @escaping @Sendable (Int) -> Date? = { _ in nil }, now: @escaping @Sendable () -> Date = { Date() }
    ) -> CredentialRefresher<Int> {
        CredentialRefresher(
            store: store, apply: .bearer { "\($0)" }, expiry: expiry, timeout: .seconds(30), clock: clock, now: now
        ) { try await office.refresh($0) }
    }

    private func client(_ office: TokenOffice, _ refresher: CredentialRefresher<Int>) -> Client {
        Client(environment: .stub, transport: office.transport).withAuthenticator(refresher).withClock(clock)
    }

    private func start(_ client: Client, _ options: CallOptions = CallOptions()) -> Task<Outcome, Never> {
        Task { await client.result(request, options: options) }
    }

    @Test func `many refused calls cause one refresh, and each is sent once more`() async throws {
        let office = TokenOffice(valid: 2)
        let client = client(office, refresher(office))

        let calls = (0..<200).map { _ in start(client) }

        for call in calls { #expect(try await call.value.get() == [1]) }
        #expect(office.refreshes == 1)
        #expect(office.sent.filter { $0 == "Bearer 2" }.count == 200)
        #expect(Set(office.sent) == ["Bearer 1", "Bearer 2"] || Set(office.sent) == ["Bearer 2"])
    }

    @Test func `a call that comes during the refresh waits, and is sent once`() async throws {
        let office = TokenOffice(valid: 2, isHeld: true)
        let client = client(office, refresher(office))
        let first = start(client)
        await office.gate.waitForArrivals(1)

        let second = start(client)
        office.gate.open()

        #expect(try await first.value.get() == [1])
        #expect(try await second.value.get() == [1])
        #expect(office.sent == ["Bearer 1", "Bearer 2", "Bearer 2"])
    }

    @Test func `a token is renewed ahead of its end, and nothing is sent before`() async throws {
        let office = TokenOffice(valid: 1)
        let time = Mutex(0.0)
        let refresher = refresher(
            office, expiry: { Date(timeIntervalSince1970: 100 * Double($0)) },
            now: { Date(timeIntervalSince1970: time.withLock(\.self)) })
        let client = client(office, refresher)
        _ = try await client.send(request)

        time.withLock { $0 = 89 }
        _ = try await client.send(request)
        #expect(office.refreshes == 0)
        time.withLock { $0 = 91 }
        _ = try await client.send(request)

        #expect(office.refreshes == 1)
        #expect(office.sent == ["Bearer 1", "Bearer 1", "Bearer 2"])
    }

    @Test func `a token that lives shorter than the leeway is not renewed for each call`() async throws {
        let office = TokenOffice(valid: 1)
        let refresher = refresher(
            office, expiry: { Date(timeIntervalSince1970: 4 * Double($0)) }, now: { Date(timeIntervalSince1970: 0) })
        let client = client(office, refresher)

        for _ in 0..<5 { _ = try await client.send(request) }

        #expect(office.refreshes == 0)
    }

    @Test func `cancelling the call that began the refresh loses nothing`() async throws {
        let office = TokenOffice(valid: 2, isHeld: true)
        let store = InMemoryCredentialStore(1)
        let client = client(office, refresher(office, store: store))
        let first = start(client)
        await office.gate.waitForArrivals(1)

        first.cancel()
        #expect(await first.value.error?.isCancellation == true)
        let second = start(client)
        office.gate.open()

        #expect(try await second.value.get() == [1])
        #expect(office.refreshes == 1)
        #expect(store.load() == 2)
    }

    @Test func `a call with no time left goes at once, and the refresh goes on`() async throws {
        let office = TokenOffice(valid: 2, isHeld: true)
        let client = client(office, refresher(office))
        let first = start(client, CallOptions(totalTimeout: .seconds(5)))
        await office.gate.waitForArrivals(1)
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(5))

        let error = try #require(await first.value.error)
        guard case .timedOut(.total) = error.reason else { throw error }
        office.gate.open()
        #expect(try await client.send(request) == [1])
        #expect(office.refreshes == 1)
    }

    @Test func `a refresh that fails fails all who wait with its one error, and nothing is sent again`() async throws {
        struct Down: Error {}
        let office = TokenOffice(valid: 2, isHeld: true)
        office.failure.withLock { $0 = Down() }
        let client = client(office, refresher(office))
        let calls = (0..<20).map { _ in start(client) }
        await office.gate.waitForArrivals(1)

        office.gate.open()

        for call in calls {
            let error = try #require(await call.value.error)
            guard case .authentication(let failure) = error.reason else { throw error }
            #expect(failure.underlying is Down)
        }
        #expect(!office.sent.contains("Bearer 2"))
    }

    @Test func `a refresh that hangs is let go in time, and one that comes late is kept`() async throws {
        let office = TokenOffice(valid: 2, isHeld: true)
        let refresher = CredentialRefresher(
            store: InMemoryCredentialStore(1), apply: .bearer { "\($0)" }, timeout: .seconds(30), clock: clock
        ) { (old: Int) in
            // Whatever it is told, it goes on.
            try await Task { try await office.refresh(old) }.value
        }
        let client = client(office, refresher)
        let first = start(client)
        await office.gate.waitForArrivals(1)
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(30))

        guard case .timedOut(.seconds(30)) = await first.value.problem else { throw CancellationError() }
        guard case .timedOut = await start(client).value.problem else { throw CancellationError() }
        office.gate.open()
        while office.refreshes == 1, await start(client).value.error != nil { await Task.yield() }
        #expect(office.refreshes == 1)
        #expect(office.sent == ["Bearer 1", "Bearer 2"])
    }

    @Test func `signing out during a refresh keeps the token away from calls and store`() async throws {
        let office = TokenOffice(valid: 2, isHeld: true)
        let store = InMemoryCredentialStore(1)
        let refresher = CredentialRefresher(store: store, apply: .bearer { "\($0)" }, clock: clock) { (old: Int) in
            try await Task { try await office.refresh(old) }.value
        }
        let client = client(office, refresher)
        let first = start(client)
        await office.gate.waitForArrivals(1)

        try await refresher.signOut()

        guard case .signedOut = await first.value.problem else { throw CancellationError() }
        office.gate.open()
        try await refresher.signOut()
        guard case .signedOut = await start(client).value.problem else { throw CancellationError() }
        #expect(store.load() == nil)
        try await refresher.signIn(2)
        #expect(try await client.send(request) == [1])
        #expect(store.load() == 2)
    }

    @Test func `a refresh by the same client's calls does not wait for itself`() async throws {
        let office = TokenOffice(valid: 2)
        let api = Mutex<Client?>(nil)
        let refresher = CredentialRefresher(store: InMemoryCredentialStore(1), apply: .bearer { "\($0)" }) { _ in
            guard let client = api.withLock({ $0 }) else { throw CancellationError() }
            return try await client.send(request)[0]
        }
        let client = client(office, refresher)
        api.withLock { $0 = client }

        let error = try #require(await client.result(request).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect((failure.underlying as? CallError<ErrorBody>)?.response?.status == 401)
        #expect(office.sent == ["Bearer 1", "none"])
    }

    @Test func `a session that the server ends is forgotten, and its store emptied`() async throws {
        let office = TokenOffice(valid: 2)
        office.failure.withLock { $0 = CredentialProblem.rejected(OAuth2Problem(code: "invalid_grant")) }
        let store = InMemoryCredentialStore(1)
        let client = client(office, refresher(office, store: store))

        let error = try #require(await client.result(request).error)

        let words = "the authenticator 'default' failed: the credential cannot be renewed: invalid_grant"
        #expect(error.description.hasSuffix(words))
        guard case .rejected = await start(client).value.problem else { throw CancellationError() }
        #expect(office.refreshes == 1)
        while store.load() != nil { await Task.yield() }
    }

    @Test func `nobody has signed in`() async throws {
        let office = TokenOffice()
        let client = client(office, refresher(office, store: InMemoryCredentialStore()))

        let result = await client.result(request)

        guard case .missing = result.problem else { throw CancellationError() }
        #expect(office.sent == [])
    }

    @Test func `where nobody needs to sign in, the first call gets the token`() async throws {
        let office = TokenOffice(valid: 1)
        let store = InMemoryCredentialStore<Int>()
        let refresher = CredentialRefresher(
            store: store, apply: .bearer { "\($0)" }, obtain: { try await office.refresh($0 ?? 0) })
        let client = client(office, refresher)

        async let first = client.result(request)
        async let second = client.result(request)

        #expect(try await [first.get(), second.get()] == [[1], [1]])
        #expect(office.refreshes == 1)
        #expect(store.load() == 1)
    }

    @Test func `a store that cannot save is told, and the token is used all the same`() async throws {
        struct ReadOnly: CredentialStore {
            func load() -> Int? { 1 }
            func save(_ credential: Int?) throws { throw CredentialStoreError(place: "/x", message: "no room") }
        }
        let office = TokenOffice(valid: 2)
        let client = client(office, refresher(office, store: ReadOnly()))

        let error = try #require(await client.result(request).error)

        #expect(error.description.hasSuffix("the credential in '/x': no room"))
        #expect(try await client.send(request) == [1])
        #expect(office.refreshes == 1)
    }

    @Test func `an explained request has what is there, and nothing is refreshed`() async throws {
        let office = TokenOffice(valid: 2)
        let client = client(office, refresher(office))

        #expect(try await client.explain(request).request.fields[.authorization] == nil)
        _ = try await client.send(request)
        #expect(try await client.explain(request).request.fields[.authorization] == "<redacted>")
        #expect(office.refreshes == 1)
    }
}
