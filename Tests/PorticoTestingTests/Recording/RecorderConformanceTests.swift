import Portico
import PorticoTesting
import Testing

private let conformance = TransportConformance(for: Recorder(StubTransport(.status(204))).capabilities, [.contract])

@Suite(.serialized) struct RecorderConformanceTests {
    @Test(arguments: conformance.cases)
    func `keeps the contract of the transport that it records`(_ example: ConformanceCase) async throws {
        try await example.run { Recorder(StubTransport($0)) }
    }

    @Test(.enabled(if: conformance.lacking.isEmpty, "\(conformance.lack)"))
    func `lacks nothing`() {}
}

@Suite(.serialized) struct RecorderConformanceConcurrencyTests {
    @Test(arguments: conformance.cases.filter(\.isRace))
    func `keeps the contract under ThreadSanitizer`(_ example: ConformanceCase) async throws {
        try await example.run { Recorder(StubTransport($0)) }
    }
}
