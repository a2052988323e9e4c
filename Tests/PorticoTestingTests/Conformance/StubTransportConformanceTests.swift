import Portico
import PorticoTesting
import Testing

private let conformance = TransportConformance(for: StubTransport(.status(204)).capabilities, [.contract])

@Suite(.serialized) struct StubTransportConformanceTests {
    @Test(arguments: conformance.cases)
    func `keeps the contract`(_ example: ConformanceCase) async throws {
        try await example.run { StubTransport($0) }
    }

    @Test(.enabled(if: conformance.lacking.isEmpty, "\(conformance.lack)"))
    func `lacks nothing`() {}
}

@Suite(.serialized) struct StubTransportConformanceConcurrencyTests {
    @Test(arguments: conformance.cases.filter(\.isRace))
    func `keeps the contract under ThreadSanitizer`(_ example: ConformanceCase) async throws {
        try await example.run { StubTransport($0) }
    }
}
