import Foundation
import Portico
import PorticoTesting
import Testing

/// Values whose `encode(to:)` was written by hand, in a query.
@Suite struct WrittenEncodingTests {
    private enum Key: String, CodingKey { case firstKey, second, inner }

    struct Written: Encodable {
        let write: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    struct Search: Endpoint {
        static let route: Route = "GET /x"
        static let style = ParameterStyle(keys: .snakeCase)
        let write: @Sendable (any Encoder) throws -> Void

        enum CodingKeys: CodingKey { case v }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Written(write: write), forKey: .v)
        }
    }

    private func query(_ write: @escaping @Sendable (any Encoder) throws -> Void) -> String {
        let line = Client.plain.line(of: Search(write: write))
        return line.replacing("GET https://h/x", with: "").replacing("%5B", with: "[").replacing("%5D", with: "]")
    }

    @Test func `nested containers are nested values`() {
        #expect(
            query { encoder in
                var container = encoder.container(keyedBy: Key.self)
                var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
                try inner.encode(1, forKey: .firstKey)
                try inner.encodeNil(forKey: .second)
                var list = container.nestedUnkeyedContainer(forKey: .second)
                try list.encode(2)
                try list.encodeNil()
                try list.encode(3)
            } == "?v[inner][first_key]=1&v[second]=2&v[second]=3")
    }

    @Test func `containers of an array are its elements`() {
        #expect(
            query { encoder in
                var list = encoder.unkeyedContainer()
                var first = list.nestedContainer(keyedBy: Key.self)
                try first.encode(1, forKey: .firstKey)
                var second = list.nestedUnkeyedContainer()
                try second.encode(2)
                try 3.encode(to: list.superEncoder())
                try list.encode(list.count)
            } == "?v[0][first_key]=1&v[1]=2&v=3&v=3")
    }

    @Test func `a container that is asked for twice goes on where it was`() {
        #expect(
            query { encoder in
                for value in 1...2 {
                    var container = encoder.container(keyedBy: Key.self)
                    try container.encode(value, forKey: value == 1 ? .firstKey : .second)
                }
            } == "?v[first_key]=1&v[second]=2")
        #expect(
            query { encoder in
                for value in 1...2 {
                    var container = encoder.unkeyedContainer()
                    try container.encode(value)
                }
            } == "?v=1&v=2")
    }

    @Test func `what a superclass encodes has a name of its own`() {
        #expect(
            query { encoder in
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .firstKey)
                try ["a": 2].encode(to: container.superEncoder())
                try ["b": 3].encode(to: container.superEncoder(forKey: .inner))
            } == "?v[first_key]=1&v[super][a]=2&v[inner][b]=3")
    }

    @Test func `a single value is that value, and its dates and keys are what they are`() {
        #expect(
            query { encoder in
                var container = encoder.singleValueContainer()
                try container.encode(moment)
            } == "?v=2024-01-02T03%3A04%3A05.250Z")
        #expect(
            query { encoder in
                var container = encoder.singleValueContainer()
                try container.encode(["bC": 1, "aB": 2] as [String: Int]?)
            } == "?v[aB]=2&v[bC]=1")
    }

    @Test func `a value that encodes nothing leaves nothing`() {
        #expect(query { _ in } == "")
        #expect(query { encoder in _ = encoder.container(keyedBy: Key.self) } == "")
        #expect(query { encoder in _ = encoder.unkeyedContainer() } == "")
    }

    @Test func `an encoder has no user info and no path of its own to tell`() {
        #expect(
            query { encoder in
                try (encoder.codingPath.count + encoder.userInfo.count).encode(to: encoder)
            } == "?v=0")
    }

    @Test func `a written nesting has an end`() {
        @Sendable func refused(_ encoder: any Encoder, _ depth: Int) throws {
            guard depth < 100 else { return try 1.encode(to: encoder) }
            var container = encoder.container(keyedBy: Key.self)
            try refused(container.superEncoder(forKey: .inner), depth + 1)
        }
        #expect(query { try refused($0, 0) } == "!property 'v': values nested deeper than 64")
    }
}
