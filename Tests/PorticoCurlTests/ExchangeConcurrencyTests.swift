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

    @Test func `few callers, who find the loop busy or not, get each their own answer`() async throws {
        let server = try MockServer { request in .text(request.path) }
        let transport = CurlTransport()

        let texts = await withTaskGroup { group in
            for caller in 0..<3 {
                group.addTask {
                    var texts: [String] = []
                    for number in 0..<100 {
                        let path = "/\(caller)/\(number)"
                        let response = try? await transport.send(.to(server, .get, path), TransportOptions())
                        let text = response?.data.map { String(decoding: $0, as: UTF8.self) }
                        texts.append(text == path ? "own" : "else")
                        // Now and then one comes to nothing before the next.
                        let abandoned = Task { try await transport.send(.to(server, .get, path), TransportOptions()) }
                        if number.isMultiple(of: 3) { abandoned.cancel() }
                        _ = await abandoned.result
                    }
                    return texts
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }

        #expect(texts == Array(repeating: "own", count: 300))
    }
}
