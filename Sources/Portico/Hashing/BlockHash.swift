#if !canImport(CryptoKit)
/// What MD5 and SHA-256 differ in: how a block of 64 bytes is worked into the state.
protocol BlockCompression: Sendable {
    /// Whether numbers are read and written with their greatest byte first.
    static var isBigEndian: Bool { get }
    init()
    /// - Parameter blocks: a whole number of blocks.
    mutating func compress(_ blocks: UnsafeRawBufferPointer)
    /// What the hash is made of.
    var words: [UInt32] { get }
}

/// What MD5 and SHA-256 have in common: whole blocks are hashed where they lie, and at the end come a bit, zeros and
/// the length.
struct BlockHash<Compression: BlockCompression> {
    static var blockLength: Int { 64 }

    private var compression = Compression()
    private var length: UInt64 = 0
    /// Less than a block.
    private var rest: [UInt8] = []

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var bytes = bytes[...]
        if !rest.isEmpty {
            let head = bytes.prefix(Self.blockLength - rest.count)
            rest += head
            bytes = bytes[head.endIndex...]
            guard rest.count == Self.blockLength else { return }
            rest.withUnsafeBytes { compression.compress($0) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = bytes.prefix(bytes.count / Self.blockLength * Self.blockLength)
        if !whole.isEmpty { compression.compress(UnsafeRawBufferPointer(rebasing: whole)) }
        rest += bytes[whole.endIndex...]
    }

    func finalize() -> [UInt8] {
        let zeros = (2 * Self.blockLength - 1 - 8 - rest.count) % Self.blockLength
        let padding = [0x80] + [UInt8](repeating: 0, count: zeros) + Self.bytes(of: length &* 8)
        var last = compression
        (rest + padding).withUnsafeBytes { last.compress($0) }
        return last.words.flatMap { Self.bytes(of: $0) }
    }

    private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
        withUnsafeBytes(of: Compression.isBigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
    }
}

extension UInt32 {
    func rotatedLeft(by count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }
    func rotatedRight(by count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
#endif
