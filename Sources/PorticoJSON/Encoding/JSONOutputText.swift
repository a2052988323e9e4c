// How strings are written: copied eight bytes at a time as long as none of the eight needs an escape.

extension JSONOutput {
    /// Appends a string with its quotes.
    @inline(__always)
    func write(_ text: String) {
        var text = text
        text.withUTF8(write)
    }

    /// Appends UTF-8 with quotes around it.
    func write(_ text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 64)
        put(UInt8(ascii: "\""))
        if let start = text.baseAddress { copy(UnsafeRawPointer(start), text.count) }
        put(UInt8(ascii: "\""))
    }

    @inline(__always)
    private func copy(_ source: UnsafeRawPointer, _ length: Int) {
        var done = 0
        // Known here alone, so that it can stay in a register.
        var target = UnsafeMutableRawPointer(bytes + count)
        let slashes = options.escapesSlashes
        while done &+ 8 <= length {
            let word = source.loadUnaligned(fromByteOffset: done, as: UInt64.self)
            if Self.hasEscape(word, slashes: slashes) {
                count = UnsafeRawPointer(target) - UnsafeRawPointer(bytes)
                escape(source + done, 8, before: length - done - 8)
                target = UnsafeMutableRawPointer(bytes + count)
            } else {
                target.storeBytes(of: word, as: UInt64.self)
                target += 8
            }
            done &+= 8
        }
        count = UnsafeRawPointer(target) - UnsafeRawPointer(bytes)
        let rest = length &- done
        guard rest > 0 else { return }
        if length >= 8 {
            // The last eight bytes, of which some are written already.
            let word = source.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
            let new = word >> UInt64(truncatingIfNeeded: (8 &- rest) &* 8)
            let padded = new | (Self.spaces << UInt64(truncatingIfNeeded: rest &* 8))
            if !Self.hasEscape(padded, slashes: slashes) {
                target.storeBytes(of: new, as: UInt64.self)
                count &+= rest
                return
            }
        }
        escape(source + done, rest, before: 0)
    }

    private static let spaces: UInt64 = 0x2020_2020_2020_2020

    /// Whether a control, a quote, a backslash or, where that matters, a slash is among eight bytes.
    @inline(__always)
    private static func hasEscape(_ word: UInt64, slashes: Bool) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        var found = (word &- ones &* 0x20) & ~word
        found |= (quote &- ones) & ~quote
        found |= (backslash &- ones) & ~backslash
        if slashes {
            let slash = word ^ (ones &* 0x2F)
            found |= (slash &- ones) & ~slash
        }
        return found & (ones &* 0x80) != 0
    }

    /// Appends bytes one by one, and leaves room for so many more.
    private func escape(_ source: UnsafeRawPointer, _ length: Int, before rest: Int) {
        reserve(length * 6 + rest + 64)
        var target = bytes + count
        let slashes = options.escapesSlashes
        for index in 0..<length {
            let byte = source.load(fromByteOffset: index, as: UInt8.self)
            let isPlain =
                byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                && (byte != UInt8(ascii: "/") || !slashes)
            if isPlain {
                target.pointee = byte
                target += 1
            } else {
                target = Self.putEscape(of: byte, at: target)
            }
        }
        count = target - bytes
    }

    /// Writes an escape, and returns where it ends.
    private static func putEscape(of byte: UInt8, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
    {
        target[0] = UInt8(ascii: "\\")
        switch byte {
        case 0x08: target[1] = UInt8(ascii: "b")
        case 0x09: target[1] = UInt8(ascii: "t")
        case 0x0A: target[1] = UInt8(ascii: "n")
        case 0x0C: target[1] = UInt8(ascii: "f")
        case 0x0D: target[1] = UInt8(ascii: "r")
        case 0x20...: target[1] = byte
        default:
            target[1] = UInt8(ascii: "u")
            (target[2], target[3]) = (UInt8(ascii: "0"), UInt8(ascii: "0"))
            target[4] = byte < 16 ? UInt8(ascii: "0") : UInt8(ascii: "1")
            target[5] = (byte & 15) + (byte & 15 < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            return target + 6
        }
        return target + 2
    }

    /// Appends plain ASCII as it is.
    @inline(__always)
    func writeRaw(_ text: String) {
        var text = text
        text.withUTF8 { text in
            reserve(text.count + 64)
            guard let start = text.baseAddress else { return }
            (bytes + count).update(from: start, count: text.count)
            count += text.count
        }
    }

    /// Appends Base64 (RFC 4648, section 4) with quotes around it.
    func writeBase64(_ data: UnsafeRawBufferPointer) {
        reserve(data.count / 3 * (options.escapesSlashes ? 8 : 4) + 64)
        let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        func putDigit(_ digit: UInt32) {
            if digit == 63, options.escapesSlashes { put(UInt8(ascii: "\\")) }
            put(alphabet.utf8Start[Int(digit)])
        }
        put(UInt8(ascii: "\""))
        var index = 0
        while index < data.count {
            let size = min(3, data.count - index)
            let second = size > 1 ? UInt32(data[index + 1]) : 0
            let third = size > 2 ? UInt32(data[index + 2]) : 0
            let group = UInt32(data[index]) << 16 | second << 8 | third
            putDigit(group >> 18)
            putDigit(group >> 12 & 63)
            if size > 1 { putDigit(group >> 6 & 63) } else { put(UInt8(ascii: "=")) }
            if size > 2 { putDigit(group & 63) } else { put(UInt8(ascii: "=")) }
            index += 3
        }
        put(UInt8(ascii: "\""))
    }
}
