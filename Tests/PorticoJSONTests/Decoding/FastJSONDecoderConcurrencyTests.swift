import Foundation
import Testing

@testable import PorticoJSON

@Suite struct FastJSONDecoderConcurrencyTests {
    private struct Model<Value: Decodable & Sendable>: Decodable, Sendable { var values: [String: [Value?]] }

    /// Types are looked at once for the whole program, by whoever comes first.
    @Test func `one decoder decodes many types in many tasks`() async throws {
        let decoder = FastJSONDecoder()

        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask { try Self.count(Int8.self, decoder) }
                group.addTask { try Self.count(UInt64.self, decoder) }
                group.addTask { try Self.count(Float.self, decoder) }
                group.addTask { try Self.count(Decimal.self, decoder) }
                group.addTask { try Self.count(Date.self, decoder) }
            }
            return try await group.reduce(into: 0) { $0 += $1 }
        }

        #expect(counts == 64 * 5 * 3)
    }

    private static func count<Value: Decodable & Sendable>(
        _ type: Value.Type, _ decoder: FastJSONDecoder
    ) throws -> Int {
        let document = Data(#"{"values":{"a":[1,null],"b":[2]}}"#.utf8)
        return try decoder.decode(Model<Value>.self, from: document).values.values.reduce(0) { $0 + $1.count }
    }
}
