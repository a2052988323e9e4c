import Foundation
import Portico
import PorticoTesting
import Testing

/// Types that are no set of named properties, or whose properties would be lost.
@Suite struct RefusedShapeTests {
    private func problem(_ endpoint: some Endpoint) -> String { Client.plain.text(of: endpoint) }

    enum RawValue: String, Endpoint {
        static let route: Route = "GET /users"
        case active
    }

    enum Cases: Endpoint {
        static let route: Route = "GET /users"
        case page(number: Int)
    }

    struct SingleValue: Endpoint {
        static let route: Route = "GET /users"
        func encode(to encoder: any Encoder) throws { try 7.encode(to: encoder) }
    }

    struct ArrayValue: Endpoint {
        static let route: Route = "GET /users"
        func encode(to encoder: any Encoder) throws { try [1, 2].encode(to: encoder) }
    }

    struct EmptyArray: Endpoint {
        static let route: Route = "GET /users"
        func encode(to encoder: any Encoder) throws { _ = encoder.unkeyedContainer() }
    }

    struct Super: Endpoint {
        static let route: Route = "GET /users"
        enum CodingKeys: CodingKey { case page }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try 7.encode(to: container.superEncoder())
        }
    }

    struct NestedContainer: Endpoint {
        static let route: Route = "GET /users"
        enum CodingKeys: CodingKey { case page }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var nested = container.nestedUnkeyedContainer(forKey: .page)
            try nested.encode(1)
        }
    }

    @Test func `an endpoint has named properties`() {
        let named = "but an endpoint has named properties"
        #expect(problem(RawValue.active) == "!body: it encodes itself as a single value, \(named)")
        #expect(problem(SingleValue()) == "!body: it encodes itself as a single value, \(named)")
        #expect(problem(ArrayValue()) == "!body: it encodes itself as an array, \(named)")
        #expect(problem(EmptyArray()) == "!body: it encodes itself as an array, \(named)")
        #expect(problem(Super()) == "!body: it encodes itself as a subclass, \(named)")
        #expect(
            problem(Cases.page(number: 1))
                == "!body: it encodes itself as a container for 'page', as an enum with values does, \(named)")
        #expect(
            problem(NestedContainer())
                == "!body: it encodes itself as a container for 'page', as an enum with values does, \(named)")
    }

    class Base: Endpoint, @unchecked Sendable {
        class var route: Route { "GET /users/{id}" }
        let id: Int
        init(id: Int) { self.id = id }
    }

    final class Sub: Base, @unchecked Sendable {
        let page = 7
    }

    final class Final: Endpoint {
        static let route: Route = "GET /users/{id}"
        let id: Int
        let page: Int?

        init(id: Int, page: Int? = nil) {
            self.id = id
            self.page = page
        }
    }

    @Test func `a subclass is refused, for the compiler encodes only what it inherits`() {
        let expected = "!body: it is a subclass of Base, whose encode(to:) leaves out what the subclass adds"
        #expect(problem(Sub(id: 1)) == expected)
        #expect(problem(Sub(id: 1) as Base) == expected)
        #expect(problem(Base(id: 1)) == "GET https://h/users/1\nAccept: */*")
    }

    @Test func `a final class is an endpoint like a struct`() {
        #expect(Client.plain.line(of: Final(id: 1, page: 2)) == "GET https://h/users/1?page=2")
        #expect(Client.plain.line(of: Final(id: 1)) == "GET https://h/users/1")
    }

    /// Holds itself, as only a class can.
    final class Node: Encodable, Sendable {
        private enum CodingKeys: CodingKey { case next }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(self, forKey: .next)
        }
    }

    /// Says that it is but another value, which is itself.
    struct Mirrored: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }

    struct Holding<Value: Encodable & Sendable>: Endpoint {
        static var route: Route { "GET /users" }
        var value: Value
    }

    @Test func `a value that never ends is an error`() {
        #expect(problem(Holding(value: Node())) == "!property 'value': values nested deeper than 64")
        #expect(problem(Holding(value: [Node()])) == "!property 'value': values nested deeper than 64")
        #expect(problem(Holding(value: Mirrored())) == "!property 'value': values nested deeper than 64")
    }

    struct Failing: Encodable {
        struct Unknown: Error, CustomStringConvertible { let description = "no such thing" }
        func encode(to encoder: any Encoder) throws { throw Unknown() }
    }

    struct HoldingInBody<Value: Encodable & Sendable>: Endpoint {
        static var route: Route { "POST /users" }
        var value: Value
    }

    @Test func `what an encode(to:) throws is told of its property`() {
        #expect(problem(Holding(value: Failing())) == "!property 'value': no such thing")
        #expect(problem(HoldingInBody(value: Failing())) == "!property 'value': no such thing")
        #expect(
            problem(HoldingInBody(value: ["a": [Double.nan]]))
                == "!property 'value': at 'a[0]', a number that is not finite")
        #expect(problem(HoldingInBody(value: ["a": [Decimal.nan]])) == "!body: a number that is not finite")
        #expect(problem(Holding(value: ["a": [Double.nan]])) == "!property 'value': a number that is not finite")
    }
}
