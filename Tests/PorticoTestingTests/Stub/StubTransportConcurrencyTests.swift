import Portico
import PorticoTesting
import Testing

@Suite struct StubTransportConcurrencyTests {
    private static let request = HTTPRequest(scheme: "https", authority: "api.example", path: "/")

    @Test func `each answer of a sequence goes to one of many callers`() async throws {
        let stub = StubTransport(sequence: (0..<200).map { .status(HTTPStatus(200 + $0)) })

        let statuses = try await withThrowingTaskGroup(of: Int.self, returning: [Int].self) { group in
            for _ in 0..<200 {
                group.addTask { try await stub.send(Self.request, TransportOptions()).status.code }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses.sorted() == Array(200..<400))
        #expect(stub.requestCount == 200)
    }

    @Test func `every caller ends once under cancellation, deadlines and answers at the same time`() async {
        let clock = VirtualClock()
        let stub = StubTransport { _ async in
            await Task.yield()
            return .empty(204)
        }
        let outcomes = await withTaskGroup(of: String.self, returning: [String].self) { group in
            for index in 0..<300 {
                group.addTask {
                    let options = TransportOptions(timeout: .milliseconds(1 + index % 5), clock: clock)
                    let call = Task { try await stub.send(Self.request, options) }
                    if index.isMultiple(of: 3) { call.cancel() }
                    clock.advance(by: .microseconds(100))
                    do { return "\(try await call.value.status.code)" } catch {
                        return (error as? TransportError).map { "\($0.kind)" } ?? "\(error)"
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(outcomes.count == 300)
        #expect(Set(outcomes).isSubset(of: ["204", "cancelled", "timed out (attempt deadline)"]))
    }
}
