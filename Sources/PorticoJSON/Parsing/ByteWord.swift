/// Eight bytes at once, the first in the lowest bits.
///
/// The tests mark bytes by their highest bit. They are exact for the lowest byte that is marked, which is the one that
/// is asked for; a borrow or a carry can mark others above it.
struct ByteWord {
    let bits: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    /// The eight bytes must be there.
    @inline(__always)
    init(_ pointer: UnsafePointer<UInt8>) {
        bits = UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// The bytes that a string cannot simply pass over: a quote, a backslash, a control, and what is not ASCII.
    @inline(__always)
    var specials: UInt64 {
        let quotes = (bits ^ (Self.ones &* 0x22)) &- Self.ones
        let backslashes = (bits ^ (Self.ones &* 0x5C)) &- Self.ones
        let controls = bits &- (Self.ones &* 0x20)
        return ((quotes | backslashes | controls) | bits) & Self.highBits
    }

    /// The bytes that are no digits.
    @inline(__always)
    var nonDigits: UInt64 {
        let low = bits ^ (Self.ones &* 0x30)
        // A digit is now 0 to 9; adding 0x76 takes anything higher to the highest bit.
        return ((low &+ (Self.ones &* 0x76)) | low) & Self.highBits
    }

    /// The bytes that are no spaces.
    @inline(__always)
    var nonSpaces: UInt64 { bits ^ (Self.ones &* 0x20) }

    /// Eight digits as a number.
    @inline(__always)
    var digits: UInt64 {
        var value = bits &- (Self.ones &* 0x30)
        value = (value &* 10) &+ (value >> 8)
        let pairs: UInt64 = 0x0000_00FF_0000_00FF
        let high = (value & pairs) &* 0x000F_4240_0000_0064
        let low = ((value >> 16) & pairs) &* 0x0000_2710_0000_0001
        return (high &+ low) >> 32
    }
}

extension UInt64 {
    /// The index of the lowest byte that is marked; 8 where none is.
    @inline(__always)
    var firstMarkedByte: Int { trailingZeroBitCount >> 3 }
}
