import Foundation
import Portico
import Testing

@testable import PorticoJSON

@Suite struct EncodingLimitsTests {
    @Test func `depth is limited, with an error`() throws {
        indirect enum Tree: Encodable {
            case leaf, node(Tree)
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if case .node(let inner) = self { try container.encode(inner) }
            }
        }
        func tree(_ depth: Int) -> Tree { (1..<depth).reduce(.leaf) { inner, _ in .node(inner) } }
        struct Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(self)
            }
        }
        var encoder = FastJSONEncoder()

        #expect(try encoder.encode(tree(512)).count == 1024)
        #expect(throws: EncodingError.self) { try encoder.encode(tree(513)) }
        encoder.maximalDepth = 3
        #expect(try encoder.encode(tree(3)) == Data("[[[]]]".utf8))
        #expect(throws: EncodingError.self) { try encoder.encode(tree(4)) }
        #expect(throws: EncodingError.self) { try encoder.encode(Endless()) }
    }

    @Test func `a value that holds itself is an error that says where`() throws {
        final class Node: Encodable { var next: Node? }
        let node = Node()
        node.next = node
        defer { node.next = nil }
        var encoder = FastJSONEncoder()
        encoder.maximalDepth = 20

        let error = #expect(throws: EncodingError.self) { try encoder.encode(node) }

        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.codingPath.map(\.stringValue) == Array(repeating: "next", count: 20))
        #expect(context.debugDescription == "more than 20 levels")
    }

    private static let manyMembers = 100_000

    @Test func `many members that are opened as containers stay in a text that goes on`() throws {
        let value = Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            for number in 0..<Self.manyMembers {
                var member = object.nestedUnkeyedContainer(forKey: AnyKey("member \(number)"))
                if number % 1000 == 0 { try? member.encode([Double.nan]) }
                try member.encode(number)
            }
        }
        let output = JSONOutput(FastJSONEncoder().options)

        try output.encodeRoot(value)

        // A tree is for what comes in another order.
        #expect(output.tree == nil)
        let read = try JSONDecoder().decode([String: [Int]].self, from: FastJSONEncoder().encode(value))
        #expect(read == Dictionary(uniqueKeysWithValues: (0..<Self.manyMembers).map { ("member \($0)", [$0]) }))
    }

    // It takes many minutes where each member is compared with all before it.
    @Test func `many members that come out of order take a time in proportion to them`() throws {
        let value = Acting { encoder in
            var outer = encoder.unkeyedContainer()
            var object = outer.nestedContainer(keyedBy: AnyKey.self)
            try outer.encode(1)
            for number in 0..<Self.manyMembers {
                var member = object.nestedUnkeyedContainer(forKey: AnyKey("member \(number)"))
                try member.encode(number)
                if number % 1000 == 0 { try? object.encode([Double.nan], forKey: AnyKey("failed \(number)")) }
            }
        }

        let text = try FastJSONEncoder().encode(value)

        let members = try #require(try JSONDecoder().decode([JSONValue].self, from: text).first)
        guard case .object(let read) = members else {
            Issue.record("no object")
            return
        }
        #expect(read.count == Self.manyMembers)
        #expect(read["member 99999"] == [99999])
    }
}
