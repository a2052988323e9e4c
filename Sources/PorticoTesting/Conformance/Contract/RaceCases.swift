#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let races: [ConformanceCase] = [
        .race("many calls at once get each its own answer") { subject in
            let bench = try subject.bench { .text($0.target) }
            let kinds = await race(200) { _ in
                nil
            } _: { number in
                do throws(TransportError) {
                    let response = try await bench.send(.get, "/\(number)")
                    return response.data == Data("/\(number)".utf8) ? nil : .other
                } catch {
                    return error.kind
                }
            }
            try expect(kinds.count { $0 == nil }, is: 200, "the number of right answers")
        },
        .race("calls that are cancelled at any moment return once, and the others are answered") { subject in
            let bench = try subject.bench(.text("hello"))
            let kinds = await race(300) {
                $0 % 3 == 0 ? $0 % 97 : nil
            } _: { _ in
                await bench.kind()
            }
            try check(kinds, 300, at: bench.peer, allowed: [nil, .cancelled])
            try expect(kinds.count { $0 == nil } >= 200, "200 answers", seen: "\(kinds.count { $0 == nil })")
        },
        .race("deadlines, cancellations and answers race, and each call has one outcome") { subject in
            let bench = try subject.bench { $0.number % 2 == 0 ? .text("hello") : .text("late").held(until: Gate()) }
            let kinds = await race(200) {
                $0 % 3 == 0 ? $0 % 61 : nil
            } _: { number in
                await bench.kind(TransportOptions(timeout: .milliseconds(number % 5 + 1)))
            }
            try check(kinds, 200, at: bench.peer, allowed: [nil, .cancelled, .timedOut(.attempt)])
        },
        .race("streams are read, dropped and cancelled at any moment") { subject in
            let bench = try subject.bench(.chunked((0..<20).map { _ in Data(count: 1000) }))
            let kinds = await race(200) {
                $0 % 4 == 0 ? $0 % 89 : nil
            } _: { number in
                do throws(TransportError) {
                    let response = try await bench.send(TransportOptions(delivery: .streamed))
                    guard number % 4 != 1 else { return nil }
                    return try await response.bytes(limit: .max).count == 20_000 ? nil : .other
                } catch {
                    return error.kind
                }
            }
            try check(kinds, 200, at: bench.peer, allowed: [nil, .cancelled])
        },
        .race("challenges and redirects are answered while their calls are cancelled") { subject in
            let bench = try subject.bench { request in
                request.number % 2 == 0
                    ? .text("who?", status: .unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"x\""])
                    : .text("moved", status: .found, fields: [.location: "/elsewhere"])
            }
            let kinds = await race(200) {
                $0 % 2 == 0 ? $0 % 61 : nil
            } _: { _ in
                await bench.kind()
            }
            try check(kinds, 200, at: bench.peer, allowed: [nil, .cancelled])
            try expect(bench.peer.requestCount <= 200, "200 requests at most", seen: "\(bench.peer.requestCount)")
        },
        .race("uploads are cancelled at any moment") { subject in
            let bench = try subject.bench(.text("thanks"))
            let bytes = Data(count: 200_000)
            let kinds = await race(100) {
                $0 % 2 == 0 ? $0 % 89 : nil
            } _: { number in
                let isStreamed = number % 4 < 2
                let body: HTTPBody = isStreamed ? .stream { .inPieces(bytes, of: 30_000) } : .bytes(bytes)
                return await bench.kind(.post, body: body)
            }
            try check(kinds, 100, at: bench.peer, allowed: [nil, .cancelled])
        },
        .race("answers, cuts, silence and streams race with cancellations, and each call has one outcome") { subject in
            let bench = try subject.bench { request in
                switch request.number % 6 {
                case 0: .nothing
                case 1: .text("cut").cut(at: .body(1))
                case 2: .chunked([Data(count: 70_000), Data(count: 5)])
                case 3: .bytes(Data(count: 300_000))
                case 4: .text("late").held(until: Gate())
                default: .status(204)
                }
            }
            let kinds = await race(200) {
                $0 % 3 == 0 ? $0 % 40 : nil
            } _: { number in
                let delivery: TransportOptions.Delivery = number % 2 == 0 ? .streamed : .buffered
                return await bench.kind(TransportOptions(delivery: delivery, timeout: .milliseconds(20 + number % 7)))
            }
            try check(
                kinds, 200, at: bench.peer,
                allowed: [nil, .cancelled, .timedOut(.attempt), .connectionLost, .bodyTruncated])
        },
    ]

    /// Makes many calls, 32 at a time, each cancelled after some turns of the scheduler where `turns` says so.
    private static func race(
        _ count: Int, turns: @escaping @Sendable (Int) -> Int?,
        _ call: @escaping @Sendable (Int) async -> TransportError.Kind?
    ) async -> [TransportError.Kind?] {
        await withTaskGroup(of: TransportError.Kind?.self) { group in
            var kinds: [TransportError.Kind?] = []
            for number in 0..<count {
                if number >= 32, let kind = await group.next() { kinds.append(kind) }
                group.addTask {
                    let task = Task { await call(number) }
                    if let turns = turns(number) {
                        for _ in 0..<turns { await Task.yield() }
                        task.cancel()
                    }
                    return await task.value
                }
            }
            for await kind in group { kinds.append(kind) }
            return kinds
        }
    }

    private static func check(
        _ kinds: [TransportError.Kind?], _ count: Int, at peer: any ConformancePeer, allowed: Set<TransportError.Kind?>
    ) throws(ConformanceFailure) {
        try expect(kinds.count, is: count, "the number of outcomes")
        let others = Set(kinds).subtracting(allowed)
        try expect(others.isEmpty, "answers and the failures that were provoked", seen: "\(others)")
        let (answered, asked) = (kinds.count { $0 == nil }, peer.requestCount)
        try expect(asked > 0 && asked >= answered, "no more answers than requests", seen: "\(answered) to \(asked)")
    }
}
