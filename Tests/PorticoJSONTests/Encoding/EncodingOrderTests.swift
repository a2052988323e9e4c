import Foundation
import Testing

@testable import PorticoJSON

@Suite struct EncodingOrderTests {
    private func expectSame(location: SourceLocation = #_sourceLocation, _ act: @escaping (any Encoder) throws -> Void)
    {
        for formatting in [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted]] {
            EncoderPair(formatting).expectSame(Acting(act: act), location: location)
            EncoderPair(formatting).expectSame(["in": [Acting(act: act), Acting(act: act)]], location: location)
        }
    }

    @Test func `nested containers may be written by turns`() {
        expectSame { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            var first = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            var second = outer.nestedUnkeyedContainer(forKey: AnyKey("second"))
            try first.encode(1, forKey: AnyKey("a"))
            try second.encode("x")
            try first.encode([2, 3], forKey: AnyKey("b"))
            try outer.encode(true, forKey: AnyKey("flag"))
            try second.encode(["k": 1.5])
            var third = second.nestedContainer(keyedBy: AnyKey.self)
            try first.encodeNil(forKey: AnyKey("c"))
            try third.encode("deep", forKey: AnyKey("d"))
        }
    }

    @Test func `a container that was left and never written stays, empty`() {
        expectSame { encoder in
            var outer = encoder.unkeyedContainer()
            _ = outer.nestedContainer(keyedBy: AnyKey.self)
            _ = outer.nestedUnkeyedContainer()
            try outer.encode(1)
        }
    }

    @Test func `an object is opened twice and goes on, under a key too`() {
        expectSame { encoder in
            var one = encoder.container(keyedBy: AnyKey.self)
            var other = encoder.container(keyedBy: AnyKey.self)
            var nested = one.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
            try nested.encode(1, forKey: AnyKey("a"))
            try other.encode(2, forKey: AnyKey("b"))
            var again = other.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
            try again.encode(3, forKey: AnyKey("c"))
            try one.encode(4, forKey: AnyKey("b"))
        }
    }

    @Test func `encoders for superclasses are filled at once, later or never`() {
        expectSame { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            let late = outer.superEncoder()
            _ = outer.superEncoder(forKey: AnyKey("never"))
            try 5.encode(to: outer.superEncoder(forKey: AnyKey("now")))
            try outer.encode(1, forKey: AnyKey("z"))
            var list = outer.nestedUnkeyedContainer(forKey: AnyKey("list"))
            let element = list.superEncoder()
            try list.encode("after")
            try [1, 2].encode(to: element)
            try ["k": "v"].encode(to: late)
        }
    }

    @Test func `a value that failed leaves nothing where its container goes on`() throws {
        struct Bad: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey("begun"))
                var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
                try list.encode(Double.nan)
            }
        }
        let value = Acting { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            try? outer.encode(Bad(), forKey: AnyKey("bad"))
            var list = outer.nestedUnkeyedContainer(forKey: AnyKey("list"))
            try list.encode(1)
            try? list.encode(Bad())
            try? list.encode([[1, .infinity]])
            try list.encode(2)
            try? outer.encode(Double.nan, forKey: AnyKey("nan"))
            try outer.encode("end", forKey: AnyKey("end"))
        }
        let fallback = Acting { encoder in
            var container = encoder.singleValueContainer()
            do { try container.encode(Bad()) } catch { try container.encode("instead") }
        }

        #expect(try FastJSONEncoder().encode(value) == Data(#"{"list":[1,2],"end":"end"}"#.utf8))
        #expect(try FastJSONEncoder().encode([fallback]) == Data(#"["instead"]"#.utf8))
    }

    @Test func `a failed value leaves nothing in a document that is out of order`() throws {
        let value = Acting { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            var first = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            try outer.encode(1, forKey: AnyKey("a"))
            try first.encode(2, forKey: AnyKey("b"))
            try? outer.encode([1, .nan], forKey: AnyKey("bad"))
            try? first.encode(["x": Double.nan], forKey: AnyKey("bad"))
        }

        #expect(try FastJSONEncoder().encode(value) == Data(#"{"first":{"b":2},"a":1}"#.utf8))
    }

    @Test func `what Foundation traps at is an error`() {
        let two = Acting { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
        let kinds = Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            try object.encode(1, forKey: AnyKey("a"))
            _ = encoder.unkeyedContainer()
        }
        let reopened = Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            try object.encode(1, forKey: AnyKey("a"))
            _ = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        }

        let empty = Acting { encoder in
            var container = encoder.singleValueContainer()
            try container.encode([String: Int]())
            try container.encode(1)
        }
        let opened = Acting { encoder in
            _ = encoder.container(keyedBy: AnyKey.self)
            try 1.encode(to: encoder)
        }

        let dictionary = Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            try object.encode(1, forKey: AnyKey("a"))
            var container = encoder.singleValueContainer()
            try container.encode(["a": 2])
        }

        for value in [two, kinds, reopened, empty, opened, dictionary] {
            #expect(throws: EncodingError.self) { try FastJSONEncoder().encode(value) }
            #expect(throws: EncodingError.self) { try FastJSONEncoder().encode(["a": [value]]) }
        }
    }

    @Test func `paths are right in any order`() throws {
        func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: "/") }
        expectSame { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            var first = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            let list = first.nestedUnkeyedContainer(forKey: AnyKey("list"))
            try outer.encode(path(first.codingPath), forKey: AnyKey("p1"))
            try outer.encode(path(list.codingPath), forKey: AnyKey("p2"))
            try first.encode(path(list.codingPath), forKey: AnyKey("p3"))
            try outer.encode(path(outer.codingPath), forKey: AnyKey("p4"))
        }
    }

    @Test func `the path of a nested superclass is whole, which Foundation cuts short`() throws {
        let value = Acting { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            var first = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            let above = first.superEncoder()
            try above.codingPath.map(\.stringValue).encode(to: above)
        }

        #expect(try FastJSONEncoder().encode(value) == Data(#"{"first":{"super":["first","super"]}}"#.utf8))
    }
}
