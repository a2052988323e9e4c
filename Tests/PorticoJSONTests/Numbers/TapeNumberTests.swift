import Foundation
import Testing

@testable import PorticoJSON

@Suite struct TapeNumberTests {
    @Test(arguments: [
        ("0", 0), ("-0", 0), ("7", 7), ("-12345678", -12_345_678), ("9223372036854775807", Int.max),
        ("-9223372036854775808", Int.min), ("9223372036854775808", nil), ("1.0", 1), ("1e3", 1000), ("-1.50E1", -15),
        ("1.5", nil), ("100e-2", 1), ("101e-2", nil), ("0e99999999999999999999", 0), ("1e99999999999999999999", nil),
        ("1e-99999999999999999999", nil), ("0.000", 0), ("9007199254740993.0", 9_007_199_254_740_993),
        ("\"1\"", nil), ("true", nil),
    ])
    func `an integer is exact or none`(_ document: String, _ value: Int?) throws {
        try withTape(document) { #expect($0.integer($0[0], as: Int.self) == value) }
    }

    @Test func `an integer has as many bits as its type`() throws {
        try withTape("[255,256,-128,-129,-1,18446744073709551615]") { tape in
            #expect((1...6).map { tape.integer(tape[$0], as: UInt8.self) } == [255, nil, nil, nil, nil, nil])
            #expect((1...6).map { tape.integer(tape[$0], as: Int8.self) } == [nil, nil, -128, nil, -1, nil])
            #expect(tape.integer(tape[6], as: UInt64.self) == .max)
        }
    }

    @Test func `an integer has up to 128 bits`() throws {
        try withTape("[\(UInt128.max),\(Int128.min),\(Int128.max),340282366920938463463374607431768211456]") { tape in
            #expect(tape.integer(tape[1], as: UInt128.self) == .max)
            #expect(tape.integer(tape[1], as: Int128.self) == nil)
            #expect(tape.integer(tape[2], as: Int128.self) == .min)
            #expect(tape.integer(tape[3], as: Int128.self) == .max)
            #expect(tape.integer(tape[4], as: UInt128.self) == nil)
        }
    }

    @Test(arguments: [
        "0", "-0", "0.0", "1", "0.1", "-65.613616999999977", "1e22", "1e23", "9007199254740993", "9007199254740992.5",
        "123456789012345678901234567890", "0.000000000000000000000000000000000000000000000000000000001",
        "1.7976931348623157e308", "2.2250738585072014e-308", "5e-324", "2.4703282292062328e-324", "1e-55", "1e55",
        "1e56",
        "8.5e-28", "7205759403792793199999e-5", "9007199254740993.00000000000000000000000000000000001",
        "6.62607015e-34", "0.1e1", "100000000000000000000000e-22",
    ])
    func `a double is the nearest one`(_ document: String) throws {
        try withTape(document) { #expect($0.double($0[0])?.bitPattern == Double(document)?.bitPattern) }
    }

    @Test(arguments: ["1e309", "-1e400", "1e-400", "\"1\"", "null"])
    func `what no double is near to is none`(_ document: String) throws {
        try withTape(document) { #expect($0.double($0[0]) == nil) }
    }

    @Test func `doubles of any shape are the nearest ones`() throws {
        var random = SplitMix(state: 7)
        for _ in 0..<20_000 {
            let digits = String(random.next(), radix: 10).prefix(Int(random.next() % 20) + 1)
            let exponent = Int(random.next() % 120) - 60
            let text = random.next() % 2 == 0 ? "\(digits.first ?? "1").5\(digits)e\(exponent)" : "0.\(digits)"
            try withTape(text) { #expect($0.double($0[0])?.bitPattern == Double(text)?.bitPattern, "\(text)") }
        }
    }

    @Test func `doubles written in the shortest form come back`() throws {
        var random = SplitMix(state: 11)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            try withTape("\(value)") { #expect($0.double($0[0])?.bitPattern == value.bitPattern) }
        }
    }

    @Test func `floats of any shape are the nearest ones`() throws {
        var random = SplitMix(state: 13)
        for _ in 0..<20_000 {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            guard value.isFinite else { continue }
            try withTape("\(value)") { #expect($0.float($0[0])?.bitPattern == value.bitPattern) }
            // Between it and the next.
            let halfway = (Double(value) + Double(value.nextUp)) / 2
            guard halfway.isFinite, abs(halfway) > 1e-30, abs(halfway) < 1e30 else { continue }
            for text in ["\(halfway)", "\(halfway)".replacing("e", with: "0000000000000000000001e")] {
                try withTape(text) { #expect($0.float($0[0])?.bitPattern == Float(text)?.bitPattern, "\(text)") }
            }
        }
    }

    @Test func `a decimal keeps its digits`() throws {
        try withTape("[0.1, 12345678901234567890.0987654321, 1e10]") { tape in
            #expect(tape.decimal(tape[1]) == Decimal(string: "0.1"))
            #expect(tape.decimal(tape[2]) == Decimal(string: "12345678901234567890.0987654321"))
            #expect(tape.decimal(tape[3]) == Decimal(10_000_000_000))
        }
    }
}

/// Numbers that are the same in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
