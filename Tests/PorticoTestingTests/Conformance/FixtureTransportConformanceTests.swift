import Foundation
import Portico
import PorticoTesting
import Testing

private let conformance = TransportConformance(for: .all, [.contract])

/// In front of another transport: what it passes on is as it would be without it.
@Suite(.serialized) struct FixtureTransportConformanceTests {
    private let files: FixtureFiles

    init() throws { files = try FixtureFiles(["never/asked/GET.json": "1"]) }

    @Test(arguments: conformance.cases)
    func `keeps the contract`(_ example: ConformanceCase) async throws {
        let folder = try FixtureFolder(files.url)
        try await example.run { FixtureTransport(folder, otherwise: StubTransport($0)) }
    }
}
