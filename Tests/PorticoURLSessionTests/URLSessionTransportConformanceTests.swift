import Portico
import PorticoURLSession
import PorticoTesting
import Testing

private let conformance = TransportConformance(for: URLSessionTransport().capabilities)

@Suite struct URLSessionTransportConformanceTests {
    @Test(arguments: conformance.cases)
    func `keeps the contract`(_ example: ConformanceCase) async throws {
        try await example.run(on: URLSessionTransport())
    }

    @Test(.enabled(if: conformance.lacking.isEmpty, "\(conformance.lack)"))
    func `lacks nothing`() {}
}

@Suite struct URLSessionTransportConformanceConcurrencyTests {
    @Test(arguments: conformance.cases.filter(\.isRace))
    func `keeps the contract under ThreadSanitizer`(_ example: ConformanceCase) async throws {
        try await example.run(on: URLSessionTransport())
    }
}
