#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    /// What happens to connections.
    static let connections: [ConformanceCase] = [
        .wire("a request that must not be sent twice is not, on a kept connection that is dead") { transport in
            for method in [HTTPMethod.post, .patch] {
                for body in [HTTPBody.text("once"), .none, .stream { .inPieces(Data("once".utf8), of: 2) }] {
                    let bench = try ConformanceBench(transport) { request in
                        request.path == "/first" ? .text("kept") : request.path == "/again" ? .nothing : .text("fine")
                    }
                    _ = try await bench.send(.get, "/first")
                    let kind = await bench.kind(method, "/again", body: body)
                    try expect(kind, is: .connectionLost, "the outcome of a \(method)")
                    let count = bench.peer.requests.count { $0.path == "/again" }
                    try expect(count, is: 1, "the number of times that a \(method) arrived")
                }
            }
        },
        .wire("an idempotent request on a kept connection that is dead is sent twice at most") { transport in
            for method in [HTTPMethod.get, .put, .delete] {
                let bench = try ConformanceBench(transport) { $0.path == "/first" ? .text("kept") : .nothing }
                _ = try await bench.send(.get, "/first")
                let kind = await bench.kind(method, "/again", body: method == .put ? .text("x") : .none)
                try expect(kind, is: .connectionLost, "the outcome of a \(method)")
                let count = bench.peer.requests.count { $0.path == "/again" }
                try expect(count, isOneOf: [1, 2], "the number of times that a \(method) arrived")
            }
        },
        .wire("connections are kept from request to request") { transport in
            let bench = try ConformanceBench(transport, .text("kept"))
            for _ in 0..<3 { _ = try await bench.send(.post, body: .text("x")) }
            try expect(bench.peer.connectionCount, is: 1, "the number of connections for three requests")
        },
        .wire(
            "the connection of a caller closes who is cancelled while the body is made",
            needs: [.closesOnCancel, .streamedRequestBodies]
        ) { transport in
            let (bench, asked) = (try ConformanceBench(transport), Gate())
            let endless = AsyncStream<Data> {
                asked.open()
                await Gate().wait()
                return nil
            }
            let task = Task { await bench.kind(.post, body: .stream(once: endless)) }
            await asked.wait()
            task.cancel()
            try expect(await task.value, is: .cancelled, "the outcome")
            try expect(await bench.peer.connectionClosed(1) != nil, "the end of the connection", seen: "none")
        },
        .wire("an upload whose caller is cancelled is broken off", needs: [.closesOnCancel]) { transport in
            let (gate, size) = (Gate(), 60_000_000)
            let peer = try RawPeer(readingFrom: gate)
            let bench = ConformanceBench(transport: transport, peer: peer, authority: peer.authority)
            let task = Task { await bench.kind(.post, body: .bytes(Data(count: size))) }
            await gate.waitForArrivals(1)
            task.cancel()
            try expect(await task.value, is: .cancelled, "the outcome")
            gate.open()
            let count = await peer.byteCountAtEnd()
            try expect(count < size, "less than the whole body", seen: "\(count) bytes")
        },
        .wire("a caller that is cancelled before its connection stands leaves at once") { transport in
            let peer = try RawPeer()
            let request = HTTPRequest(scheme: "https", authority: peer.authority, path: "/")
            let clock = VirtualClock()
            let task = Task { () -> TransportError.Kind? in
                do throws(TransportError) {
                    _ = try await transport.send(request, TransportOptions(timeout: .seconds(60), clock: clock))
                    return nil
                } catch {
                    return error.kind
                }
            }
            await clock.waitForSleepers(1)
            task.cancel()
            try expect(await task.value, is: .cancelled, "the outcome")
        },
        .wire("a slow reader slows the peer down", needs: [.backPressure]) { transport in
            let (piece, times) = (Data(count: 65_536), 512)
            let bench = try ConformanceBench(transport) { _ in .repeating(piece, times: times) }
            let response = try await bench.send(TransportOptions(delivery: .streamed))
            var iterator = try response.streamedChunks().makeAsyncIterator()
            _ = try await iterator.next()
            // However long it takes to read much more, the peer has sent no more than buffers hold.
            for _ in 0..<4 {
                for try await _ in try await bench.send(TransportOptions(delivery: .streamed)).streamedChunks() {}
            }
            let first = try await bench.delivered()
            let sent = bench.peer.sentByteCount(over: first.connection)
            let half = piece.count * times / 2
            try expect(sent < half, "fewer than \(half) bytes sent to a reader who waits", seen: "\(sent)")
        },
    ]
}
