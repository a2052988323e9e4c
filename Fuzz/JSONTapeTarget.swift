import Foundation

extension FuzzTarget {
    private static let documents = [
        #"{"a":[1,-2.5e+3,true,false,null,"x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"],"b":{},"c":[]}"#, "[[[[]]]]", " 0 ",
        #"{"a":1,"a":2}"#, #"{"\u0061":1,"bb":2}"#, "\u{FEFF}{}", #"["é😀", "longer than sixteen bytes in all"]"#,
        #"{"id":12345678901234567890,"date":"2024-01-02T03:04:05Z","score":65.613616999999977,"tags":["a","b"]}"#,
        #"{"int":1e2,"number":-0.0,"text":"","list":[1,2,3],"more":{"x":{"y":[null]}},"flag":true}"#,
    ]

    /// The tape: what it accepts, the scanner of the core accepts too, and each of its words leads to a value.
    static let jsonTape = FuzzTarget(name: "json-tape", seeds: documents) { input in
        let tape: Void? = try? input.withUnsafeBufferPointer { bytes in
            try Tape.read(bytes, limits: JSONLimits()) { tape in
                checkValue(at: 0, of: tape)
                expect(tape.next(after: 0) == tape.count, "the value ends at \(tape.next(after: 0)) of \(tape.count)")
                expect(tape.count <= bytes.count, "\(tape.count) words for \(bytes.count) bytes")
            }
        }
        guard tape != nil else { return }
        expect(String(validating: input, as: UTF8.self) != nil, "bytes that are no UTF-8 are accepted")
        expect(JSONValue(parsing: Data(input)) != nil, "the scanner refuses what the tape accepts")
    }

    private static func checkValue(at index: Int, of tape: Tape) {
        let word = tape[index]
        expect(word.offset + (word.kind == .array || word.kind.isObject ? 1 : word.size) <= tape.bytes.count, "offset")
        switch word.kind {
        case .null, .no, .yes: break
        case .integer, .real: checkNumber(word, of: tape)
        case .plain, .text, .escaped: expect(tape.text(of: word) != nil, "a string with no text")
        case .array, .object, .irregularObject:
            var (element, names) = (index + 1, [String]())
            while element < tape.end(of: index) {
                if word.kind != .array {
                    names.append(tape.text(of: tape[element]) ?? "")
                    expect(tape.name(at: element, is: names.last ?? ""), "a name that is not itself")
                    element += 1
                }
                checkValue(at: element, of: tape)
                element = tape.next(after: element)
            }
            expect(element == tape.end(of: index), "a container that ends within a value")
            if word.kind == .object {
                expectEqual(Set(names.map { Array($0.utf8) }).count, names.count, "names of a regular object")
            }
        }
    }

    private static func checkNumber(_ word: TapeWord, of tape: Tape) {
        let text = String(decoding: tape.contents(of: word), as: UTF8.self)
        if let double = tape.double(word) { expectEqual(double.bitPattern, Double(text)?.bitPattern, "a double") }
        if let float = tape.float(word) { expectEqual(float.bitPattern, Float(text)?.bitPattern, "a float") }
        if word.kind == .integer {
            expectEqual(tape.integer(word, as: Int.self), Int(text), "an integer")
            expectEqual(tape.integer(word, as: UInt128.self), text == "-0" ? 0 : UInt128(text), "a wide integer")
        } else if let integer = tape.integer(word, as: Int.self) {
            expectEqual(Double(integer), tape.double(word), "an integer with a fraction or an exponent")
        }
        _ = tape.decimal(word)
    }

    /// Whatever a document holds, by trying one type after the other.
    private indirect enum Anything: Decodable, Equatable {
        case null
        case bool(Bool)
        case int(Int)
        case double(Double)
        case text(String)
        case list([Anything])
        case members([String: Anything])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .double(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([Anything].self) {
                self = .list(value)
            } else {
                self = .members(try container.decode([String: Anything].self))
            }
        }
    }

    private struct Record: Decodable, Equatable {
        var id: UInt64?
        var date: Date?
        var score: Double?
        var tags: [String]?
        var int: Int8?
        var number: Float?
        var text: String?
        var list: [Int]?
        var more: [String: Anything]?
        var flag: Bool?
        var a: Anything?
    }

    /// The decoder: what it makes of a document, `JSONDecoder` makes of it too.
    static let jsonDecoder = FuzzTarget(name: "json-decoder", seeds: documents) { input in
        let data = Data(input)
        // Integers are exact here. Foundation takes a number for one where its nearest double is one, or zero, and refuses a
        // zero with an exponent of one digit: 0e4.
        let isPlain = input.withUnsafeBufferPointer { bytes in
            try? Tape.read(bytes, limits: JSONLimits()) { tape in
                (0..<tape.count).map { tape[$0] }
                    .allSatisfy { word in
                        guard word.kind == .real else { return true }
                        guard word.size <= 15, let double = tape.double(word) else { return false }
                        return double != 0 || word.size > 3
                    }
            }
        }
        let (fast, foundation) = (FastJSONDecoder(), JSONDecoder())
        let record = try? fast.decode(Record.self, from: data)
        let value = try? fast.decode(Anything.self, from: data)
        guard let isPlain else {
            expect(record == nil && value == nil, "a malformed document is decoded")
            return
        }
        guard isPlain else { return }
        expectEqual(record, try? foundation.decode(Record.self, from: data), "a record")
        expectEqual(value, try? foundation.decode(Anything.self, from: data), "a value")
    }
}
