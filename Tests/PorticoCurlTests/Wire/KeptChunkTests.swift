import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

@Suite struct KeptChunkTests {
    private let streamed = TransportOptions(delivery: .streamed)

    @Test func `chunks that are kept stay what they are while others come and go`() async throws {
        let size = 8 << 20
        let whole = Data((0..<size / 4).flatMap { number in withUnsafeBytes(of: UInt32(number)) { Array($0) } })
        let bench = try Bench(.bytes(whole))
        let response = try await bench.send(streamed)
        guard case .chunks(let chunks) = response.body else { return #expect(Bool(false), "\(response.body)") }

        var (kept, offset) = ([(offset: Int, chunk: Data)](), 0)
        for try await chunk in chunks {
            // The memory of the others is used again meanwhile.
            if kept.count < 4 || offset > size / 2 { kept.append((offset, chunk)) }
            offset += chunk.count
        }

        withExtendedLifetime(bench) {}
        #expect(offset == size)
        #expect(kept.allSatisfy { $0.chunk == whole[$0.offset..<($0.offset + $0.chunk.count)] })
    }
}
