import Foundation
import Testing

@testable import Portico

/// The vectors are those that were published with the algorithms.
@Suite struct HashFunctionTests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
    func `MD5 gives the hashes of RFC 1321`(_ text: String, _ hash: String) {
        #expect(MD5.hash(of: text.utf8).hexadecimalText == hash)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `SHA-256 gives the hashes of FIPS 180`(_ text: String, _ hash: String) {
        #expect(SHA256.hash(of: text.utf8).hexadecimalText == hash)
    }

    /// NIST's SHA256ShortMsg.rsp.
    @Test(
        arguments: [
            ([0xd3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
            ([0x11, 0xaf], "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
            ([0xb4, 0x19, 0x0e], "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
            ([0x74, 0xba, 0x25, 0x21], "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"),
        ] as [([UInt8], String)])
    func `SHA-256 gives the hashes of the short messages of NIST`(_ bytes: [UInt8], _ hash: String) {
        #expect(SHA256.hash(of: bytes).hexadecimalText == hash)
    }

    @Test func `pieces of any size make the hash of the whole`() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for length in 0...bytes.count {
            let (whole, md5) = (SHA256.hash(of: bytes.prefix(length)), MD5.hash(of: bytes.prefix(length)))
            for size in [1, 3, 63, 64, 65, 129] {
                var (pieces, md5Pieces) = (SHA256(), MD5())
                for start in stride(from: 0, to: length, by: size) {
                    pieces.update(bytes[start..<min(start + size, length)])
                    md5Pieces.update(bytes[start..<min(start + size, length)])
                }
                #expect(pieces.finalize() == whole, "\(length) bytes, \(size) at a time")
                #expect(md5Pieces.finalize() == md5, "\(length) bytes, \(size) at a time")
            }
        }
    }

    @Test func `what came so far can be asked for in between`() {
        var hash = SHA256()
        hash.update("abc".utf8)
        let first = hash.finalize()
        hash.update("def".utf8)

        #expect(first == SHA256.hash(of: "abc".utf8))
        #expect(hash.finalize() == SHA256.hash(of: "abcdef".utf8))
    }

    @Test func `a slice of data, an array and a lazy collection are hashed alike`() {
        let bytes: [UInt8] = Array(1...200)

        #expect(SHA256.hash(of: Data([0] + bytes).dropFirst()) == SHA256.hash(of: bytes))
        #expect(SHA256.hash(of: bytes.lazy.map { $0 }) == SHA256.hash(of: bytes))
    }

    @Test func `hexadecimal text has two small digits a byte`() {
        #expect([0x00, 0x0a, 0xff, 0x10].hexadecimalText == "000aff10")
        #expect([].hexadecimalText == "")
    }
}
