import Testing

@testable import PorticoJSON

@Suite struct ElementScannerTests {
    /// The elements as text, of a document in these pieces.
    static func elements(
        _ pieces: [[UInt8]], at path: [String] = [], limit: Int = 100
    ) throws(ElementScanner.Malformed) -> [String] {
        var scanner = ElementScanner(path: path, limit: limit)
        var elements: [String] = []
        for piece in pieces {
            var position = 0
            while true {
                let step = try piece.withUnsafeBufferPointer { bytes throws(ElementScanner.Malformed) in
                    try scanner.next(in: bytes, from: &position)
                }
                guard case .element(let range) = step else { break }
                elements.append(String(decoding: scanner.carried + piece[range], as: UTF8.self))
            }
        }
        try scanner.finish()
        return elements
    }

    static func elements(
        _ json: String, at path: [String] = [], limit: Int = 100
    ) throws(ElementScanner.Malformed) -> [String] {
        try elements([Array(json.utf8)], at: path, limit: limit)
    }

    static let documents: [(String, [String], [String])] = [
        ("[]", [], []), (" [ ] ", [], []), ("[1]", [], ["1"]), ("\u{FEFF}[1,2]", [], ["1", "2"]),
        (
            #" [ 1 , -2.5e3,"a,]\"\\" ,[[],{}], {"a":"}"} ,null,true]"#, [],
            [
                "1", "-2.5e3", #""a,]\"\\""#, "[[],{}]", #"{"a":"}"}"#, "null", "true",
            ]
        ),
        (#"{"items":[1,2]}"#, ["items"], ["1", "2"]),
        (
            #"{ "a" : [9, {"items":[8]}], "b":"x\"}", "c":1 ,"data":{"n":null,"items":[{"x":1} , 2],"z":{}},"e":[0]}"#,
            ["data", "items"], [#"{"x":1}"#, "2"]
        ),
        (#"{"\u0069tems":[1],"items":[2]}"#, ["items"], ["1"]),
        (#"{"a very much longer name than that of the path":[5],"é":["x"]}"#, ["é"], [#""x""#]),
        (#"{"items":[],"items":[3]}"#, ["items"], []),
    ]

    @Test(arguments: documents)
    func `elements are found, wherever the document is cut`(json: String, path: [String], expected: [String]) throws {
        let bytes = Array(json.utf8)

        #expect(try Self.elements([bytes], at: path) == expected)
        #expect(try Self.elements(bytes.map { [$0] }, at: path) == expected)
        for cut in bytes.indices {
            #expect(try Self.elements([Array(bytes[..<cut]), [], Array(bytes[cut...])], at: path) == expected)
        }
    }

    @Test(arguments: documents)
    func `a document that ends too early is an error`(json: String, path: [String], expected: [String]) {
        let bytes = Array(json.utf8)
        let end = bytes.lastIndex { $0 != 0x20 } ?? 0
        for cut in 0..<end {
            #expect(throws: ElementScanner.Malformed.self) { try Self.elements([Array(bytes[..<cut])], at: path) }
        }
    }

    static let faults: [(String, [String], String, Int)] = [
        ("{}", [], "an array", 0), ("1", [], "an array", 0), ("[1}", [], "',' or ']' after an element", 2),
        ("[,1]", [], "a value", 1), ("[1,]", [], "a value", 3), ("[1] 2", [], "the end", 4),
        ("[]", ["a"], "an object with a member 'a'", 0), ("{}", ["a"], "a member 'a'", 1),
        (#"{"b":1}"#, ["a"], "a member 'a'", 6), (#"{"a":1}"#, ["a"], "an array", 5),
        (#"{"a":[]]"#, ["a"], "',' or '}' after a member", 7), (#"{"a" []}"#, ["a"], "':' after a name", 5),
        (#"{"b":,"a":[]}"#, ["a"], "a value", 5), ("{1}", ["a"], "a member 'a'", 1),
        ("[123456789012345678901234567890123456789012345]", [], "elements of no more than 40 bytes", 46),
        ("\u{FEFF}1", [], "an array", 3),
    ]

    @Test(arguments: faults)
    func `what is no such array is an error with its place`(json: String, path: [String], expected: String, offset: Int)
    {
        let error = ElementScanner.Malformed(expected: expected, offset: offset)

        #expect(throws: error) { try Self.elements(json, at: path, limit: 40) }
    }

    @Test func `an element beyond the limit is refused before it is whole`() {
        var scanner = ElementScanner(path: [], limit: 40)
        let piece = Array("[\"".utf8) + Array(repeating: UInt8(ascii: "x"), count: 60)

        #expect(throws: ElementScanner.Malformed.self) {
            try piece.withUnsafeBufferPointer { bytes in
                var position = 0
                return try scanner.next(in: bytes, from: &position)
            }
        }
    }
}
