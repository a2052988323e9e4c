import Testing

@testable import PorticoURLSession

@Suite struct AbandonmentGateTests {
    @Test func `calls wait only while as many tasks as allowed are abandoned, and go on in order`() {
        var gate = AbandonmentGate<String>(limit: 2)
        gate.abandon()
        let free = gate.enter("free")
        gate.abandon()
        let tickets = ["a", "b", "c"].map { gate.enter($0) }

        if let ticket = tickets[1] { gate.leave(ticket) }

        #expect(free == nil)
        #expect(gate.waiterCount == 2)
        #expect(gate.release() == ["a", "c"])
        #expect(gate.enter("d") == nil)
    }

    @Test func `nobody goes on while there are still too many`() {
        var gate = AbandonmentGate<String>(limit: 1)
        gate.abandon()
        gate.abandon()
        _ = gate.enter("a")

        #expect(gate.release().isEmpty)
        #expect(gate.release() == ["a"])
        #expect(gate.abandonedCount == 0)
    }
}
