import Foundation
import Testing

@testable import PorticoJSON

/// Numbers at the edges of their types, as `JSONDecoder` reads them.
@Suite struct NumberAgreementTests {
    static let integers = [
        "0", "-0", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65535", "65536",
        "2147483647",
        "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740993",
        "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
        "-170141183460469231731687303715884105728", "340282366920938463463374607431768211455",
        "340282366920938463463374607431768211456", "1e2", "1.0", "100e-2", "12e0", "1E+2", "-1.50e1",
    ]
    static let reals = [
        "0.0", "-0.0", "1e-323", "4.9406564584124654e-324", "2.2250738585072011e-308", "2.2250738585072014e-308",
        "1.7976931348623157e308", "1.7976931348623159e308", "-1.7976931348623157e308", "3.4028234663852886e38",
        "3.4028235677973366e38", "1.1754943508222875e-38", "1e-45", "7e-46", "0.1", "0.30000000000000004",
        "9007199254740993.0", "123456789012345678901234567890", "1e23", "8.5e22", "5e-324", "1.5e-5", "0e400",
        "-0e-400",
        "0.000000000000000000000000000000000000000000000000001",
    ]
    static let decimals = [
        "12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
        "-0.12345678901234567890123456789012345678", "0.00000000000000000000000000000000000001", "1e127", "-1e-128",
        "1.10", "100", "340282366920938463463374607431768211455",
    ]

    private func expectAll<Value: Decodable>(_ type: Value.Type, _ numbers: [String]) {
        expectSame([Value].self, of: numbers.map { "[\($0)]" })
        expectSame([String: Value?].self, of: numbers.map { #"{"x":\#($0)}"# })
        expectSame(Value.self, of: numbers)
    }

    @Test func `integers of each width`() {
        expectAll(Int.self, Self.integers)
        expectAll(Int8.self, Self.integers)
        expectAll(Int16.self, Self.integers)
        expectAll(Int32.self, Self.integers)
        expectAll(Int64.self, Self.integers)
        expectAll(UInt.self, Self.integers)
        expectAll(UInt8.self, Self.integers)
        expectAll(UInt16.self, Self.integers)
        expectAll(UInt32.self, Self.integers)
        expectAll(UInt64.self, Self.integers)
        expectAll(Int128.self, Self.integers)
        expectAll(UInt128.self, Self.integers)
    }

    @Test func `doubles, floats and decimals`() {
        expectAll(Double.self, Self.integers + Self.reals + Self.decimals)
        expectAll(Float.self, Self.integers + Self.reals)
        expectAll(Decimal.self, Self.integers + Self.decimals + ["0.1", "1.5e-5", "-0.0"])
    }

    /// What is no number of the type is refused, however many digits say it, and in a time in proportion to them.
    @Test func `digits without end`() throws {
        let digits = String(repeating: "7", count: 400)
        for number in ["1e\(digits)", "-1e\(digits)", "1e-\(digits)", digits, "0.\(digits)e-\(digits)"] {
            expectSame([Int8].self, of: ["[\(digits)]"])
            #expect(throws: DecodingError.self) {
                try FastJSONDecoder().decode([Int].self, from: Data("[\(number)]".utf8))
            }
            #expect(throws: DecodingError.self) {
                try FastJSONDecoder().decode([Double].self, from: Data("[\(number)]".utf8))
            }
        }
        let long = "0." + String(repeating: "3", count: 1_000_000)
        #expect(try FastJSONDecoder().decode([Double].self, from: Data("[\(long)]".utf8)) == [1.0 / 3])
        let zeros = "1" + String(repeating: "0", count: 1_000_000) + "e-1000000"
        #expect(try FastJSONDecoder().decode([Int].self, from: Data("[\(zeros)]".utf8)) == [1])
    }
}
