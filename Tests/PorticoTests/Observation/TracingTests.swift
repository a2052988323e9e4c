import Foundation
@testable import Portico
import PorticoTesting
import Synchronization
import Testing

private let list: Request<[Int], ErrorBody> = .get("/things")
private let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

@Suite struct TracingTests {
    private enum Surroundings { @TaskLocal static var trace: TraceContext? }

    /// Numbers from 1 on.
    private final class Count: Sendable {
        private let last = Mutex<UInt64>(0)
        @Sendable func next() -> UInt64 {
            last.withLock { last in
                last += 1
                return last
            }
        }
    }

    private func client(_ stub: StubTransport) -> Client {
        Client(environment: .stub, transport: stub).withRandomNumbers(Count().next)
    }

    @Test func `nothing is said of traces unless asked for`() async throws {
        let stub = StubTransport(.json("[1]"))

        try await client(stub).send(list)

        #expect(stub.requests[0].fields["traceparent"] == nil)
    }

    @Test func `a call without a trace begins one, and each attempt is a span of it`() async throws {
        let stub = StubTransport(sequence: [.failure(.connectionFailed), .json("[1]")])
        let traces = Mutexed<[String?]>([])
        let policy = RetryPolicy(backoff: RetryPolicy.Backoff(base: .zero))

        try await client(stub).withTracing().withRetry(policy)
            .withObserver { traces.value.append($0.trace?.spanID) }.send(list)

        let fields = stub.requests.map { $0.fields["traceparent"] ?? "" }
        #expect(fields.map { $0.prefix(36) } == Array(repeating: "00-00000000000000010000000000000002-", count: 2))
        #expect(Set(fields).count == 2)
        #expect(traces.value.dropFirst() == Array(repeating: "0000000000000003", count: traces.value.count - 1)[...])
    }

    @Test func `a request's own trace goes on, with its state`() async throws {
        let stub = StubTransport(.json("[1]"))
        let options = CallOptions(fields: ["traceparent": parent, "tracestate": "vendor=a"])

        try await client(stub).withTracing().send(list, options: options)

        let fields = stub.requests[0].fields
        #expect(fields["traceparent"] == "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000002-01")
        #expect(fields["tracestate"] == "vendor=a")
    }

    @Test func `so does the one that the caller's task is in`() async throws {
        let stub = StubTransport(.json("[1]"))
        let client = client(stub).withTracing { Surroundings.trace }

        try await Surroundings.$trace.withValue(TraceContext(traceparent: parent)) { _ = try await client.send(list) }

        #expect(stub.requests[0].fields["traceparent"]?.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-") == true)
    }

    @Test(arguments: [
        parent, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
    ])
    func `a traceparent is read`(text: String) throws {
        let trace = try #require(TraceContext(traceparent: text))

        #expect(trace.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(trace.spanID == "00f067aa0ba902b7")
        #expect(trace.isSampled == text.contains("-01"))
        #expect(trace.traceparent.dropFirst(2) == text.dropFirst(2).prefix(53))
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", parent + "-more", parent.uppercased(),
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01", String(repeating: "é", count: 40),
    ])
    func `what is no traceparent is none, and a call begins its own trace`(text: String) async throws {
        let stub = StubTransport(.json("[1]"))

        #expect(TraceContext(traceparent: text) == nil)
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            try await client(stub).withTracing().send(list, options: CallOptions(fields: ["traceparent": text]))
            #expect(stub.requests[0].fields.values(of: "traceparent").count == 1)
            #expect(stub.requests[0].fields["traceparent"]?.hasPrefix("00-00000000000000010000000000000002-") == true)
        }
    }

    @Test(arguments: ["a\r\nEvil: 1", "é", String(repeating: "a", count: 513)])
    func `a state that is no field is dropped`(state: String) {
        #expect(TraceContext(traceparent: parent, tracestate: state)?.state == "")
    }
}
