import Portico
import Testing

@testable import PorticoTesting

private let conformance = TransportConformance(for: StubTransport(.status(204)).capabilities, [.contract])

@Suite(.serialized) struct ReplayConformanceTests {
    @Test(arguments: conformance.cases)
    func `keeps the contract where it sends what it does not have`(_ example: ConformanceCase) async throws {
        try await example.run {
            ReplayTransport(HTTPArchive(), .recordMissing, .strict, .standard, live: StubTransport($0))
        }
    }
}
