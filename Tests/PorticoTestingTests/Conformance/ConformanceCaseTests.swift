import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Synchronization
import Testing

/// A case that cannot fail proves nothing.
@Suite struct ConformanceCaseTests {
    private static let everything = TransportCapabilities(contentEncodings: ["gzip", "deflate", "br", "zstd"])

    @Test(arguments: TransportConformance.allCases)
    func `no case passes on a transport that sends nothing and says that all is well`(example: ConformanceCase) async {
        let idle = IdleTransport(capabilities: Self.everything, error: nil)

        await #expect(throws: ConformanceFailure.self) { try await example.run(on: idle, limit: .seconds(10)) }
    }

    @Test(arguments: TransportConformance.allCases)
    func `no case passes on a transport that always fails`(example: ConformanceCase) async {
        let failing = IdleTransport(capabilities: Self.everything, error: TransportError(.other, "it is broken"))

        await #expect(throws: ConformanceFailure.self) { try await example.run(on: failing, limit: .seconds(10)) }
    }

    @Test(arguments: TransportConformance.allCases)
    func `no case passes or hangs on a transport that never answers`(example: ConformanceCase) async {
        let hanging = HangingTransport(capabilities: Self.everything)

        await #expect(throws: ConformanceFailure.self) {
            try await example.run(on: hanging, limit: .milliseconds(200))
        }
    }

    @Test(arguments: TransportConformance(for: .all, [.contract]).cases)
    func `no case of the contract passes in process on a transport that asks nobody`(example: ConformanceCase) async {
        await #expect(throws: ConformanceFailure.self) {
            try await example.run(limit: .seconds(10)) { _ in
                IdleTransport(capabilities: Self.everything, error: nil)
            }
        }
    }

    @Test func `names are told apart`() {
        let names = TransportConformance.allCases.map(\.name)

        #expect(Set(names).count == names.count)
    }

    @Test func `a case that needs what a transport lacks fails, and is counted apart`() async throws {
        var stub = StubTransport(.status(200))
        stub.capabilities.missing = [.backPressure, .bodyOnGet]
        let conformance = TransportConformance(for: stub.capabilities)
        let lacking = try #require(conformance.lacking.first)

        #expect(conformance.cases.count + conformance.lacking.count == TransportConformance.allCases.count)
        #expect(conformance.cases.allSatisfy { $0.needs.isDisjoint(with: stub.capabilities.missing) })
        #expect(
            conformance.lack
                == "4 cases of the transport's contract, for what it lacks: backPressure (2), bodyOnGet (2)")
        await #expect(throws: ConformanceFailure.self) { try await lacking.run(on: stub) }
    }

    @Test func `a case of the wire fails in process`() async throws {
        let example = try #require(TransportConformance(for: .all, [.wire]).cases.first)

        await #expect(throws: ConformanceFailure.self) { try await example.run { StubTransport($0) } }
    }

    @Test func `a failure says what was expected and what was seen`() async throws {
        let example = try #require(TransportConformance.allCases.first { $0.name == "any status is an answer" })

        let failure = await #expect(throws: ConformanceFailure.self) {
            try await example.run { _ in StubTransport(.status(500)) }
        }

        #expect(failure?.description == "any status is an answer: the status: expected 200, saw 500")
    }
}

/// Does nothing, whatever it is asked, and says at once how it went.
private struct IdleTransport: Transport {
    var capabilities: TransportCapabilities
    var error: TransportError?

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        if let error { throw error }
        return HTTPResponse(status: .ok)
    }
}

/// Waits for ever, whatever happens to its caller.
private struct HangingTransport: Transport {
    var capabilities: TransportCapabilities

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return HTTPResponse(status: .ok)
    }
}
