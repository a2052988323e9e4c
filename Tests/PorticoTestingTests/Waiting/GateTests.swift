import PorticoTesting
import Testing

@Suite struct GateTests {
    @Test func `it holds everyone until it is opened, and nobody after`() async {
        let gate = Gate()
        let held = (0..<5).map { _ in Task { await gate.wait() } }
        await gate.waitForArrivals(5)
        #expect(gate.waitingCount == 5)

        gate.open()
        for task in held { await task.value }
        await gate.wait()

        #expect(gate.isOpen)
        #expect(gate.waitingCount == 0)
    }

    @Test func `a cancelled task leaves the gate, the others stay`() async {
        let gate = Gate()
        let cancelled = Task { await gate.wait() }
        let other = Task { await gate.wait() }
        await gate.waitForArrivals(2)

        cancelled.cancel()
        await cancelled.value

        #expect(gate.waitingCount == 1)
        gate.open()
        await other.value
    }
}
