import Foundation
import PorticoTesting
import Testing

@testable import Portico

@Suite struct HTTPChunksConcurrencyTests {
    /// All chunks that many readers got, and how many of the readers were refused.
    static func read(_ chunks: HTTPChunks, readers: Int) async -> (bytes: [UInt8], refused: Int) {
        await withTaskGroup(of: ([UInt8], Bool).self) { group in
            for _ in 0..<readers {
                group.addTask {
                    var bytes: [UInt8] = []
                    do throws(TransportError) {
                        for try await chunk in chunks { bytes += chunk }
                        return (bytes, false)
                    } catch {
                        return (bytes, true)
                    }
                }
            }
            return await group.reduce(into: ([], 0)) { result, part in
                result.0 += part.0
                result.1 += part.1 ? 1 : 0
            }
        }
    }

    @Test func `concurrent iterators of pieces get each chunk once`() async {
        let pieces = (0..<200).map { PieceSource.Piece.bytes(Data([UInt8($0)])) }
        let (bytes, refused) = await Self.read(HTTPChunks(PieceSource(pieces)), readers: 8)
        #expect(bytes.sorted() == (0..<200).map { UInt8($0) })
        #expect(refused == 0)
    }

    @Test func `a second reader at the same moment is refused and never told that the body has ended`() async throws {
        let (stream, source) = AsyncStream<Data>.makeStream()
        let chunks = HTTPChunks(stream)
        let (refusals, refused) = AsyncStream<TransportError>.makeStream()

        let readers = (0..<2).map { _ in
            Task {
                var iterator = chunks.makeAsyncIterator()
                do throws(TransportError) { return try await iterator.next() } catch {
                    refused.yield(error)
                    return nil
                }
            }
        }
        // One of the two waits for a chunk by now, or will; the other is refused before any chunk is there.
        var iterator = refusals.makeAsyncIterator()
        let refusal = await iterator.next()
        source.yield(Data("a".utf8))
        let results = await [readers[0].value, readers[1].value]

        #expect(refusal?.message == "the body is read by two tasks at once")
        #expect(results.compactMap(\.self) == [Data("a".utf8)])
    }

    @Test func `a stream that exists once is taken by one of many`() async {
        for _ in 0..<50 {
            let body = HTTPBody.stream(once: AsyncStream<Data> { $0.finish() })
            let taken = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { (try? body.chunks()) != nil } }
                return await group.reduce(into: 0) { count, isTaken in count += isTaken ? 1 : 0 }
            }
            #expect(taken == 1)
        }
    }

    @Test func `cancelling while chunks come is an error or a chunk, and never an early end`() async {
        var ends = 0
        for _ in 0..<200 {
            let (stream, source) = AsyncStream<Data>.makeStream()
            let chunks = HTTPChunks(stream)
            let reader = Task { () -> Bool in
                var iterator = chunks.makeAsyncIterator()
                do throws(TransportError) {
                    while try await iterator.next() != nil {}
                    return false
                } catch {
                    return error.kind == .cancelled
                }
            }
            async let produce: Void = { for byte in UInt8(0)..<20 { source.yield(Data([byte])) } }()
            reader.cancel()
            await produce
            ends += await reader.value ? 0 : 1
        }
        #expect(ends == 0)
    }

    private static func error(_ read: () async throws -> Data?) async -> TransportError? {
        do { _ = try await read() } catch { return error as? TransportError }
        return nil
    }

    @Test func `a cancelled reader goes at once, whatever the sequence does, and the chunk is the next one's`()
        async throws
    {
        let sequence = DeafChunks()
        let chunks = HTTPChunks(sequence)
        var iterator = chunks.makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        let reader = Task {
            var iterator = chunks.makeAsyncIterator()
            return try await iterator.next()
        }
        await sequence.waits.wait()

        reader.cancel()
        let result = await reader.result
        let early = await Self.error { try await iterator.next() }
        sequence.gate.open()

        #expect(throws: TransportError.self) { try result.get() }
        // What it waited for is still on its way, and no end.
        #expect(early?.message == "the body is read by two tasks at once")
        var next: Data?
        while next == nil { next = try? await iterator.next() }
        #expect(next == Data("b".utf8))
        #expect(try await iterator.next() == nil)
    }
}
