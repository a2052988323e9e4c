#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A body that arrives, or leaves, chunk by chunk.
///
/// The next chunk is asked for when the reader wants it, so a slow reader slows its producer down. A body is read once:
/// iterators share it, and each chunk goes to one of them. Two tasks that ask at the same moment may get an error, but
/// never an end that is none. When the last iterator and the sequence itself are gone before the end, the producer is
/// told to stop, which for a response closes the connection.
///
/// ```swift
/// for try await chunk in response.chunks { file.append(chunk) }
/// ```
public struct HTTPChunks: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = TransportError

    private let source: any ChunkSource
    private let lifetime: Lifetime

    /// Chunks that a source yields. The source is told to stop when nobody can ask any more.
    package init(_ source: any ChunkSource) {
        self.source = source
        lifetime = Lifetime(source)
    }

    /// The chunks of another sequence. An error of it that is no ``TransportError`` becomes one, of kind
    /// ``TransportError/Kind/bodyFailed``. A reader that is cancelled goes at once where the sequence does not heed that; what it
    /// waited for is the next reader's.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        self.init(SequenceSource(chunks))
    }

    public func makeAsyncIterator() -> Iterator { Iterator(source: source, lifetime: lifetime) }

    /// Takes the chunks in their order. Two iterators share them: each chunk is one reader's.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: any ChunkSource
        fileprivate let lifetime: Lifetime

        public mutating func next() async throws(TransportError) -> Data? {
            try await source.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            try await source.next()
        }
    }

    /// All chunks in one piece.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/bodyTooLarge(limit:)`` when there are more than
    ///   `limit` bytes, and whatever the source fails with.
    public func collected(limit: Int) async throws(TransportError) -> Data {
        var whole = Data()
        while let chunk = try await source.next() {
            guard chunk.count <= limit - whole.count else { throw TransportError(.bodyTooLarge(limit: limit)) }
            whole.append(chunk)
        }
        return whole
    }

    fileprivate final class Lifetime: Sendable {
        private let source: any ChunkSource
        init(_ source: any ChunkSource) { self.source = source }
        deinit { source.stop() }
    }
}

/// Where the chunks of an ``HTTPChunks`` come from.
package protocol ChunkSource: Sendable {
    /// The next chunk, which is never empty, or nil at the end and ever after. A cancelled task gets an error of kind
    /// ``TransportError/Kind/cancelled``.
    func next() async throws(TransportError) -> Data?

    /// Says that no one will ask again. It may come at any time, after the end too, and from any thread.
    func stop()
}
