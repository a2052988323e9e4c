import Portico
import PorticoTesting

extension Benchmark {
    /// A whole `send`, from the endpoint's value to the answer's bytes, over transports that answer in process.
    static let sending: [Benchmark] = [
        Benchmark(name: "send.inprocess.us", measure: .microseconds { try await send($0, by: client) }),
        Benchmark(name: "send.allocations", measure: .allocations { try await send($0, by: client) }),
        Benchmark(name: "send.mainactor.us", measure: .microseconds { try await sendFromMainActor($0) }),
        Benchmark(name: "send.stub.us", measure: .microseconds { try await send($0, by: stubbed) }),
    ]

    private static let stubbed = client.withTransport(StubTransport(.json("{}"), journalLimit: 1))

    @concurrent
    private static func send(_ repetitions: Int, by client: Client) async throws {
        for _ in 0..<repetitions { keep(try await client.send(ListRepos.sample)) }
    }

    @MainActor
    private static func sendFromMainActor(_ repetitions: Int) async throws {
        for _ in 0..<repetitions { keep(try await client.send(ListRepos.sample)) }
    }
}
