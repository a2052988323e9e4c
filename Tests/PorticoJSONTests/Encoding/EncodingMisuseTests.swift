import Foundation
import Testing

@testable import PorticoJSON

/// Values that keep what they are given, and write where it is not their turn.
@Suite struct EncodingMisuseTests {
    private struct Failure: Error {}

    /// An object with a list in it, of which an element writes into the object by `write`.
    private func interrupted(
        _ write: @escaping (inout KeyedEncodingContainer<AnyKey>, any Encoder) throws -> Void
    ) -> Acting {
        Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
            try? list.encode(Acting { inner in try write(&object, inner) })
            try list.encode(2)
            try object.encode(3, forKey: AnyKey("last"))
        }
    }

    @Test func `a value may write into containers around its own`() {
        let pair = EncoderPair()
        pair.expectSame(
            interrupted { object, encoder in
                var own = encoder.container(keyedBy: AnyKey.self)
                try own.encode(1, forKey: AnyKey("own"))
                try object.encode(1, forKey: AnyKey("x"))
                try own.encode(2, forKey: AnyKey("later"))
            })
        pair.expectSame(
            interrupted { object, encoder in
                var single = encoder.singleValueContainer()
                try object.encode([1], forKey: AnyKey("x"))
                try single.encode("own")
            })
    }

    @Test func `what a value wrote into containers around its own stays where it fails`() {
        let pair = EncoderPair()
        pair.expectSame(
            interrupted { object, _ in
                try object.encode(1, forKey: AnyKey("x"))
                throw Failure()
            })
        pair.expectSame(
            interrupted { object, encoder in
                var own = encoder.unkeyedContainer()
                try own.encode(1)
                _ = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("x"))
                throw Failure()
            })
    }

    @Test func `a single value that fails elsewhere can be written again`() throws {
        let value = Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
            var single = list.superEncoder().singleValueContainer()
            let failing = Acting { inner in
                _ = inner.unkeyedContainer()
                try object.encode(1, forKey: AnyKey("x"))
                throw Failure()
            }
            do { try single.encode(failing) } catch { try single.encode("instead") }
            try list.encode(2)
            var late = list.superEncoder().singleValueContainer()
            do { try late.encode(failing) } catch { try late.encode("instead, too") }
        }

        #expect(try FastJSONEncoder().encode(value) == Data(#"{"list":["instead",2,"instead, too"],"x":1}"#.utf8))
    }

    @Test func `a member that fails leaves the one that it was to take the place of`() throws {
        let value = Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            try object.encode(1, forKey: AnyKey("a"))
            try? object.encode([Double.nan], forKey: AnyKey("a"))
            var first = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            try object.encode(2, forKey: AnyKey("b"))
            try first.encode(1, forKey: AnyKey("c"))
            try? object.encode([Double.nan], forKey: AnyKey("b"))
            try? object.encode(["x": Double.nan], forKey: AnyKey("first"))
        }

        #expect(try FastJSONEncoder().encode(value) == Data(#"{"a":1,"first":{"c":1},"b":2}"#.utf8))
    }

    @Test func `a value that writes into its own list while it is an element of it makes JSON`() throws {
        let value = Acting { encoder in
            let list = encoder.unkeyedContainer()
            var first = list
            try first.encode(
                Acting { inner in
                    var second = list
                    try second.encode(5)
                    try "own".encode(to: inner)
                })
            try first.encode(6)
        }

        #expect(try FastJSONEncoder().encode(value) == Data(#"["own",5,6]"#.utf8))
    }

    /// What a value keeps of its encoder.
    private final class Kept {
        var encoders: [any Encoder] = []
        var objects: [KeyedEncodingContainer<AnyKey>] = []
        var arrays: [any UnkeyedEncodingContainer] = []
    }

    @Test func `a container that is kept is written to until the text is whole`() throws {
        let kept = Kept()
        let values = [
            Acting { encoder in
                kept.objects = [encoder.container(keyedBy: AnyKey.self)]
                kept.objects.append(kept.objects[0].nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n")))
            },
            Acting { encoder in
                try kept.objects[0].encode(1, forKey: AnyKey("a"))
                try kept.objects[1].encode(2, forKey: AnyKey("b"))
                try 7.encode(to: encoder)
            },
        ]

        #expect(try FastJSONEncoder().encode(values) == Data(#"[{"n":{"b":2},"a":1},7]"#.utf8))
    }

    @Test(arguments: [FastJSONEncoder.OutputFormatting.sortedKeys, .prettyPrinted, []])
    func `what is kept beyond the end changes nothing`(formatting: FastJSONEncoder.OutputFormatting) throws {
        let kept = Kept()
        let value = Acting { encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            kept.objects = [object, object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))]
            kept.arrays = [object.nestedUnkeyedContainer(forKey: AnyKey("b"))]
            kept.encoders = [encoder, object.superEncoder()]
        }
        var encoder = FastJSONEncoder()
        encoder.outputFormatting = formatting
        let text = try encoder.encode([value])
        let expected = Array(text)

        for index in kept.objects.indices {
            try kept.objects[index].encode(["k": [1.5]], forKey: AnyKey("x"))
            #expect(throws: EncodingError.self) { try kept.objects[index].encode([Double.nan], forKey: AnyKey("y")) }
            try 1.encode(to: kept.objects[index].superEncoder())
        }
        try kept.arrays[0].encode("more")
        #expect(kept.arrays[0].count == 0)
        for encoder in kept.encoders {
            #expect(encoder.codingPath.isEmpty)
            try? "more".encode(to: encoder)
            _ = encoder.unkeyedContainer()
        }

        #expect(Array(text) == expected)
    }
}
