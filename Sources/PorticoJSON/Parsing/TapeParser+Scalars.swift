extension TapeParser {
    /// A string, whose quote is at the place.
    @inline(__always)
    mutating func appendString(_ place: inout UnsafePointer<UInt8>) -> Bool {
        let first = place + 1
        var rest = first
        while end - rest >= 8 {
            let specials = ByteWord(rest).specials
            guard specials != 0 else {
                rest += 8
                continue
            }
            rest += specials.firstMarkedByte
            guard rest.pointee == UInt8(ascii: "\"") else { break }
            tape.append(TapeWord(.plain, offset: first - start, size: rest - first))
            place = rest + 1
            return true
        }
        place = rest
        return appendSpecialString(first, &place)
    }

    /// A string with something in it that is not simply passed over, or near the end of the document; what is before
    /// the place has been looked at.
    @inline(never)
    private mutating func appendSpecialString(
        _ first: UnsafePointer<UInt8>, _ place: inout UnsafePointer<UInt8>
    ) -> Bool {
        var kind = TapeWord.Kind.plain
        var rest = place
        defer { place = rest }
        while rest < end {
            let byte = rest.pointee
            if byte == UInt8(ascii: "\"") {
                tape.append(TapeWord(kind, offset: first - start, size: rest - first))
                rest += 1
                return true
            } else if byte == UInt8(ascii: "\\") {
                kind = .escaped
                guard passEscape(&rest) else { return false }
            } else if byte >= 0x80 {
                if kind == .plain { kind = .text }
                guard passSequence(&rest) else { return fail("UTF-8") }
            } else if byte < 0x20 {
                return fail("no control character in a string")
            } else {
                rest += 1
                while end - rest >= 8 {
                    let count = ByteWord(rest).specials.firstMarkedByte
                    rest += count
                    if count < 8 { break }
                }
            }
        }
        return fail("'\"' at the end of a string")
    }

    /// One character that is not ASCII, well-formed by table 3-7 of the Unicode standard.
    @inline(__always)
    private func passSequence(_ place: inout UnsafePointer<UInt8>) -> Bool {
        let lead = place[0]
        let left = end - place
        if lead >= 0xE0, lead < 0xF0 {
            guard left >= 3, place[1] & 0xC0 == 0x80, place[2] & 0xC0 == 0x80 else { return false }
            // No longer form than needed, and no surrogate.
            if lead == 0xE0, place[1] < 0xA0 { return false }
            if lead == 0xED, place[1] >= 0xA0 { return false }
            place += 3
            return true
        } else if lead >= 0xC2, lead < 0xE0 {
            guard left >= 2, place[1] & 0xC0 == 0x80 else { return false }
            place += 2
            return true
        } else if lead >= 0xF0, lead < 0xF5 {
            guard left >= 4, place[1] & 0xC0 == 0x80, place[2] & 0xC0 == 0x80, place[3] & 0xC0 == 0x80 else {
                return false
            }
            if lead == 0xF0, place[1] < 0x90 { return false }
            if lead == 0xF4, place[1] >= 0x90 { return false }
            place += 4
            return true
        }
        return false
    }

    /// A backslash and what belongs to it; of a surrogate also the other half, which has to be there.
    private mutating func passEscape(_ place: inout UnsafePointer<UInt8>) -> Bool {
        guard end - place >= 2 else { return fail("an escape after '\\'") }
        switch place[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            place += 2
            return true
        case UInt8(ascii: "u"):
            guard let unit = hexUnit(place + 2) else { return fail("four hexadecimal digits after '\\u'") }
            if unit & 0xF800 == 0xD800 {
                guard unit < 0xDC00, end - place >= 12, place[6] == UInt8(ascii: "\\"), place[7] == UInt8(ascii: "u"),
                    let low = hexUnit(place + 8), low & 0xFC00 == 0xDC00
                else { return fail("both halves of a surrogate pair") }
                place += 12
            } else {
                place += 6
            }
            return true
        default: return fail("an escape after '\\'")
        }
    }

    private func hexUnit(_ place: UnsafePointer<UInt8>) -> UInt32? {
        guard end - place >= 4 else { return nil }
        return EscapedText.hexUnit(place)
    }

    /// `-`, digits with no zero before others, a fraction, an exponent.
    @inline(__always)
    mutating func appendNumber(_ place: inout UnsafePointer<UInt8>) -> Bool {
        let first = place
        var rest = first
        if rest.pointee == UInt8(ascii: "-") { rest += 1 }
        let digits = rest
        rest = afterDigits(rest)
        var kind = TapeWord.Kind.integer
        guard rest > digits else {
            place = rest
            return fail("a digit")
        }
        if digits.pointee == UInt8(ascii: "0"), rest - digits > 1 {
            place = digits + 1
            return fail("no digit after a leading zero")
        }
        if rest < end, rest.pointee == UInt8(ascii: ".") {
            kind = .real
            let fraction = rest + 1
            rest = afterDigits(fraction)
            guard rest > fraction else {
                place = rest
                return fail("a digit")
            }
        }
        if rest < end, rest.pointee | 0x20 == UInt8(ascii: "e") {
            kind = .real
            var exponent = rest + 1
            if exponent < end, exponent.pointee == UInt8(ascii: "+") || exponent.pointee == UInt8(ascii: "-") {
                exponent += 1
            }
            rest = afterDigits(exponent)
            guard rest > exponent else {
                place = rest
                return fail("a digit")
            }
        }
        tape.append(TapeWord(kind, offset: first - start, size: rest - first))
        place = rest
        return true
    }

    @inline(__always)
    private func afterDigits(_ first: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var place = first
        while end - place >= 8 {
            let count = ByteWord(place).nonDigits.firstMarkedByte
            place += count
            if count < 8 { return place }
        }
        while place < end, place.pointee &- UInt8(ascii: "0") <= 9 { place += 1 }
        return place
    }
}
