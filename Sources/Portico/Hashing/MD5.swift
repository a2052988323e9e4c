#if canImport(CryptoKit)
import CryptoKit

/// MD5 (RFC 1321), by CryptoKit: for Digest authentication and `Content-MD5`, never to trust anything by.
package struct MD5: HashFunction {
    package static let blockLength = 64

    private var function = Insecure.MD5()

    package init() {}
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { function.update(bufferPointer: bytes) }
    package func finalize() -> [UInt8] { Array(function.finalize()) }
}
#else
/// MD5 (RFC 1321): for Digest authentication and `Content-MD5`, never to trust anything by.
package struct MD5: HashFunction {
    package static let blockLength = 64

    private var blocks = BlockHash<MD5Compression>()

    package init() {}
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { blocks.update(bytes) }
    package func finalize() -> [UInt8] { blocks.finalize() }
}

struct MD5Compression: BlockCompression {
    static var isBigEndian: Bool { false }

    private var state = SIMD4<UInt32>(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476)

    var words: [UInt32] { state.indices.map { state[$0] } }

    mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        Self.sines.withUnsafeBufferPointer { sines in
            for start in stride(from: 0, to: blocks.count, by: 64) {
                let block = UnsafeRawBufferPointer(rebasing: blocks[start..<start &+ 64])
                state &+= Self.rounds(state, block, sines)
            }
        }
    }

    /// Section 3.4: four rounds of sixteen steps, which differ in their function, their order of the words and their
    /// shifts.
    @inline(__always)
    private static func rounds(
        _ state: SIMD4<UInt32>, _ block: UnsafeRawBufferPointer, _ sines: UnsafeBufferPointer<UInt32>
    ) -> SIMD4<UInt32> {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])

        @inline(__always)
        func step(_ mixed: UInt32, _ index: Int, word: Int, _ shifts: SIMD4<UInt32>) {
            let word = block.loadUnaligned(fromByteOffset: 4 &* (word & 15), as: UInt32.self)
            let sum = a &+ mixed &+ UInt32(littleEndian: word) &+ sines[index]
            (a, d, c, b) = (d, c, b, b &+ sum.rotatedLeft(by: shifts[index & 3]))
        }

        for index in 0..<16 { step(b & c | ~b & d, index, word: index, [7, 12, 17, 22]) }
        for index in 16..<32 { step(b & d | c & ~d, index, word: 5 &* index &+ 1, [5, 9, 14, 20]) }
        for index in 32..<48 { step(b ^ c ^ d, index, word: 3 &* index &+ 5, [4, 11, 16, 23]) }
        for index in 48..<64 { step(c ^ (b | ~d), index, word: 7 &* index, [6, 10, 15, 21]) }
        return SIMD4(a, b, c, d)
    }

    /// Section 3.4: 2³² times the sine of each number from 1, without its sign.
    private static let sines: [UInt32] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
        0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
        0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
        0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
        0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
        0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
        0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
    ]
}
#endif
