import Portico
import Synchronization

/// What befalls some of the requests of a ``StubTransport``, by a seed: the same ones in each run, counted by their order.
final class StubChance: Sendable {
    enum Effect: Sendable {
        /// So many of all requests get one of these answers instead of their own.
        case failures(rate: Double, [StubAnswer])
        /// Each answer is held back for some time within these bounds.
        case delays(ClosedRange<Duration>)
    }

    private let effect: Effect
    private let seed: UInt64
    private let count = Atomic<UInt64>(0)

    init(_ effect: Effect, seed: UInt64) {
        self.effect = effect
        self.seed = seed
    }

    /// What befalls the next request.
    func next() -> (failure: StubAnswer?, delay: Duration?) {
        let number = count.add(1, ordering: .relaxed).oldValue
        var random = SplitMix(state: seed &+ number &* SplitMix.step)
        switch effect {
        case .failures(let rate, let answers):
            let isHit = random.unit() < rate
            return (isHit ? answers.randomElement(using: &random) : nil, nil)
        case .delays(let range):
            let span = range.upperBound - range.lowerBound
            return (nil, range.lowerBound + span * random.unit())
        }
    }
}

/// The generator SplitMix64: enough for tests, and the same on every system.
private struct SplitMix: RandomNumberGenerator {
    static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= Self.step
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// From 0 up to, and without, 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
