import Testing

@testable import Portico

@Suite struct HMACTests {
    struct Vector: Sendable {
        var key: [UInt8]
        var message: [UInt8]
        var code: String

        init(_ key: [UInt8], _ message: [UInt8], _ code: String) {
            (self.key, self.message, self.code) = (key, message, code)
        }

        init(_ key: String, _ message: String, _ code: String) { self.init(Array(key.utf8), Array(message.utf8), code) }
    }

    static let longKey = [UInt8](repeating: 0xaa, count: 131)
    static let counting = [UInt8](1...25)

    @Test(arguments: [
        Vector(
            .init(repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        Vector(
            "Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        Vector(
            .init(repeating: 0xaa, count: 20), .init(repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        Vector(
            counting, .init(repeating: 0xcd, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        Vector(
            longKey, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        Vector(
            longKey,
            Array(
                """
                This is a test using a larger than block-size key and a larger than block-size data. \
                The key needs to be hashed before being used by the HMAC algorithm.
                """.utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func `HMAC-SHA-256 gives the codes of RFC 4231`(_ vector: Vector) {
        #expect(HMAC<SHA256>.code(of: vector.message, key: vector.key).hexadecimalText == vector.code)
    }

    @Test(arguments: [
        Vector(.init(repeating: 0x0b, count: 16), Array("Hi There".utf8), "9294727a3638bb1c13f48ef8158bfc9d"),
        Vector("Jefe", "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
        Vector(
            .init(repeating: 0xaa, count: 16), .init(repeating: 0xdd, count: 50), "56be34521d144c88dbb8c733f0e8b3f6"
        ),
        Vector(counting, .init(repeating: 0xcd, count: 50), "697eaf0aca3a3aea3a75164746ffaa79"),
        Vector(
            .init(repeating: 0xaa, count: 80), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"
        ),
        Vector(
            .init(repeating: 0xaa, count: 80),
            Array("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
            "6f630fad67cda0ee1fb1f562db3aa53e"
        ),
    ])
    func `HMAC-MD5 gives the codes of RFC 2202`(_ vector: Vector) {
        #expect(HMAC<MD5>.code(of: vector.message, key: vector.key).hexadecimalText == vector.code)
    }

    @Test func `pieces make the code of the whole, and an empty key is a key`() {
        var code = HMAC<SHA256>(key: [])
        code.update("what do ya ".utf8)
        code.update("want for nothing?".utf8)

        #expect(code.finalize() == HMAC<SHA256>.code(of: "what do ya want for nothing?".utf8, key: []))
        #expect(
            HMAC<SHA256>.code(of: [], key: []).hexadecimalText
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        )
    }
}
