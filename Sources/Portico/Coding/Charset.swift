#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Text from bytes, by the charset that came with them.
enum Charset {
    /// The text; nil where the charset is unknown.
    ///
    /// Without a charset a byte order mark decides, and without that it is UTF-8. What the charset does not allow
    /// becomes U+FFFD, the mark itself is dropped. `us-ascii` and `iso-8859-1` are read as `windows-1252`, which is
    /// what the web sends under these names (WHATWG Encoding standard).
    static func text(of data: Data, charset: String?) -> String? {
        switch charset?.lowercasedASCII {
        case nil:
            let isUTF16 = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
            return isUTF16 ? utf16(data, isBigEndian: nil) : utf8(data)
        case "utf-8", "utf8": return utf8(data)
        case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "windows-1252", "cp1252":
            return windows1252(data)
        case "utf-16", "utf16": return utf16(data, isBigEndian: nil)
        case "utf-16be": return utf16(data, isBigEndian: true)
        case "utf-16le": return utf16(data, isBigEndian: false)
        default: return nil
        }
    }

    private static func utf8(_ data: Data) -> String {
        String(decoding: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data, as: UTF8.self)
    }

    /// Big-endian or not; where that is nil the mark decides, and without one it is not.
    private static func utf16(_ data: Data, isBigEndian: Bool?) -> String {
        let (startsBig, startsLittle) = (data.starts(with: [0xFE, 0xFF]), data.starts(with: [0xFF, 0xFE]))
        let isBig = isBigEndian ?? startsBig
        let bytes = Array((isBig ? startsBig : startsLittle) ? data.dropFirst(2) : data)
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        // Half a unit at the end.
        if !bytes.count.isMultiple(of: 2) { units.append(0xFFFD) }
        return String(decoding: units, as: UTF16.self)
    }

    private static func windows1252(_ data: Data) -> String {
        var text = ""
        text.reserveCapacity(data.count)
        for byte in data {
            let isSpecial = byte >= 0x80 && byte < 0xA0
            let scalar = isSpecial ? Unicode.Scalar(specials[Int(byte - 0x80)]) : Unicode.Scalar(byte)
            text.unicodeScalars.append(scalar ?? "\u{FFFD}")
        }
        return text
    }

    /// What windows-1252 has from 0x80 to 0x9F, where Latin 1 has controls.
    private static let specials: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
