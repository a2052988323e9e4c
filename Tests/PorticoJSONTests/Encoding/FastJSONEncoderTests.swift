import Foundation
import Portico
import Testing

@testable import PorticoJSON

@Suite struct FastJSONEncoderTests {
    private struct Everything: Codable {
        var integers = [Int8.min, 0, 99, 100]
        var large = [Int.min, Int.max, 1_000_000_007]
        var unsigned = [UInt.max, 10, 9]
        var wide = [Int128.max, Int128.min]
        var widest = UInt128.max
        var doubles = [0, -0.0, 1, -1.5, 0.1, 1e16, 123456789012345680, 1e-7, 1.7976931348623157e308, 9007199254740992]
        var smallest = [Double.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi, .ulpOfOne]
        var float: Float = 0.1
        var floats: [Float] = [16777216, 1e-10, 3.4028235e38]
        var flags = [true, false]
        var text = "plain"
        var texts = [
            "", "a/b",
            "\"\\\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}", "naïve 🧭 \u{2028}", "long text with no escapes at all",
        ]
        var optional: Int?
        var optionals: [Int?] = [1, nil]
        var url = URL(string: "https://example.com/a?b=c")
        var identifier = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        var decimals = [Decimal(string: "1.50"), Decimal(string: "-123456789012345678901234567890.5"), 0]
        var data = [Data(), Data([1]), Data([1, 2]), Data([1, 2, 3]), Data(0...255)]
        var date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        var members = ["b": 1, "a": 2, "é": 3, "\"": 4, "A": 5, "": 6]
        var nested = ["x": ["y": [1.5]], "w": [:]]
        var byNumber = [7: "seven"]
        var empty: [String] = []
        var choice = Choice.pair(1, name: "n")
        var plain = Choice.plain
        var raw = [Raw.first, .second]
    }

    private enum Choice: Codable { case plain, pair(Int, name: String) }
    private enum Raw: String, Codable { case first, second = "2/3" }

    static let formattings: [JSONEncoder.OutputFormatting] = [
        [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
        [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
    ]

    @Test(arguments: formattings)
    func `every kind of value is written as Foundation writes it`(formatting: JSONEncoder.OutputFormatting) {
        EncoderPair(formatting).expectSame(Everything())
    }

    @Test func `a value that is no container is the whole text`() {
        let pair = EncoderPair()

        pair.expectSame(1)
        pair.expectSame(Optional<Int>.none)
        pair.expectSame("a\"b")
        pair.expectSame(1.5)
        pair.expectSame(Date(timeIntervalSinceReferenceDate: 1))
        pair.expectSame(URL(string: "a/b"))
        pair.expectSame([Int]())
        pair.expectSame([String: Int]())
        pair.expectSame([[[Double]]]([[[1, 2.5]], [], [[]]]))
    }

    @Test func `members stand in the order in which they are encoded unless they are sorted`() throws {
        struct Model: Encodable { var second = 1, first = [2], nested = Nested() }
        struct Nested: Encodable { var b = 1, a = 2 }

        let text = String(decoding: try FastJSONEncoder().encode(Model()), as: UTF8.self)

        #expect(text == #"{"second":1,"first":[2],"nested":{"b":1,"a":2}}"#)
    }

    @Test func `strings of every length keep their bytes, wherever an escape stands`() {
        let pair = EncoderPair(.withoutEscapingSlashes)
        for length in 0...40 {
            pair.expectSame(String(repeating: "x", count: length))
            for place in 0..<length {
                let text = String(repeating: "a", count: place) + "\n" + String(repeating: "é", count: length - place)
                pair.expectSame(text)
            }
        }
    }

    static let dates: [Double] = [
        0, 1.5, 700_000_000.999, -1.5, 1e12, -63_114_076_800, -62_135_596_800, 0.0005, 1e9 + 0.123456, 1e308, .nan,
    ]

    @Test(arguments: dates)
    func `dates are written by each strategy`(seconds: Double) {
        let custom: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(date.timeIntervalSince1970)
        }
        let strategies: [(JSONEncoder.DateEncodingStrategy, FastJSONEncoder.DateStrategy)] = [
            (.deferredToDate, .deferredToDate), (.secondsSince1970, .secondsSince1970), (.iso8601, .iso8601),
            (.millisecondsSince1970, .millisecondsSince1970), (.custom { _, _ in }, .custom { _, _ in }),
            (.custom(custom), .custom(custom)),
        ]
        for (foundation, fast) in strategies {
            var pair = EncoderPair()
            pair.foundation.dateEncodingStrategy = foundation
            pair.fast.dateEncodingStrategy = fast

            pair.expectSame(["d": Date(timeIntervalSinceReferenceDate: seconds)])
            pair.expectSame(Date(timeIntervalSinceReferenceDate: seconds))
        }
    }

    @Test func `the form for requests is that of the core, dates and all`() throws {
        struct Model: Encodable { var b = "a/b", a = Date(timeIntervalSince1970: 1.25) }
        for dates in [DateFormat.rfc3339, .epochMilliseconds, .epochSeconds, .rfc1123] {
            #expect(try FastJSONEncoder(dates: dates).encode(Model()) == FoundationJSON(dates: dates).encode(Model()))
        }
        #expect(FastJSONEncoder().mediaType == .json)
    }

    @Test func `data is written by each strategy`() {
        let custom: @Sendable (Data, any Encoder) throws -> Void = { data, encoder in
            try data.count.encode(to: encoder)
        }
        let strategies: [(JSONEncoder.DataEncodingStrategy, FastJSONEncoder.DataStrategy)] = [
            (.base64, .base64), (.deferredToData, .deferredToData), (.custom(custom), .custom(custom)),
            (.custom { _, _ in }, .custom { _, _ in }),
        ]
        for (foundation, fast) in strategies {
            var pair = EncoderPair()
            pair.foundation.dataEncodingStrategy = foundation
            pair.fast.dataEncodingStrategy = fast

            for count in 0..<10 { pair.expectSame([Data((0..<count).map { UInt8($0 * 29) })]) }
            pair.expectSame(Data([0xFF, 0xFE]))
        }
    }

    @Test func `numbers that are not finite are errors that name the place, or the text that is set`() {
        struct Model: Encodable { var list: [Double] = [1, -.infinity], float = Float.nan }
        var pair = EncoderPair()
        for value in [Double.infinity, -.infinity, .nan] {
            pair.expectSame(value)
            pair.expectSame(["a": [1, value]])
            pair.expectSame(["a": ["b": Float(value)]])
            pair.expectSame([Optional(value)])
        }
        pair.expectSame(Model())

        pair.foundation.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        pair.fast.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        pair.expectSame(Model())
        pair.expectSame([Double.infinity, 1])
    }

    @Test func `a decimal that is no number is an error with its place`() {
        let error = #expect(throws: EncodingError.self) { try FastJSONEncoder().encode(["a": [Decimal.nan]]) }

        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
    }

    @Test func `JSON with no type is written as it is`() throws {
        let value: JSONValue = ["b": [1, 2.5, nil, true, "x/"], "a": ["c": [:]]]

        EncoderPair().expectSame(value)
        EncoderPair().expectSame(["n": JSONNumber(UInt64.max)])
        #expect(throws: EncodingError.self) { try FastJSONEncoder().encode(JSONValue.number(JSONNumber(Double.nan))) }
    }

    @Test func `values find what is set for them, and where they stand`() throws {
        struct Reporter: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(CodingUserInfoKey(rawValue: "k").flatMap { encoder.userInfo[$0] as? String })
                for key in encoder.codingPath { try container.encode(key.stringValue) }
            }
        }
        var pair = EncoderPair()
        pair.foundation.userInfo = [try #require(CodingUserInfoKey(rawValue: "k")): "v"]
        pair.fast.userInfo = [try #require(CodingUserInfoKey(rawValue: "k")): "v"]

        pair.expectSame(["a": [["b": Reporter()]]])
        pair.expectSame(Reporter())
    }

    @Test func `a value that writes nothing is an empty object, and an error where it is the whole`() {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
        struct Opened: Encodable {
            func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: AnyKey.self) }
        }

        EncoderPair().expectSame([Nothing()])
        EncoderPair().expectSame(["a": Nothing(), "b": Nothing()])
        EncoderPair().expectSame(Opened())
        EncoderPair().expectSame(Nothing())
    }
}
