import Foundation
import Testing

@testable import Portico

@Suite struct CharsetTests {
    static let samples: [([UInt8], String?, String)] = [
        ([0x68, 0xC3, 0xA9], nil, "hé"),
        ([0xEF, 0xBB, 0xBF, 0x68], nil, "h"),
        ([0xEF, 0xBB, 0xBF, 0x68], "UTF-8", "h"),
        ([0x68, 0xFF, 0x69], "utf-8", "h\u{FFFD}i"),
        ([0xFE, 0xFF, 0x00, 0x68], nil, "h"),
        ([0xFF, 0xFE, 0x68, 0x00], nil, "h"),
        ([0x68, 0xE9, 0x80], "iso-8859-1", "hé€"),
        ([0x68, 0xE9], "Latin1", "hé"),
        ([0x68, 0xE9], "us-ascii", "hé"),
        ([0x93, 0x94, 0x81], "windows-1252", "“”\u{81}"),
        ([0xFE, 0xFF, 0x00, 0x68], "utf-16", "h"),
        ([0xFF, 0xFE, 0x68, 0x00], "utf-16", "h"),
        ([0x68, 0x00], "utf-16", "h"),
        ([0x3D, 0xD8, 0x00, 0xDE], "utf-16le", "😀"),
        ([0xD8, 0x3D, 0xDE, 0x00], "utf-16be", "😀"),
        ([0xFE, 0xFF, 0x00, 0x68], "utf-16be", "h"),
        ([0x00, 0x68, 0x00], "utf-16be", "h\u{FFFD}"),
        ([0xD8, 0x3D], "utf-16be", "\u{FFFD}"),
        ([], nil, ""), ([], "utf-16", ""), ([0x68], "utf-16", "\u{FFFD}"), ([0xEF, 0xBB, 0xBF], nil, ""),
        ([0xFE, 0xFF], nil, ""),
    ]

    @Test(arguments: samples)
    func `charset is the response's, UTF-8 by default`(bytes: [UInt8], charset: String?, text: String) {
        #expect(Charset.text(of: Data(bytes), charset: charset) == text)
        // A slice, whose indices do not begin at 0.
        #expect(Charset.text(of: Data([0] + bytes).dropFirst(), charset: charset) == text)
    }

    @Test(arguments: ["shift_jis", "utf-7", "", "utf-32"])
    func `an unknown charset has no text`(charset: String) {
        #expect(Charset.text(of: Data("a".utf8), charset: charset) == nil)
    }
}
