import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct URLSessionTransportConcurrencyTests {
    /// Runs many calls at once, each cancelled after some turns of the scheduler where `turns` says so.
    private func run(
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

    @Test func `calls that are cancelled at any moment return once, and the others are answered`() async throws {
        let bench = try Bench(.text("hello"))

        let kinds = await run(600) {
            $0 % 3 == 0 ? $0 % 97 : nil
        } _: { _ in
            await bench.kind()
        }

        #expect(kinds.count == 600)
        #expect(Set(kinds).subtracting([nil, .cancelled]) == [])
        #expect(kinds.count { $0 == nil } >= 400)
    }

    @Test func `deadlines, cancellations and answers race, and each call has one outcome`() async throws {
        let bench = try Bench(.text("hello").delayed(by: .milliseconds(2)))

        let kinds = await run(300) {
            $0 % 3 == 0 ? $0 % 61 : nil
        } _: { number in
            await bench.kind(TransportOptions(timeout: .milliseconds(number % 5 + 1)))
        }

        #expect(kinds.count == 300)
        #expect(Set(kinds).subtracting([nil, .cancelled, .timedOut(.attempt)]) == [])
    }

    @Test func `streams are read, dropped and cancelled at any moment`() async throws {
        let bench = try Bench(.chunked((0..<20).map { _ in Data(count: 1000) }))

        let kinds = await run(200) {
            $0 % 4 == 0 ? $0 % 89 : nil
        } _: { number in
            do throws(TransportError) {
                let response = try await bench.transport.send(.to(bench.server), TransportOptions(delivery: .streamed))
                if number % 4 == 1 { return nil }
                return try await response.bytes(limit: .max).count == 20_000 ? nil : .other
            } catch {
                return error.kind
            }
        }

        #expect(Set(kinds).subtracting([nil, .cancelled]) == [])
    }

    @Test func `challenges are answered while their calls are cancelled`() async throws {
        let bench = try Bench(.text("who?", status: .unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"x\""]))

        let kinds = await run(200) {
            $0 % 2 == 0 ? $0 % 61 : nil
        } _: { _ in
            await bench.kind()
        }

        #expect(Set(kinds).subtracting([nil, .cancelled]) == [])
    }

    @Test func `redirects are answered while their calls are cancelled`() async throws {
        let bench = try Bench(.text("moved", status: .found, fields: [.location: "/elsewhere"]))

        let kinds = await run(200) {
            $0 % 2 == 0 ? $0 % 61 : nil
        } _: { _ in
            await bench.kind()
        }

        #expect(Set(kinds).subtracting([nil, .cancelled]) == [])
        #expect(bench.server.requests.allSatisfy { $0.path == "/" })
    }

    @Test func `uploads are cancelled at any moment`() async throws {
        let bench = try Bench(.text("thanks"))
        let body = HTTPBody.bytes(Data(count: 200_000))

        let kinds = await run(100) {
            $0 % 2 == 0 ? $0 % 89 : nil
        } _: { _ in
            await bench.transport.kind(.to(bench.server, .post, body: body))
        }

        #expect(Set(kinds).subtracting([nil, .cancelled]) == [])
    }
}
