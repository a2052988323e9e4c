#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// JSON on several lines, by two spaces a level. Order, numbers and strings stay as they are, byte for byte.
struct IndentedJSON {
    private(set) var bytes: [UInt8] = []

    /// Nil where the bytes are no JSON.
    init?(_ data: Data) {
        do throws(MalformedJSON) { try JSONValue.check(data) } catch { return nil }
        bytes.reserveCapacity(data.count * 2)
        var (depth, isInString, isEscaped) = (0, false, false)
        /// The bracket that was opened last, with nothing in it yet.
        var isEmpty = false
        for byte in data {
            if isInString {
                bytes.append(byte)
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !isEmpty { newLine(depth) }
                isEmpty = false
                bytes.append(byte)
                continue
            default:
                break
            }
            if isEmpty { newLine(depth) }
            isEmpty = false
            bytes.append(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, isEmpty) = (depth + 1, true)
            case UInt8(ascii: ","): newLine(depth)
            case UInt8(ascii: ":"): bytes.append(0x20)
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
    }

    private mutating func newLine(_ depth: Int) {
        bytes.append(0x0A)
        bytes += repeatElement(0x20, count: 2 * depth)
    }
}
