import Foundation
import Testing

@testable import PorticoJSON

/// A value that opens, leaves and writes containers at random, in any order.
private struct RandomValue: Encodable {
    let seed: Int
    let depth: Int

    func encode(to encoder: any Encoder) throws {
        var numbers = SeededNumbers(seed: seed)
        var walk = Walk(depth: depth, numbers: SeededNumbers(seed: seed))
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: try walk.encodeSingle(to: encoder.singleValueContainer())
        case 1...4: walk.objects.append(encoder.container(keyedBy: AnyKey.self))
        default: walk.arrays.append(encoder.unkeyedContainer())
        }
        try walk.run()
    }
}

private struct Walk {
    let depth: Int
    var numbers: SeededNumbers
    var objects: [KeyedEncodingContainer<AnyKey>] = []
    var arrays: [any UnkeyedEncodingContainer] = []
    var supers: [any Encoder] = []
    /// Containers that may be left for others; without it everything goes in order.
    private var nextKey = 0

    init(depth: Int, numbers: SeededNumbers) { (self.depth, self.numbers) = (depth, numbers) }

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    mutating func freshKey() -> AnyKey {
        nextKey += 1
        return AnyKey(["k", "key ", "a rather long key, ", "é", "\""][pick(5)] + "\(nextKey)")
    }

    mutating func encodeSingle(to container: any SingleValueEncodingContainer) throws {
        var container = container
        switch pick(5) {
        case 0: try container.encodeNil()
        case 1: try container.encode("text \(pick(100))")
        case 2: try container.encode([pick(10)])
        case 3 where depth > 0: try container.encode(RandomValue(seed: pick(.max), depth: depth - 1))
        default: try container.encode(Double(pick(1000)) / 8)
        }
    }

    mutating func run() throws {
        for _ in 0..<pick(14) {
            let total = objects.count + arrays.count
            guard total > 0 else { return }
            let index = pick(total)
            if index < objects.count { try writeObject(index) } else { try writeArray(index - objects.count) }
        }
        for encoder in supers where pick(3) > 0 { try encodeSingle(to: encoder.singleValueContainer()) }
    }

    private mutating func writeObject(_ index: Int) throws {
        let key = freshKey()
        switch pick(10) {
        case 0: objects.append(objects[index].nestedContainer(keyedBy: AnyKey.self, forKey: key))
        case 1: arrays.append(objects[index].nestedUnkeyedContainer(forKey: key))
        case 2: supers.append(objects[index].superEncoder(forKey: key))
        case 3: try objects[index].encode(pick(1000), forKey: AnyKey("repeated"))
        case 4: try objects[index].encode(["x": pick(5), "a": 1], forKey: key)
        case 5 where depth > 0: try objects[index].encode(RandomValue(seed: pick(.max), depth: depth - 1), forKey: key)
        case 6: objects.append(objects[index].nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("again")))
        default: try objects[index].encode("value \(pick(1000))", forKey: key)
        }
    }

    private mutating func writeArray(_ index: Int) throws {
        switch pick(8) {
        case 0: objects.append(arrays[index].nestedContainer(keyedBy: AnyKey.self))
        case 1: arrays.append(arrays[index].nestedUnkeyedContainer())
        case 2 where depth > 0: try arrays[index].encode(RandomValue(seed: pick(.max), depth: depth - 1))
        case 3: try arrays[index].encode([["y": pick(9)]])
        case 4: try arrays[index].encodeNil()
        default: try arrays[index].encode(pick(1000))
        }
    }
}

@Suite struct RandomEncodingTests {
    @Test(arguments: 0..<20)
    func `random documents are written as Foundation writes them, in whatever order`(batch: Int) {
        for seed in 0..<150 {
            EncoderPair(.sortedKeys).expectSame([RandomValue(seed: batch * 1000 + seed, depth: 3)])
        }
    }

    @Test(arguments: 0..<5)
    func `unsorted documents mean the same`(batch: Int) throws {
        for seed in 0..<100 {
            let value = [RandomValue(seed: batch * 1000 + seed, depth: 3)]
            let text = try FastJSONEncoder().encode(value)
            let sorted = try JSONSerialization.data(
                withJSONObject: JSONSerialization.jsonObject(with: text), options: [.sortedKeys])
            let expected = try JSONSerialization.data(
                withJSONObject: JSONSerialization.jsonObject(with: JSONEncoder().encode(value)), options: [.sortedKeys])
            #expect(sorted == expected, "seed \(batch * 1000 + seed)")
        }
    }
}
