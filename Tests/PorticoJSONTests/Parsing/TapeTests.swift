import Testing

@testable import PorticoJSON

@Suite struct TapeTests {
    @Test func `each value and each name has a word, and a container is passed over in one step`() throws {
        try withTape(#" {"a": [1, -2.5e3], "é": {"\n": null}, "c": true} "#) { tape in
            #expect(
                (0..<tape.count).map { tape[$0].kind } == [
                    .object, .plain, .array, .integer, .real, .text, .irregularObject, .escaped, .null, .plain, .yes,
                ])
            #expect(tape.end(of: 0) == 11)
            #expect(tape.next(after: 2) == 5)
            #expect(tape.next(after: 6) == 9)
            #expect(tape.elementCount(of: 0) == 3)
            #expect(tape.elementCount(of: 2) == 2)
            #expect(tape.elementCount(of: 3) == 0)
        }
    }

    @Test func `an index at which there is nothing says null`() throws {
        try withTape("[]") { tape in
            #expect(tape[1].kind == .null)
            #expect(tape[-1].kind == .null)
            #expect(tape.next(after: 7) == 8)
        }
    }

    @Test func `offsets are those of the first byte`() throws {
        try withTape(#" [ "a", 1 , { } ]"#) { tape in
            #expect((0..<tape.count).map { tape.offset(at: $0) } == [1, 3, 8, 12])
        }
    }

    @Test(arguments: [
        (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u00e9\u0041\u20AC""#, "éA€"),
        (#""\ud83d\uDE00!""#, "😀!"),
        (#""😀 naïve, and longer than sixteen bytes""#, "😀 naïve, and longer than sixteen bytes"),
        (#""\u0000""#, "\0"),
    ])
    func `text is read with its escapes undone`(_ document: String, _ text: String) throws {
        try withTape(document) { tape in
            #expect(tape.text(of: tape[0]) == text)
            #expect(tape.name(at: 0, is: text))
            #expect(!tape.name(at: 0, is: text + "x"))
        }
    }

    @Test func `names are compared byte by byte`() throws {
        let name = "abcdefghijklmnopqrstuvwxyz"

        try withTape(#"{"\#(name)": 1}"#) { tape in
            for index in name.indices {
                let other = name.replacingCharacters(at: index)
                #expect(!tape.name(at: 1, is: other))
            }
            #expect(tape.name(at: 1, is: name))
        }
    }

    @Test(arguments: [
        (#"{}"#, true), (#"{"a":1}"#, true), (#"{"a":1,"b":1}"#, true), (#"{"a":1,"a":2}"#, false),
        (#"{"a":{"x":1,"x":2},"b":1}"#, true), (#"{"\u0061":1}"#, false), (#"{"a":[{}],"b":{"a":1},"a":[]}"#, false),
        (#"{"abcdefghijk":1,"abcdefghijl":2}"#, true), (#"{"abcdefghijk":1,"bbcdefghijk":2,"abcdefghijk":2}"#, false),
        (#"{"":1,"":2}"#, false), (#"{"":1,"a":2}"#, true),
    ])
    func `an object with a name twice, or an escape in a name, is marked`(_ document: String, _ isRegular: Bool) throws
    {
        try withTape(document) { #expect($0[0].kind == (isRegular ? .object : .irregularObject)) }
    }

    @Test(arguments: [2, 63, 64, 65, 66, 1000])
    func `a name that comes twice is found among many`(_ count: Int) throws {
        let members = (0..<count).map { #""name \#($0)":0"# }
        let last = [#""name \#(count / 2)":0"#]

        try withTape("{\(members.joined(separator: ","))}") { #expect($0[0].kind == .object) }
        try withTape("{\((members + last).joined(separator: ","))}") { #expect($0[0].kind == .irregularObject) }
    }
}

extension String {
    fileprivate func replacingCharacters(at index: String.Index) -> String {
        self[..<index] + "-" + self[self.index(after: index)...]
    }
}
