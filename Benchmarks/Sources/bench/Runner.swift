import AllocationCounter
import Foundation

/// Runs benchmarks side by side: each round runs every one of them, so that a disturbance touches all alike, and the
/// median of the rounds counts.
struct Runner {
    static let rounds = 5
    /// How long one benchmark runs in one round.
    static let sample = Duration.milliseconds(150)
    static let countedRepetitions = 1000

    private(set) var medians: [String: Double] = [:]

    @concurrent
    mutating func run(_ benchmarks: [Benchmark]) async throws {
        var repetitions: [String: Int] = [:]
        for benchmark in benchmarks { repetitions[benchmark.name] = try await calibrated(benchmark) }
        var samples: [String: [Double]] = [:]
        for _ in 0..<Self.rounds {
            for benchmark in benchmarks {
                guard let value = try await Self.value(of: benchmark, repetitions[benchmark.name] ?? 1) else {
                    continue
                }
                samples[benchmark.name, default: []].append(value)
            }
        }
        medians = samples.mapValues { $0.sorted()[$0.count / 2] }
        for benchmark in benchmarks {
            switch benchmark.measure {
            case .ratio(let name, let other): combine(name, other, as: benchmark.name, by: /)
            case .difference(let name, let other): combine(name, other, as: benchmark.name, by: -)
            case .least(let names): medians[benchmark.name] = names.compactMap { medians[$0] }.min()
            case .geometricMean(let names):
                let logarithms = names.compactMap { medians[$0].map(log) }
                guard !logarithms.isEmpty else { continue }
                medians[benchmark.name] = exp(logarithms.reduce(0, +) / Double(logarithms.count))
            case .microseconds, .allocations, .number: break
            }
        }
    }

    private mutating func combine(
        _ name: String, _ other: String, as result: String, by operation: (Double, Double) -> Double
    ) {
        if let first = medians[name], let second = medians[other] { medians[result] = operation(first, second) }
    }

    /// How often a benchmark is repeated in a sample; finding out warms it up.
    private func calibrated(_ benchmark: Benchmark) async throws -> Int {
        guard case .microseconds(let body) = benchmark.measure else { return Self.countedRepetitions }
        var repetitions = 1
        while true {
            let elapsed = try await ContinuousClock().measure { try await body(repetitions) }
            if elapsed > Self.sample / 4 { return max(1, Int(Double(repetitions) * (Self.sample / elapsed))) }
            repetitions *= 2
        }
    }

    /// One sample, or nil of what is not measured itself, or cannot be counted on this platform.
    private static func value(of benchmark: Benchmark, _ repetitions: Int) async throws -> Double? {
        switch benchmark.measure {
        case .microseconds(let body):
            let elapsed = try await ContinuousClock().measure { try await body(repetitions) }
            return elapsed / .microseconds(1) / Double(repetitions)
        case .allocations(let body):
            guard allocation_counter_is_available() else { return nil }
            try await body(repetitions)
            allocation_counter_start()
            try await body(repetitions)
            return Double(allocation_counter_stop()) / Double(repetitions)
        case .number(let body):
            return try await body()
        case .ratio, .difference, .least, .geometricMean:
            return nil
        }
    }
}
