#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    /// Peers that end too early.
    static let faults: [ConformanceCase] = [
        fault("a reset in place of an answer is a lost connection", .text("x").reset(), .connectionLost),
        fault(
            "a head that is cut short is a lost connection", needs: [.survivesCutHeads],
            .raw("HTTP/1.1 200 OK\r\nX-").closing(), .connectionLost),
        fault("a reset within the body is a truncated body", .text("hello").reset(at: .body(2)), .bodyTruncated),
        fault(
            "chunks without an end are a truncated body",
            .raw(chunked + "5\r\nhello\r\n").closing(), .bodyTruncated),
        fault("half a chunk is a truncated body", .raw(chunked + "ff\r\nhello").closing(), .bodyTruncated),
        .wire("a port where nobody listens is no connection") { transport in
            let bench = try ConformanceBench(transport)
            bench.peer.stop()
            try expect(await bench.kind(), is: .connectionFailed, "the outcome")
        },
        .wire("a host that does not exist is not found") { transport in
            let bench = ConformanceBench(transport: transport, peer: (), authority: "nowhere.invalid")
            try expect(await bench.kind(), is: .hostNotFound, "the outcome")
        },
        .wire("a peer that is silent is a deadline that passes") { transport in
            let (peer, clock) = (try RawPeer(), VirtualClock())
            let bench = ConformanceBench(transport: transport, peer: peer, authority: peer.authority)
            let task = Task { await bench.kind(TransportOptions(timeout: .seconds(30), clock: clock)) }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(30))
            try expect(await task.value, is: .timedOut(.attempt), "the outcome")
        },
        .wire("a connection that does not come about ends at its deadline", needs: [.connectDeadline]) { transport in
            let (peer, clock) = (try RawPeer(), VirtualClock())
            let request = HTTPRequest(scheme: "https", authority: peer.authority, path: "/")
            let options = TransportOptions(connectTimeout: .milliseconds(20), clock: clock)
            let task = Task { () -> TransportError.Kind? in
                do throws(TransportError) {
                    _ = try await transport.send(request, options)
                    return nil
                } catch {
                    return error.kind
                }
            }
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(20))
            try expect(await task.value, is: .timedOut(.connect), "the outcome")
        },
    ]

    static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// A case in which an answer fails, buffered and streamed, and the transport goes on being of use.
    static func fault(
        _ name: String, needs: Set<TransportCapabilities.Capability> = [], _ answer: MockAnswer,
        _ kinds: TransportError.Kind...
    ) -> ConformanceCase {
        .wire(name, needs: needs) { transport in
            for delivery in TransportOptions.Delivery.both {
                let bench = try ConformanceBench(transport) { $0.path == "/fine" ? .text("fine") : answer }
                let kind = await bench.kind(TransportOptions(delivery: delivery))
                try expect(kind, isOneOf: kinds, "the outcome, \(delivery)")
                let response = try await bench.send(.get, "/fine")
                try expect(response.data, is: Data("fine".utf8), "the answer to the next request")
            }
        }
    }
}
