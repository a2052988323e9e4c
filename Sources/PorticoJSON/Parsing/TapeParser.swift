/// Checks a document (RFC 8259) and writes a word for each of its values, in one pass and without recursion.
///
/// It reads through pointers. Each read is behind a comparison with `end`; eight bytes are read at once only where eight
/// are left. While a container is open, its word has the index of the word of the container around it for a size, so
/// the tape is the stack too.
struct TapeParser: ~Copyable {
    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    let maximalDepth: Int
    var tape: TapeBuffer
    var names: NameCheck
    /// What was expected where parsing failed.
    var expected: StaticString = "a value"

    /// The bytes must outlive the parser, and be shorter than `TapeWord.limit`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, start: UnsafePointer<UInt8>, limits: JSONLimits) {
        self.start = start
        end = start + bytes.count
        maximalDepth = limits.depth
        tape = TapeBuffer(forDocumentOf: bytes.count)
        names = NameCheck(start: start, end: end)
    }

    /// - Returns: where it failed, or nil.
    mutating func parse() -> Int? {
        var place = start
        if end - place >= 3, place[0] == 0xEF, place[1] == 0xBB, place[2] == 0xBF { place += 3 }
        let isValid = parseValue(&place)
        guard isValid else { return place - start }
        place = afterWhitespace(place)
        guard place == end else {
            expected = "the end after one value"
            return place - start
        }
        return nil
    }

    private mutating func parseValue(_ place: inout UnsafePointer<UInt8>) -> Bool {
        var (depth, open, isInObject) = (0, 0, false)
        while true {
            place = afterWhitespace(place)
            guard place < end else { return fail("a value") }
            let byte = place.pointee
            if byte == UInt8(ascii: "\"") {
                guard appendString(&place) else { return false }
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard depth < maximalDepth else { return fail("fewer containers inside of each other") }
                isInObject = byte == UInt8(ascii: "{")
                tape.append(TapeWord(isInObject ? .object : .array, offset: place - start, size: open))
                open = tape.count &- 1
                depth &+= 1
                place = afterWhitespace(place + 1)
                guard place < end else { return fail(isInObject ? "a name or '}'" : "a value or ']'") }
                // '}' and ']' follow '{' and '[' at the same distance.
                if place.pointee != byte &+ 2 {
                    guard isInObject else { continue }
                    guard appendName(&place) else { return false }
                    continue
                }
                place += 1
                close(&open, &isInObject)
                depth &-= 1
            } else if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 {
                guard appendNumber(&place) else { return false }
            } else {
                guard appendLiteral(byte, &place) else { return false }
            }

            // Behind a value: closing brackets until there is a comma.
            while true {
                if depth == 0 { return true }
                if place < end, place.pointee <= 0x20 { place = afterWhitespace(place) }
                guard place < end else { return fail(isInObject ? "',' or '}'" : "',' or ']'") }
                let byte = place.pointee
                if byte == UInt8(ascii: ",") {
                    place += 1
                    guard isInObject else { break }
                    place = afterWhitespace(place)
                    guard appendName(&place) else { return false }
                    break
                }
                guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    return fail(isInObject ? "',' or '}'" : "',' or ']'")
                }
                place += 1
                close(&open, &isInObject)
                depth &-= 1
            }
        }
    }

    @inline(__always)
    private mutating func close(_ open: inout Int, _ isInObject: inout Bool) {
        let word = tape[open]
        let kind: TapeWord.Kind
        if isInObject {
            kind =
                names.areUnique(in: tape.words + (open &+ 1), count: tape.count &- open &- 1)
                ? .object : .irregularObject
        } else {
            kind = .array
        }
        tape[open] = TapeWord(kind, offset: word.offset, size: tape.count &- open)
        open = word.size
        isInObject = tape[open].kind == .object
    }

    /// A name, its colon, and nothing of its value.
    @inline(__always)
    private mutating func appendName(_ place: inout UnsafePointer<UInt8>) -> Bool {
        guard place < end, place.pointee == UInt8(ascii: "\"") else { return fail("a name") }
        guard appendString(&place) else { return false }
        if place < end, place.pointee != UInt8(ascii: ":") { place = afterWhitespace(place) }
        guard place < end, place.pointee == UInt8(ascii: ":") else { return fail("':' after a name") }
        place += 1
        return true
    }

    @inline(__always)
    private mutating func appendLiteral(_ byte: UInt8, _ place: inout UnsafePointer<UInt8>) -> Bool {
        let (kind, text): (TapeWord.Kind, StaticString) =
            switch byte {
            case UInt8(ascii: "t"): (.yes, "true")
            case UInt8(ascii: "f"): (.no, "false")
            case UInt8(ascii: "n"): (.null, "null")
            default: (.null, "")
            }
        let count = text.utf8CodeUnitCount
        guard count > 0, end - place >= count else { return fail("a value") }
        for index in 0..<count where place[index] != text.utf8Start[index] { return fail("a value") }
        tape.append(TapeWord(kind, offset: place - start, size: count))
        place += count
        return true
    }

    /// The first place from here on that holds no whitespace, or the end.
    @inline(__always)
    func afterWhitespace(_ place: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        place < end && place.pointee <= 0x20 ? afterRun(place) : place
    }

    /// Documents made for people have a line feed and then many spaces.
    @inline(__always)
    private func afterRun(_ first: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var place = first
        while place < end {
            switch place.pointee {
            case 0x20, 0x0A, 0x0D, 0x09: place += 1
            default: return place
            }
            while end - place >= 8 {
                let count = ByteWord(place).nonSpaces.firstMarkedByte
                place += count
                if count < 8 { break }
            }
        }
        return place
    }

    @inline(never)
    mutating func fail(_ expected: StaticString) -> Bool {
        self.expected = expected
        return false
    }
}
