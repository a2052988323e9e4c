import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

@Suite struct ExchangeConcurrencyTests {
    @Test func `many transports are made, used and dropped at once`() async throws {
        let server = try MockServer { _ in .text("fine") }

        let kinds = await withTaskGroup { group in
            for _ in 0..<40 {
                group.addTask {
                    let transport = CurlTransport()
                    return [await transport.kind(.to(server)), await transport.kind(.to(server))]
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }

        #expect(kinds.count == 80 && kinds.allSatisfy { $0 == nil })
        await server.waitForOpenConnections(atMost: 0)
    }
}
