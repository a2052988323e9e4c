/// What a document may cost: its depth and its length.
///
/// Beside the document, parsing takes eight bytes for each value and each name in it: half of the document's length for
/// most, four times its length for the worst, `[1,1,1,…]`, and for a moment, while the tape grows, half as much again.
public struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may be open at once; 512 unless set. Values are made by recursion, so a stack has to
    /// hold as many.
    public var depth: Int { didSet { depth = max(depth, 0) } }
    /// How many bytes a document may have; at most, and unless set, 1,073,741,823.
    public var length: Int { didSet { length = Self.possible(length) } }

    /// Limits of so much; what is below zero is zero.
    public init(depth: Int = 512, length: Int = JSONLimits.maximalLength) {
        self.depth = max(depth, 0)
        self.length = Self.possible(length)
    }

    private static func possible(_ length: Int) -> Int { min(max(length, 0), maximalLength) }

    /// One byte less than 1 GiB: an offset has 30 bits.
    public static let maximalLength = TapeWord.limit - 1
}
