import Portico
import PorticoURLSession
import PorticoTesting
import Testing

private let conformance = TransportConformance(for: URLSessionTransport().capabilities)

@Suite(.serialized) struct URLSessionTransportConformanceTests {
    @Test(arguments: conformance.cases)
    func `keeps the contract`(_ example: ConformanceCase) async throws {
        try await example.run(on: URLSessionTransport())
    }

    @Test(.enabled(if: conformance.lacking.isEmpty, "\(conformance.lack)"))
    func `lacks nothing`() {}
}

@Suite(.serialized) struct URLSessionTransportConformanceConcurrencyTests {
    @Test(arguments: conformance.cases.filter(\.isRace))
    func `keeps the contract under ThreadSanitizer`(_ example: ConformanceCase) async throws {
        try await example.run(on: URLSessionTransport())
    }
}
