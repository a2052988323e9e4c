import Portico
import PorticoCurl
import PorticoTesting
import Testing

private let conformance = TransportConformance(for: CurlTransport().capabilities)

@Suite(.serialized) struct CurlTransportConformanceTests {
    @Test(arguments: conformance.cases)
    func `keeps the contract`(_ example: ConformanceCase) async throws {
        try await example.run(on: CurlTransport())
    }

    @Test func `lacks nothing`() {
        #expect(CurlTransport().capabilities.missing == [])
        #expect(conformance.cases.count == TransportConformance.allCases.count)
    }
}

@Suite(.serialized) struct CurlTransportConformanceConcurrencyTests {
    @Test(arguments: conformance.cases.filter(\.isRace))
    func `keeps the contract under ThreadSanitizer`(_ example: ConformanceCase) async throws {
        try await example.run(on: CurlTransport())
    }
}
