/// A keyed hash (RFC 2104): `HMAC<SHA256>.code(of: text.utf8, key: secret)`.
package struct HMAC<Hash: HashFunction>: Sendable {
    private var inner = Hash()
    private var outer = Hash()

    package init(key: some Collection<UInt8>) {
        var key = key.count > Hash.blockLength ? Hash.hash(of: key) : Array(key)
        key += [UInt8](repeating: 0, count: Hash.blockLength - key.count)
        inner.update(key.map { $0 ^ 0x36 })
        outer.update(key.map { $0 ^ 0x5c })
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) { inner.update(bytes) }
    package mutating func update(_ bytes: some Collection<UInt8>) { inner.update(bytes) }

    /// The code of all that came so far.
    package func finalize() -> [UInt8] {
        var outer = outer
        outer.update(inner.finalize())
        return outer.finalize()
    }

    /// The code of these bytes.
    package static func code(of bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        var code = HMAC(key: key)
        code.update(bytes)
        return code.finalize()
    }
}
