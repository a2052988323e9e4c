import Foundation
import Portico
import Synchronization
import Testing

@Suite struct ChunkChannelConcurrencyTests {
    private final class Counter: Sendable {
        private let value = Atomic(0)
        func increment() { value.add(1, ordering: .relaxed) }
        var count: Int { value.load(ordering: .relaxed) }
    }

    @Test func `a reader gets what a producer on another thread writes, in order, then the end`() async throws {
        let (channel, chunks) = ChunkChannel.make()
        let producer = Task.detached {
            for number in 0..<2000 { channel.write(Data([UInt8(number & 0xFF)])) }
            channel.finish()
        }

        var received = Data()
        for try await chunk in chunks { received.append(chunk) }
        await producer.value

        #expect(received == Data((0..<2000).map { UInt8($0 & 0xFF) }))
    }

    @Test func `a producer that pauses when asked is resumed each time, and holds no more than the mark and a chunk`()
        async throws
    {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let (channel, chunks) = ChunkChannel.make(pauseAt: 100, limit: 110, onResume: { continuation.yield() })
        let producer = Task.detached {
            var resumed = signals.makeAsyncIterator()
            for _ in 0..<1000 {
                switch channel.write(Data(count: 10)) {
                case .more: continue
                case .pause: await resumed.next()
                case .stopped: return
                }
            }
            channel.finish()
        }

        var total = 0
        for try await chunk in chunks { total += chunk.count }
        await producer.value

        #expect(total == 10_000)
    }

    @Test func `a cancelled reader leaves at once, and the producer is told once`() async {
        let stops = Counter()
        let (channel, chunks) = ChunkChannel.make(onStop: { stops.increment() })
        let reader = Task { () -> TransportError.Kind? in
            do throws(TransportError) {
                _ = try await chunks.collected(limit: 10)
                return nil
            } catch {
                return error.kind
            }
        }

        reader.cancel()

        #expect(await reader.value == .cancelled)
        #expect(stops.count == 1)
        #expect(channel.write(Data([1])) == .stopped)
    }

    @Test func `chunks that are dropped before the end stop the producer, and after the end do not`() async throws {
        let (early, late) = (Counter(), Counter())
        do {
            let (channel, chunks) = ChunkChannel.make(onStop: { early.increment() })
            channel.write(Data([1]))
            _ = chunks
        }
        do {
            let (channel, chunks) = ChunkChannel.make(onStop: { late.increment() })
            channel.write(Data([1]))
            channel.finish()
            _ = try await chunks.collected(limit: 1)
        }

        #expect(early.count == 1)
        #expect(late.count == 0)
    }

    @Test func `a failure is what every later read gets, never a short success`() async {
        let (channel, chunks) = ChunkChannel.make()
        channel.write(Data([1]))
        channel.finish(throwing: TransportError(.bodyTruncated))

        for _ in 0..<3 {
            await #expect { try await chunks.collected(limit: 10) } throws: {
                ($0 as? TransportError)?.kind == .bodyTruncated
            }
        }
    }

    @Test func `racing writes, reads, cancellations and ends resume each reader exactly once`() async {
        await withTaskGroup(of: Void.self) { group in
            for round in 0..<400 {
                let (channel, chunks) = ChunkChannel.make(pauseAt: 2, limit: 8)
                let reader = Task { try? await chunks.collected(limit: 100) }
                group.addTask { for _ in 0..<6 { channel.write(Data([1])) } }
                group.addTask { if round % 2 == 0 { channel.finish() } else { reader.cancel() } }
                group.addTask {
                    _ = await reader.value
                    channel.finish()
                }
            }
        }
    }
}
