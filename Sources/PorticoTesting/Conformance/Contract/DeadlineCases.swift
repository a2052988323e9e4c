#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let deadlines: [ConformanceCase] = [
        .contract("a deadline goes by the call's clock, and is no cancellation") { subject in
            for delivery in TransportOptions.Delivery.both {
                let clock = VirtualClock()
                let bench = try subject.bench(.text("late").held(until: Gate()))
                let options = TransportOptions(delivery: delivery, timeout: .milliseconds(50), clock: clock)
                let task = Task { await bench.kind(options) }
                _ = await bench.peer.received(1)
                await clock.waitForSleepers(1)
                clock.advance(by: .milliseconds(50))
                try expect(await task.value, is: .timedOut(.attempt), "the outcome")
            }
        },
        .contract("a deadline that has not come yet ends nothing") { subject in
            let (clock, gate) = (VirtualClock(), Gate())
            let bench = try subject.bench(.text("fine").held(until: gate))
            let task = Task { await bench.kind(TransportOptions(timeout: .seconds(1), clock: clock)) }
            await gate.waitForArrivals(1)
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(999))
            gate.open()
            try expect(await task.value, is: nil, "the outcome")
            clock.advance(by: .seconds(2))
        },
        .contract("the peer sees a caller leave whose deadline has passed", needs: [.closesOnCancel]) { subject in
            let clock = VirtualClock()
            let bench = try subject.bench(.text("late").held(until: Gate()))
            let task = Task { await bench.kind(TransportOptions(timeout: .seconds(1), clock: clock)) }
            _ = await bench.peer.received(1)
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
            try expect(await task.value, is: .timedOut(.attempt), "the outcome")
            try expect(await bench.peer.callerLeft(1), is: true, "the end of the connection by the caller")
        },
        .contract("a deadline below a second, or one that is over, works") { subject in
            for timeout in [Duration.milliseconds(20), .zero, .seconds(-1)] {
                let bench = try subject.bench(.text("late").held(until: Gate()))
                let kind = await bench.kind(TransportOptions(timeout: timeout))
                try expect(kind, is: .timedOut(.attempt), "the outcome within \(timeout)")
            }
        },
        .contract("a deadline of any length is one") { subject in
            for timeout in [Duration.seconds(Int64.max), .seconds(9_000_000_000)] {
                let response = try await subject.bench(.text("fine")).send(TransportOptions(timeout: timeout))
                try expect(response.data, is: Data("fine".utf8), "the answer within \(timeout)")
            }
        },
        .contract("the deadline of a whole answer is that of its body") { subject in
            let (clock, gate) = (VirtualClock(), Gate())
            let bench = try subject.bench(.text("hello").held(until: gate, at: .body(2)))
            let task = Task { await bench.kind(TransportOptions(timeout: .seconds(1), clock: clock)) }
            await gate.waitForArrivals(1)
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
            try expect(await task.value, is: .timedOut(.attempt), "the outcome")
        },
        .contract("the deadline of a streamed answer is over with its head") { subject in
            let (clock, gate) = (VirtualClock(), Gate())
            let bench = try subject.bench(.text("hello").held(until: gate, at: .body(2)))
            let options = TransportOptions(delivery: .streamed, timeout: .seconds(1), clock: clock)
            let response = try await bench.send(options)
            clock.advance(by: .seconds(2))
            gate.open()
            try expect(try await response.bytes(limit: 5), is: Data("hello".utf8), "the body")
        },
        .contract("the deadline passes while the request's body is made") { subject in
            let clock = VirtualClock()
            let bench = try subject.bench()
            let endless = HTTPBody.stream(once: AsyncStream<Data> { _ in })
            let task = Task {
                await bench.kind(.post, body: endless, TransportOptions(timeout: .seconds(1), clock: clock))
            }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
            try expect(await task.value, is: .timedOut(.attempt), "the outcome")
            try expect(bench.peer.requestCount, is: 0, "the number of whole requests")
        },
        .contract("the connection's deadline is over once the connection stands", needs: [.connectDeadline]) {
            subject in
            let (clock, gate) = (VirtualClock(), Gate())
            let bench = try subject.bench(.text("late").held(until: gate))
            let task = Task { await bench.kind(TransportOptions(connectTimeout: .seconds(1), clock: clock)) }
            await gate.waitForArrivals(1)
            clock.advance(by: .seconds(2))
            gate.open()
            try expect(await task.value, is: nil, "the outcome")
        },
    ]
}
