/// A hash that takes its input piece by piece and holds no more of it than a block.
///
/// FoundationEssentials has none, so they are here: what signing a request and checking a file need, and no more.
package protocol HashFunction: Sendable {
    /// The bytes that are hashed at a time, which HMAC builds on.
    static var blockLength: Int { get }
    init()
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    /// The hash of all that came so far.
    func finalize() -> [UInt8]
}

extension HashFunction {
    /// Takes in the bytes; of `Data`, an array or UTF-8 text nothing is copied.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
        if isContiguous == nil { Array(bytes).withUnsafeBytes { update($0) } }
    }

    /// The hash of these bytes.
    package static func hash(of bytes: some Collection<UInt8>) -> [UInt8] {
        var function = Self()
        function.update(bytes)
        return function.finalize()
    }
}

extension Sequence<UInt8> {
    /// Two small hexadecimal digits a byte: what HTTP and its neighbours write a hash as.
    package var hexadecimalText: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
