/// Finds the end of a value by its brackets and quotes alone; whether it is JSON is for the parser to say.
struct ValueSkipper {
    private enum State {
        case scalar
        case string
        case escape
        case between
    }

    private var depth = 0
    private var state: State

    /// - Parameter first: the byte that the value begins with; the others are given to `end`.
    init(first: UInt8) {
        switch first {
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "["), UInt8(ascii: "{"): (state, depth) = (.between, 1)
        default: state = .scalar
        }
    }

    /// Where the value ends in these bytes, or nil where it goes on behind them.
    mutating func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var (state, depth) = (state, depth)
        defer { (self.state, self.depth) = (state, depth) }
        for position in start..<bytes.count {
            let byte = bytes[position]
            switch state {
            case .escape: state = .string
            case .string:
                if byte == UInt8(ascii: "\\") {
                    state = .escape
                } else if byte == UInt8(ascii: "\"") {
                    state = .between
                    if depth == 0 { return position + 1 }
                }
            case .scalar:
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: return position
                default: break
                }
            case .between:
                switch byte {
                case UInt8(ascii: "\""): state = .string
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth -= 1
                    if depth == 0 { return position + 1 }
                default: break
                }
            }
        }
        return nil
    }
}
