import Testing

@testable import PorticoJSON

@Suite struct JSONLimitsTests {
    @Test(arguments: [
        (-1, 0), (0, 0), (7, 7), (JSONLimits.maximalLength, JSONLimits.maximalLength), (.max, JSONLimits.maximalLength),
    ])
    func `a length is one that an offset can tell, however it is set`(asked: Int, length: Int) {
        var limits = JSONLimits()
        limits.length = asked

        #expect(limits.length == length)
        #expect(JSONLimits(length: asked).length == length)
    }

    @Test func `a depth is not below zero, however it is set`() {
        var limits = JSONLimits()
        limits.depth = -1

        #expect(limits.depth == 0)
        #expect(JSONLimits(depth: -1).depth == 0)
    }

    @Test func `a document that may have no bytes is too long`() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try withTape(Array("1".utf8), limits: JSONLimits(length: 0)) { _ in }
        }

        #expect(error?.expected == "no more than 0 bytes")
        #expect(error?.offset == 0)
    }
}
