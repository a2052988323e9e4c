/// How far a body has come, in either direction.
public struct TransferProgress: Hashable, Sendable {
    /// Which way the bytes go: a request's body up, an answer's down.
    public enum Direction: Hashable, Sendable { case upload, download }

    /// Which way.
    public var direction: Direction
    /// Bytes moved so far. It never goes back within an attempt.
    public var completed: Int64
    /// Bytes in all, or nil where that is not known: no length given, or a content encoding undone on the way.
    public var expected: Int64?

    /// So many bytes of a body, of so many in all or of nobody knows how many.
    public init(direction: Direction, completed: Int64, expected: Int64?) {
        self.direction = direction
        self.completed = completed
        self.expected = expected
    }

    /// From 0 to 1, or nil where the whole is not known.
    public var fraction: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(1, Double(completed) / Double(expected)) : 1
    }
}
