#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What stands in JSON text at the end of a coding path, or as far along it as there is something.
struct JSONPlace {
    /// Where the value begins; where the text stops being JSON if that comes first.
    private(set) var offset = 0
    /// What the value is: `a string`, `an object`; nil where the path leads to none.
    private(set) var kind: String?
    /// The first names of the members of the value, where it is an object.
    private(set) var names: [String] = []
    /// Where the text stops being JSON, if that comes before the end of the value.
    private(set) var malformedOffset: Int?

    static let maximalNames = 12

    init(at path: [any CodingKey], in data: Data) {
        data.withContiguousBytes { bytes in
            var scanner = JSONScanner(bytes)
            do throws(JSONScanner.Malformed) {
                var follower = JSONPathFollower(path)
                var token = try scanner.next()
                while token != .end {
                    let step = follower.take(token, name: token == .name ? scanner.text : nil)
                    if step != .aside { offset = scanner.range.lowerBound }
                    if step == .arrived {
                        kind = Self.kind(token, bytes[scanner.range.lowerBound])
                        try readValue(token, &scanner)
                        // Only a value at the top has to be followed by the end; behind others nobody looks.
                        if path.isEmpty { _ = try scanner.next() }
                        return
                    }
                    token = try scanner.next()
                }
            } catch {
                malformedOffset = error.offset
                if path.isEmpty { offset = error.offset }
            }
        }
    }

    private mutating func readValue(
        _ token: JSONScanner.Token, _ scanner: inout JSONScanner
    ) throws(JSONScanner.Malformed) {
        guard token == .beginObject else { return try scanner.skipValue(token) }
        let depth = scanner.depth
        while scanner.depth >= depth {
            let token = try scanner.next()
            guard token == .name, scanner.depth == depth, names.count < Self.maximalNames else { continue }
            if let name = scanner.text { names.append(name) }
        }
    }

    private static func kind(_ token: JSONScanner.Token, _ byte: UInt8) -> String {
        switch token {
        case .beginObject: "an object"
        case .beginArray: "an array"
        case .string: "a string"
        case .number: "a number"
        default: byte == UInt8(ascii: "n") ? "null" : byte == UInt8(ascii: "t") ? "true" : "false"
        }
    }
}

/// Tells of a stream of tokens which value is the one at the end of a path.
struct JSONPathFollower {
    enum Step { case aside, closer, arrived }

    private let path: [any CodingKey]
    /// How many containers are open, and how many of them, from the outermost on, the path leads through.
    private var (open, entered) = (0, 0)
    private var isInObject = false
    /// In the innermost container that the path leads through: the next element, and whether the last name was the one.
    private var (index, isNamed) = (0, false)
    private var hasEnded = false

    init(_ path: [any CodingKey]) { self.path = path }

    mutating func take(_ token: JSONScanner.Token, name: String?) -> Step {
        guard !hasEnded else { return .aside }
        switch token {
        case .name:
            if open == entered { isNamed = name == path[entered - 1].stringValue }
            return .aside
        case .endArray, .endObject:
            open -= 1
            hasEnded = open < entered
            return .aside
        case .end:
            return .aside
        case .beginArray, .beginObject, .string, .number, .literal:
            return takeValue(token)
        }
    }

    private mutating func takeValue(_ token: JSONScanner.Token) -> Step {
        let isOnPath = open == entered && isNext
        if open == entered { index += 1 }
        let opens = token == .beginArray || token == .beginObject
        if opens { open += 1 }
        guard isOnPath else { return .aside }
        if entered == path.count { return .arrived }
        guard opens else {
            hasEnded = true
            return .closer
        }
        entered += 1
        (isInObject, index, isNamed) = (token == .beginObject, 0, false)
        return .closer
    }

    /// Whether the value that comes now, in the innermost container of the path, is the one that the path goes on to.
    private var isNext: Bool {
        guard entered > 0 else { return true }
        return isInObject ? isNamed : path[entered - 1].intValue == index
    }
}
