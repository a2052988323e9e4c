/// Where something is written: a slot for one value, which may have become an object or an array.
///
/// While values come in the order of the text, it is a level of the stack of open containers and the offset at which
/// the value begins. After that it is a node of a ``LateTree``. Three words, so that an `Encoder` made of it fits into
/// an existential without a box.
struct Place {
    let output: JSONOutput
    /// Never given twice within one output.
    let serial: Int
    private let position: Int

    init(_ output: JSONOutput, serial: Int, start: Int, level: Int) {
        self.output = output
        self.serial = serial
        position = start << 16 | level
    }

    /// How many containers stand around it.
    var level: Int { position & 0xFFFF }

    /// Whether it is a container that is open, in a text that is in order.
    var isOpen: Bool {
        output.tree == nil && output.depth > level && output.open[level].serial == serial
    }

    /// The offset at which the value begins, or the node in a tree.
    var start: Int { position >> 16 }
}

/// A container that is being written.
struct OpenContainer {
    /// That of the slot that it fills.
    let serial: Int
    let start: Int
    let isArray: Bool
    var count = 0
    /// Of an object: where its keys begin in ``JSONOutput/keys``.
    let firstKey: Int
    /// One bit for each key, to see at once that a key is new.
    var seen: UInt64 = 0
    /// Whether its keys are known to differ, and to come in order where they have to.
    var hasDistinctKeys = false
    /// Whether a key comes twice, or there are too many keys to have looked.
    var mayRepeatKeys = false
    /// The hashes of so many of its keys, where they are too many to compare.
    var hashes: Set<UInt32>?
    var hashedKeys = 0
    /// The key of the member that is being written, where that is more than a plain value.
    var key: (any CodingKey)?
}

/// A key in the bytes, its quotes left out.
struct WrittenKey {
    let start: Int
    let count: Int32
    let hash: UInt32
}
