#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let cancellations: [ConformanceCase] = [
        .contract("a task that is cancelled before the call sends nothing") { subject in
            for delivery in TransportOptions.Delivery.both {
                let bench = try subject.bench(.text("never"))
                let task = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await bench.kind(.post, body: .text("x"), TransportOptions(delivery: delivery))
                }
                try expect(await task.value, is: .cancelled, "the outcome")
                // What has gone out all the same is there before what goes out now.
                _ = try await bench.send()
                try expect(bench.peer.requestCount, is: 1, "the number of requests, with one that was not cancelled")
            }
        },
        .contract("a caller that is cancelled while the answer is held leaves at once") { subject in
            for delivery in TransportOptions.Delivery.both {
                let bench = try subject.bench(.text("late").held(until: Gate()))
                let task = Task { await bench.kind(TransportOptions(delivery: delivery)) }
                _ = await bench.peer.received(1)
                task.cancel()
                try expect(await task.value, is: .cancelled, "the outcome")
            }
        },
        .contract("the peer sees a caller leave who is cancelled while the answer is held", needs: [.closesOnCancel]) {
            subject in
            for delivery in TransportOptions.Delivery.both {
                let bench = try subject.bench(.text("late").held(until: Gate()))
                let task = Task { await bench.kind(TransportOptions(delivery: delivery)) }
                _ = await bench.peer.received(1)
                task.cancel()
                try expect(await bench.peer.callerLeft(1), is: true, "the end of the connection by the caller")
            }
        },
        .contract("a caller that is cancelled within the body leaves at once") { subject in
            let gate = Gate()
            let bench = try subject.bench(.text("hello").held(until: gate, at: .body(2)))
            let task = Task { await bench.kind() }
            await gate.waitForArrivals(1)
            task.cancel()
            try expect(await task.value, is: .cancelled, "the outcome")
        },
        .contract("the peer sees a caller leave who is cancelled within the body", needs: [.closesOnCancel]) {
            subject in
            let gate = Gate()
            let bench = try subject.bench(.text("hello").held(until: gate, at: .body(2)))
            let task = Task { await bench.kind() }
            await gate.waitForArrivals(1)
            task.cancel()
            try expect(await bench.peer.callerLeft(1), is: true, "the end of the connection by the caller")
        },
        .contract("a reader that is cancelled within a stream leaves at once") { subject in
            let bench = try subject.bench(.text("hello").held(until: Gate(), at: .body(2)))
            let chunks = try await bench.send(TransportOptions(delivery: .streamed)).streamedChunks()
            let reading = Gate()
            let reader = Task { () -> TransportError.Kind? in
                reading.open()
                do throws(TransportError) {
                    _ = try await chunks.collected(limit: .max)
                    return nil
                } catch {
                    return error.kind
                }
            }
            await reading.wait()
            reader.cancel()
            try expect(await reader.value, is: .cancelled, "the outcome")
        },
        .contract("a caller that is cancelled while its body is made leaves at once, and no request has gone out") {
            subject in
            let bench = try subject.bench()
            let asked = Gate()
            let endless = AsyncStream<Data> {
                asked.open()
                await Gate().wait()
                return nil
            }
            let task = Task { await bench.kind(.post, body: .stream(once: endless)) }
            await asked.wait()
            task.cancel()
            try expect(await task.value, is: .cancelled, "the outcome")
            try expect(bench.peer.requestCount, is: 0, "the number of whole requests")
        },
        .contract("calls that were cancelled do not keep later ones from their answers") { subject in
            let bench = try subject.bench { request in
                request.target == "/held" ? .text("late").held(until: Gate()) : .text("fine")
            }
            for _ in 0..<4 {
                let kinds = await withTaskGroup { group in
                    for _ in 0..<50 { group.addTask { await bench.kind(.get, "/held") } }
                    group.cancelAll()
                    return await group.reduce(into: []) { $0.append($1) }
                }
                try expect(kinds, is: Array(repeating: .cancelled, count: 50), "the outcomes")
            }
            let response = try await bench.send(TransportOptions(timeout: .seconds(20)))
            try expect(response.data, is: Data("fine".utf8), "the answer afterwards")
        },
    ]
}
