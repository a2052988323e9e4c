#if canImport(CryptoKit)
import CryptoKit

/// SHA-256 (FIPS 180-4), by CryptoKit.
package struct SHA256: HashFunction {
    package static let blockLength = 64

    private var function = CryptoKit.SHA256()

    package init() {}
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { function.update(bufferPointer: bytes) }
    package func finalize() -> [UInt8] { Array(function.finalize()) }
}
#else
/// SHA-256 (FIPS 180-4).
package struct SHA256: HashFunction {
    package static let blockLength = 64

    private var blocks = BlockHash<SHA256Compression>()

    package init() {}
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { blocks.update(bytes) }
    package func finalize() -> [UInt8] { blocks.finalize() }
}

struct SHA256Compression: BlockCompression {
    static var isBigEndian: Bool { true }

    private var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )

    var words: [UInt32] { state.indices.map { state[$0] } }

    mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        Self.roundConstants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for start in stride(from: 0, to: blocks.count, by: 64) {
                    Self.fill(schedule, from: blocks, at: start)
                    state &+= Self.rounds(state, schedule, constants)
                }
            }
        }
    }

    /// Section 6.2.2, step 1.
    @inline(__always)
    private static func fill(
        _ schedule: UnsafeMutableBufferPointer<UInt32>, from blocks: UnsafeRawBufferPointer, at start: Int
    ) {
        for index in 0..<16 {
            let word = blocks.loadUnaligned(fromByteOffset: start &+ 4 &* index, as: UInt32.self)
            schedule[index] = UInt32(bigEndian: word)
        }
        for index in 16..<64 {
            let (far, near) = (schedule[index &- 15], schedule[index &- 2])
            let first = far.rotatedRight(by: 7) ^ far.rotatedRight(by: 18) ^ far &>> 3
            let second = near.rotatedRight(by: 17) ^ near.rotatedRight(by: 19) ^ near &>> 10
            schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
        }
    }

    /// Section 6.2.2, steps 2 and 3.
    @inline(__always)
    private static func rounds(
        _ state: SIMD8<UInt32>,
        _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>
    ) -> SIMD8<UInt32> {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])

        @inline(__always)
        func step(
            _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
            _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ index: Int
        ) {
            let sum = e.rotatedRight(by: 6) ^ e.rotatedRight(by: 11) ^ e.rotatedRight(by: 25)
            let choice = g ^ e & (f ^ g)
            let first = h &+ sum &+ choice &+ constants[index] &+ schedule[index]
            let other = a.rotatedRight(by: 2) ^ a.rotatedRight(by: 13) ^ a.rotatedRight(by: 22)
            let majority = a & b | c & (a | b)
            d = d &+ first
            h = first &+ other &+ majority
        }

        // Eight at a time, with the names turned instead of the values: twice as fast.
        for index in stride(from: 0, to: 64, by: 8) {
            step(a, b, c, &d, e, f, g, &h, index)
            step(h, a, b, &c, d, e, f, &g, index &+ 1)
            step(g, h, a, &b, c, d, e, &f, index &+ 2)
            step(f, g, h, &a, b, c, d, &e, index &+ 3)
            step(e, f, g, &h, a, b, c, &d, index &+ 4)
            step(d, e, f, &g, h, a, b, &c, index &+ 5)
            step(c, d, e, &f, g, h, a, &b, index &+ 6)
            step(b, c, d, &e, f, g, h, &a, index &+ 7)
        }
        return SIMD8(a, b, c, d, e, f, g, h)
    }

    /// Section 4.2.2.
    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
#endif
