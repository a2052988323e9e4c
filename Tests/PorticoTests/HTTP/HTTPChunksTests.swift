import Foundation
import Testing

@testable import Portico

@Suite struct HTTPChunksTests {
    struct Broken: Error {}

    @Test func `empty chunks are passed over and the end stays the end`() async throws {
        let chunks = HTTPChunks(
            AsyncStream<Data> { source in
                for text in ["", "a", "", "b", ""] { source.yield(Data(text.utf8)) }
                source.finish()
            })
        var iterator = chunks.makeAsyncIterator()

        #expect(try await iterator.next() == Data("a".utf8))
        #expect(try await iterator.next() == Data("b".utf8))
        for _ in 0..<3 { #expect(try await iterator.next() == nil) }
        #expect(try await chunks.collected(limit: 10) == Data())
    }

    @Test func `an error of the sequence becomes a failing body and then the end`() async throws {
        let chunks = HTTPChunks(AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Broken()) })
        var iterator = chunks.makeAsyncIterator()

        let error = await #expect(throws: TransportError.self) { try await iterator.next() }
        #expect(error?.kind == .bodyFailed && error?.underlying is Broken)
        #expect(try await iterator.next() == nil)
    }

    @Test func `a transport error passes as it is`() async throws {
        let chunks = HTTPChunks(
            AsyncThrowingStream<Data, any Error> { $0.finish(throwing: TransportError(.bodyTruncated)) })
        let error = await #expect(throws: TransportError.self) { try await chunks.collected(limit: 1) }
        #expect(error?.kind == .bodyTruncated)
    }

    @Test func `after a file that fails nothing of the body follows`() async throws {
        let source = PieceSource([
            .bytes(Data("a".utf8)), .file(URL(fileURLWithPath: "/nowhere")), .bytes(Data("b".utf8)),
        ])
        var iterator = HTTPChunks(source).makeAsyncIterator()

        #expect(try await iterator.next() == Data("a".utf8))
        await #expect(throws: TransportError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func `iterators share the chunks`() async throws {
        let chunks = HTTPChunks(PieceSource([.bytes(Data("a".utf8)), .bytes(Data("b".utf8))]))
        var (first, second) = (chunks.makeAsyncIterator(), chunks.makeAsyncIterator())
        #expect(try await first.next() == Data("a".utf8))
        #expect(try await second.next() == Data("b".utf8))
        #expect(try await first.next() == nil)
    }

    /// Says when it is told to stop.
    final class Source: ChunkSource {
        let stops: AsyncStream<Void>.Continuation
        init(_ stops: AsyncStream<Void>.Continuation) { self.stops = stops }
        func next() async throws(TransportError) -> Data? { Data("x".utf8) }
        func stop() { stops.yield() }
    }

    @Test func `the producer is told to stop once, when nobody can ask any more`() async throws {
        let (stops, continuation) = AsyncStream<Void>.makeStream()
        var chunks: HTTPChunks? = HTTPChunks(Source(continuation))
        var iterator = chunks?.makeAsyncIterator()
        chunks = nil
        #expect(try await iterator?.next() == Data("x".utf8))
        continuation.yield() // a mark: no stop came before it

        iterator = nil
        continuation.finish()

        #expect(await stops.reduce(into: 0) { count, _ in count += 1 } == 2)
    }

    @Test func `a cancelled reader of a stream gets an error and no early end`() async throws {
        let (stream, source) = AsyncStream<Data>.makeStream()
        source.yield(Data("a".utf8))
        let chunks = HTTPChunks(stream)
        let (started, begin) = AsyncStream<Void>.makeStream()
        let reader = Task {
            var iterator = chunks.makeAsyncIterator()
            _ = try await iterator.next()
            begin.yield()
            return try await iterator.next()
        }

        for await _ in started { break }
        reader.cancel()

        let error = await #expect(throws: TransportError.self) { try await reader.value }
        #expect(error?.kind == .cancelled)
    }

    @Test(arguments: [HTTPBody.text("abc"), HTTPBodyTests.stream(["abc"]), HTTPBodyTests.stream(["abc"], length: 3)])
    func `a task that is cancelled already reads nothing`(body: HTTPBody) async throws {
        let reader = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await body.chunks().collected(limit: 10)
        }
        let error = await #expect(throws: TransportError.self) { try await reader.value }
        #expect(error?.kind == .cancelled)
    }
}
