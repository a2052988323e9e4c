import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct StreamedAnswerTests {
    private let streamed = TransportOptions(delivery: .streamed)

    @Test func `chunks that are dropped close the connection`() async throws {
        let bench = try Bench(.text("hello").held(until: Gate(), at: .body(2)))
        do {
            let response = try await bench.send(streamed)
            #expect(response.status == .ok)
        }

        #expect(await bench.server.connectionClosed(1) == .byClient)
    }

    @Test func `a reader that is cancelled leaves at once, and the connection closes`() async throws {
        let bench = try Bench(.text("hello").held(until: Gate(), at: .body(2)))
        let response = try await bench.send(streamed)
        let reader = Task { () -> TransportError.Kind? in
            do throws(TransportError) {
                _ = try await response.bytes(limit: .max)
                return nil
            } catch {
                return error.kind
            }
        }

        reader.cancel()

        #expect(await reader.value == .cancelled)
        #expect(await bench.server.connectionClosed(1) == .byClient)
    }

    @Test func `what is held for a slow reader has the limit as its bound`() async throws {
        let bench = try Bench(.bytes(Data(count: 200_000)).held(until: Gate(), at: .body(150_000)))
        let options = TransportOptions(delivery: .streamed, bodyLimit: 50_000)

        let response = try await bench.send(options)
        _ = await bench.server.connectionClosed(1)

        await #expect { try await response.bytes(limit: .max) } throws: {
            ($0 as? TransportError)?.kind == .bodyTooLarge(limit: 50_000)
        }
    }
}
