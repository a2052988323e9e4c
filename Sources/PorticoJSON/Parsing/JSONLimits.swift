/// What a document may cost: its depth and its length.
///
/// Beside the document, parsing takes eight bytes for each value and each name in it: half of the document's length for
/// most, four times its length for the worst, `[1,1,1,…]`, and for a moment, while the tape grows, half as much again.
public struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may be open at once; 512 unless set. Values are made by recursion, so a stack has to
    /// hold as many.
    public var depth: Int
    /// How many bytes a document may have; at most, and unless set, 1,073,741,823.
    public var length: Int

    public init(depth: Int = 512, length: Int = JSONLimits.maximalLength) {
        self.depth = max(depth, 0)
        self.length = min(max(length, 0), Self.maximalLength)
    }

    /// One byte less than 1 GiB: an offset has 30 bits.
    public static let maximalLength = TapeWord.limit - 1
}
