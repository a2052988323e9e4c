import Foundation
import Testing

@testable import PorticoTesting

/// What is written for each piece of a streamed body, and how it ends.
@Suite struct StreamFramingTests {
    private static func written(
        _ kind: StreamFraming.Kind, _ pieces: [StreamPiece]
    ) -> (texts: [String], StreamFraming.Progress) {
        var framing = StreamFraming(kind)
        let texts = pieces.map { String(decoding: framing.frame($0), as: UTF8.self) }
        return (texts, framing.progress)
    }

    private static func bytes(_ text: String) -> StreamPiece { .bytes(Data(text.utf8)) }

    @Test func `chunks have their sizes, and a last one of none`() {
        let long = String(repeating: "x", count: 17)

        let written = Self.written(.chunked, [Self.bytes("abc"), Self.bytes(""), Self.bytes(long), .end])

        #expect(written.texts == ["3\r\nabc\r\n", "", "11\r\n\(long)\r\n", "0\r\n\r\n"])
        #expect(written.1 == .isComplete)
    }

    @Test(arguments: [
        (["abcde"], ["", "abcde"]), (["ab", "cde"], ["ab", "", "cde"]), (["ab", "", "cde"], ["ab", "", "", "cde"]),
    ])
    func `the last byte of a length is sent when the end is known`(pieces: [String], expected: [String]) {
        let written = Self.written(.length(5), pieces.map(Self.bytes) + [.end])

        #expect(written.texts == expected)
        #expect(written.1 == .isComplete)
    }

    @Test func `no bytes are a length too`() {
        let written = Self.written(.length(0), [.end])

        #expect(written.texts == [""])
        #expect(written.1 == .isComplete)
    }

    @Test(arguments: [(["abc"], ["abc", ""]), ([], [""])])
    func `a body of too few bytes is cut`(pieces: [String], expected: [String]) {
        let written = Self.written(.length(5), pieces.map(Self.bytes) + [.end])

        #expect(written.texts == expected)
        #expect(written.1 == .isCut(.close))
    }

    @Test(arguments: [(["abcdefg"], ["abcde"]), (["abc", "defg"], ["abc", "de"]), (["abcde", "f"], ["", "abcde"])])
    func `what is beyond a length is not sent, and ends the connection`(pieces: [String], expected: [String]) {
        let written = Self.written(.length(5), pieces.map(Self.bytes))

        #expect(written.texts == expected)
        #expect(written.1 == .isCut(.close))
    }

    @Test func `without a frame the bytes are as they are`() {
        let written = Self.written(.untilClose, [Self.bytes("abc"), .end])

        #expect(written.texts == ["abc", ""])
        #expect(written.1 == .isComplete)
    }

    @Test(arguments: [
        (StreamFraming.Kind.chunked, MessageScript.Ending.close), (.length(5), .close), (.untilClose, .reset),
    ])
    func `a body that breaks off shows`(kind: StreamFraming.Kind, ending: MessageScript.Ending) {
        let written = Self.written(kind, [Self.bytes("a"), .failure])

        #expect(written.texts.last == "")
        #expect(written.1 == .isCut(ending))
    }
}
