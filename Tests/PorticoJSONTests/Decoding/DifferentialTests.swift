import Foundation
import Testing

@testable import Portico
@testable import PorticoJSON

@Suite struct DifferentialTests {
    @Test(arguments: 0..<40)
    func `documents of any type are decoded as JSONDecoder decodes them`(_ seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        for _ in 0..<60 {
            let shape = Shape.random(depth: 3, &random)
            let document = shape.document(&random)
            expectAgreement(on: Array(document.utf8), shape)
        }
    }

    @Test(arguments: 0..<40)
    func `documents that are damaged are decoded, or refused, as by JSONDecoder`(_ seed: Int) {
        var random = SplitMix(state: UInt64(seed + 1000))
        for _ in 0..<20 {
            let shape = Shape.random(depth: 3, &random)
            let document = Array(shape.document(&random).utf8)
            for _ in 0..<10 {
                expectAgreement(on: damaged(document, &random), shape)
                expectAgreement(on: Array(shape.document(&random).utf8), shape)
            }
        }
    }

    @Test(arguments: 0..<20)
    func `documents of another type are refused as by JSONDecoder`(_ seed: Int) {
        var random = SplitMix(state: UInt64(seed + 2000))
        for _ in 0..<100 {
            let (one, other) = (Shape.random(depth: 2, &random), Shape.random(depth: 2, &random))
            expectAgreement(on: Array(one.document(&random).utf8), other)
        }
    }

    @Test(arguments: 0..<10)
    func `documents that are cut at any byte are refused`(_ seed: Int) {
        var random = SplitMix(state: UInt64(seed + 3000))
        for _ in 0..<10 {
            let shape = Shape.random(depth: 3, &random)
            let document = Array(shape.document(&random).utf8)
            guard document.first == UInt8(ascii: "{") || document.first == UInt8(ascii: "[") else { continue }
            for length in 0..<document.count {
                let outcome = Self.fast(Array(document.prefix(length)), shape)
                #expect(outcome == .malformed, "\(String(decoding: document.prefix(length), as: UTF8.self))")
            }
        }
    }

    private func damaged(_ document: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var document = document
        let bytes = Array("{}[]\",:0123456789.eE+-tfn\\u \n\u{1}xé\u{FE}".utf8) + [0xFF, 0xC0, 0x80]
        for _ in 0..<Int.random(in: 1...3, using: &random) where !document.isEmpty {
            let place = Int.random(in: 0..<document.count, using: &random)
            let byte = bytes[Int.random(in: 0..<bytes.count, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: document[place] = byte
            case 1: document.insert(byte, at: place)
            case 2: document.remove(at: place)
            default:
                let end = Int.random(in: place...document.count, using: &random)
                document.replaceSubrange(place..<end, with: document[Int.random(in: 0...place, using: &random)..<place])
            }
        }
        return document
    }

    // MARK: What agreement is

    private func expectAgreement(on document: [UInt8], _ shape: Shape) {
        let (fast, foundation) = (Self.fast(document, shape), Self.foundation(document, shape))
        let fault = TextFault(in: document)
        let text = String(decoding: document, as: UTF8.self)
        #expect(
            (fast == .malformed) == (fault != nil),
            "\(text)\n\(shape)\nhere \(fast), and yet the fault \(String(describing: fault))")
        if fast == foundation || fault != nil { return }
        let isOrder = shape.hasDictionary && fast.isFailure && foundation.isFailure
        #expect(isOrder, "\(text)\n\(shape)\nhere \(fast)\nthere \(foundation)")
    }
    private static func fast(_ document: [UInt8], _ shape: Shape) -> Outcome {
        Outcome {
            var decoder = FastJSONDecoder()
            if let key = Shaped.Next.key { decoder.userInfo[key] = Shaped.Next(shape) }
            return try decoder.decode(Shaped.self, from: Data(document)).text
        }
    }

    private static func foundation(_ document: [UInt8], _ shape: Shape) -> Outcome {
        Outcome {
            let decoder = JSONDecoder()
            if let key = Shaped.Next.key { decoder.userInfo[key] = Shaped.Next(shape) }
            return try decoder.decode(Shaped.self, from: Data(document)).text
        }
    }
}
