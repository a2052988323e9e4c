/// One value of a document, in eight bytes: its kind (4 bits), where it begins (30), and its size (30).
///
/// The size of a scalar is how many bytes it has, without the quotes of a string, whose offset is that of its first
/// byte inside of them. The size of a container is how many words it has, itself among them.
struct TapeWord {
    let bits: UInt64

    enum Kind: UInt8 {
        case null, no, yes
        /// Digits alone, with or without a minus sign.
        case integer
        /// A number with a fraction or an exponent.
        case real
        /// A string of ASCII with no escape, of UTF-8 with none, and one with escapes.
        case plain, text, escaped
        case array
        /// An object whose names are all different and have no escapes.
        case object
        /// An object that has a name twice or an escape in a name: it is searched from its first member on.
        case irregularObject
    }

    /// No offset and no size reaches this, so a document is shorter than 1 GiB.
    static let limit = 1 << 30

    @inline(__always)
    init(_ kind: Kind, offset: Int, size: Int) {
        bits = UInt64(kind.rawValue) << 60 | UInt64(truncatingIfNeeded: offset) << 30 | UInt64(truncatingIfNeeded: size)
    }

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    var kind: Kind {
        let number = UInt8(truncatingIfNeeded: bits >> 60)
        // The cases are numbered from 0 on; a conversion that checks this once more is a call, and not cheap.
        return number <= Kind.irregularObject.rawValue ? unsafeBitCast(number, to: Kind.self) : .null
    }

    @inline(__always)
    var offset: Int { Int(truncatingIfNeeded: bits >> 30) & (Self.limit - 1) }

    @inline(__always)
    var size: Int { Int(truncatingIfNeeded: bits) & (Self.limit - 1) }

    /// How many words the value has: 1 for a scalar.
    @inline(__always)
    var span: Int { bits >> 60 >= UInt64(Kind.array.rawValue) ? size : 1 }
}

extension TapeWord.Kind {
    @inline(__always)
    var isString: Bool { rawValue &- TapeWord.Kind.plain.rawValue <= 2 }
    @inline(__always)
    var isNumber: Bool { self == .integer || self == .real }
    @inline(__always)
    var isObject: Bool { rawValue >= TapeWord.Kind.object.rawValue }

    /// What errors call it: `a string`, `an object`.
    var name: String {
        switch self {
        case .null: "null"
        case .no, .yes: "bool"
        case .integer, .real: "number"
        case .plain, .text, .escaped: "a string"
        case .array: "an array"
        case .object, .irregularObject: "a dictionary"
        }
    }
    /// What errors call a certain one: `the text`, `the object`.
    var nameOfThis: String {
        switch self {
        case .null: "null"
        case .no, .yes: "the bool"
        case .integer, .real: "the number"
        case .plain, .text, .escaped: "the text"
        case .array: "the array"
        case .object, .irregularObject: "the object"
        }
    }
}
