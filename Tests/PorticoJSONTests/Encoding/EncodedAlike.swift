import Foundation
import Testing

@testable import PorticoJSON

/// Both encoders with the same settings.
struct EncoderPair {
    let foundation = JSONEncoder()
    var fast = FastJSONEncoder()

    init(_ formatting: JSONEncoder.OutputFormatting = .sortedKeys) {
        foundation.outputFormatting = formatting
        fast.outputFormatting = FastJSONEncoder.OutputFormatting(rawValue: formatting.rawValue)
    }

    /// Expects the same text, or an error that says the same.
    func expectSame(_ value: some Encodable, location: SourceLocation = #_sourceLocation) {
        let expected = outcome { try foundation.encode(value) }
        let actual = outcome { try fast.encode(value) }
        #expect(actual == expected, sourceLocation: location)
    }

    private func outcome(_ encode: () throws -> Data) -> String {
        do {
            return String(decoding: try encode(), as: UTF8.self)
        } catch EncodingError.invalidValue(_, let context) {
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            return "invalid at \(path.joined(separator: ".")): \(context.debugDescription)"
        } catch {
            return "\(error)"
        }
    }
}

/// A small generator whose numbers follow from its seed.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A value that encodes itself by a closure.
struct Acting: Encodable {
    let act: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try act(encoder) }
}

struct AnyKey: CodingKey, Hashable {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
