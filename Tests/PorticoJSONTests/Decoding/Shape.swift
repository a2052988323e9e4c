import Foundation

/// A type made at run time: what a `Decodable` of it asks of a decoder, one way of asking among those there are.
indirect enum Shape: Sendable {
    case bool, int, int8, uint64, int128, double, float, string, date, data, url, decimal, optionalInt
    case ints, strings, doubles, optionals, bytes
    case array(Shape)
    case dictionary(Shape)
    case object([Member])
    /// An array that is read element by element, with containers of its own.
    case tuple([Shape])

    struct Member: Sendable {
        var name: String
        var shape: Shape
        var way: Way
    }

    /// How a member is asked for.
    enum Way: CaseIterable, Sendable {
        case decode, decodeIfPresent, afterAsking, nested, superDecoder, twice
    }

    static func random(depth: Int, _ random: inout SplitMix) -> Shape {
        let leaves: [Shape] = [
            .bool, .int, .int8, .uint64, .int128, .double, .float, .string, .date, .data, .url, .decimal, .optionalInt,
            .ints, .strings, .doubles, .optionals, .bytes,
        ]
        guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else {
            return leaves[Int.random(in: 0..<leaves.count, using: &random)]
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .array(.random(depth: depth - 1, &random))
        case 1: return .dictionary(.random(depth: depth - 1, &random))
        case 2:
            return .tuple((0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(depth: depth - 1, &random) })
        default:
            let count = Int.random(in: 0..<7, using: &random)
            return .object(
                (0..<count).map { index in
                    let name = names[Int.random(in: 0..<names.count, using: &random)] + "\(index)"
                    let way = Way.allCases[Int.random(in: 0..<Way.allCases.count, using: &random)]
                    return Member(name: name, shape: .random(depth: depth - 1, &random), way: way)
                })
        }
    }

    private static let names = [
        "a", "id", "name", "created_at", "isActive", "é", "a name longer than sixteen bytes", "\"\n", "url", "k😀",
    ]

    /// Whether the order in which `JSONDecoder` comes upon its parts changes from run to run.
    var hasDictionary: Bool {
        switch self {
        case .dictionary: true
        case .array(let element): element.hasDictionary
        case .object(let members): members.contains { $0.shape.hasDictionary }
        case .tuple(let elements): elements.contains { $0.hasDictionary }
        default: false
        }
    }
}

// MARK: Documents

extension Shape {
    /// A document that has this shape, or nearly.
    func document(_ random: inout SplitMix) -> String {
        if Int.random(in: 0..<60, using: &random) == 0 { return "null" }
        let space = ["", " ", "\n  "][Int.random(in: 0..<3, using: &random)]
        switch self {
        case .bool: return pick(["true", "false"], &random)
        case .int, .optionalInt: return pick(["0", "-1", "12345678901", "7.0", "1e2", "9223372036854775807"], &random)
        case .int8: return pick(["0", "-128", "127", "5"], &random)
        case .uint64: return pick(["0", "18446744073709551615", "42"], &random)
        case .int128: return pick(["0", "170141183460469231731687303715884105727", "-5"], &random)
        case .double: return pick(["0", "-0.0", "1.5", "3.141592653589793", "1e-7", "65.613616999999977"], &random)
        case .float: return pick(["0", "1.5", "3.4028235e38", "0.1"], &random)
        case .string:
            return pick(
                ["\"\"", "\"short\"", "\"\\u00e9 \\n and more than fifteen\"", "\"plain, and longer than that\""],
                &random)
        case .date: return pick(["0", "700000000.25"], &random)
        case .data: return pick(["\"\"", "\"aGVsbG8=\""], &random)
        case .url: return pick(["\"https://example.com/a?b=c\"", "\"/x\""], &random)
        case .decimal: return pick(["0", "12.345", "-1e3", "99999999999999999999.5"], &random)
        case .ints: return list(["1", "-22", "333"], &random)
        case .strings: return list(["\"a\"", "\"b\\\\c\"", "\"something longer than that\""], &random)
        case .doubles: return list(["1", "2.5", "-3e-3"], &random)
        case .optionals: return list(["1", "null"], &random)
        case .bytes: return list(["0", "255"], &random)
        case .array(let element):
            let elements = (0..<Int.random(in: 0..<4, using: &random)).map { _ in element.document(&random) }
            return "[\(space)\(elements.joined(separator: ",\(space)"))\(space)]"
        case .tuple(let elements):
            return "[\(elements.map { $0.document(&random) }.joined(separator: ","))\(space)]"
        case .dictionary(let value):
            let members = (0..<Int.random(in: 0..<4, using: &random)).map {
                "\"k\($0)\":\(space)\(value.document(&random))"
            }
            return "{\(members.joined(separator: ","))}"
        case .object(let members): return object(members, space, &random)
        }
    }

    private func object(_ members: [Member], _ space: String, _ random: inout SplitMix) -> String {
        var written: [String] = []
        for member in members where Int.random(in: 0..<20, using: &random) > 0 {
            let isEscaped = Int.random(in: 0..<10, using: &random) == 0
            written.append("\(Self.name(member.name, isEscaped: isEscaped))\(space):\(member.shape.document(&random))")
            if Int.random(in: 0..<12, using: &random) == 0 { written.append("\"other\":[{\"a\":1},null]") }
            // Once more, with another value perhaps.
            if Int.random(in: 0..<20, using: &random) == 0 {
                written.append("\(Self.name(member.name, isEscaped: false)):\(member.shape.document(&random))")
            }
        }
        if Int.random(in: 0..<3, using: &random) == 0 { written.shuffle(using: &random) }
        return "{\(space)\(written.joined(separator: ",\(space)"))}"
    }

    private static func name(_ text: String, isEscaped: Bool) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let mustBe = scalar == "\"" || scalar.value < 0x20
            if mustBe || isEscaped && scalar.value < 0x10000 {
                let digits = String(scalar.value, radix: 16)
                name += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                name.unicodeScalars.append(scalar)
            }
        }
        return "\"\(name)\""
    }

    private func pick(_ texts: [String], _ random: inout SplitMix) -> String {
        texts[Int.random(in: 0..<texts.count, using: &random)]
    }

    private func list(_ texts: [String], _ random: inout SplitMix) -> String {
        "[\((0..<Int.random(in: 0..<4, using: &random)).map { _ in pick(texts, &random) }.joined(separator: ", "))]"
    }
}
