/// One number to find out: a name, and a way to measure it.
struct Benchmark: Sendable {
    /// Key in the JSON, its unit last: `bind.us`.
    let name: String
    let measure: Measure

    enum Measure: Sendable {
        /// Microseconds that one of so many repetitions takes.
        case microseconds(@Sendable (_ repetitions: Int) async throws -> Void)
        /// Allocations that one of so many repetitions makes, on any thread.
        case allocations(@Sendable (_ repetitions: Int) async throws -> Void)
        /// The median of one benchmark over that of another, both named.
        case ratio(of: String, to: String)
        /// The median of one benchmark less that of another, both named.
        case difference(of: String, to: String)
        /// The least of several, all named.
        case least(of: [String])
        /// The geometric mean of several, all named.
        case geometricMean(of: [String])
        /// A number that the work itself finds, once.
        case number(@Sendable () async throws -> Double)
    }

    /// Microseconds of a piece of work that does not wait.
    static func microseconds<Value>(_ name: String, _ work: @escaping @Sendable () throws -> Value) -> Benchmark {
        Benchmark(name: name, measure: .microseconds { try repeated($0, work) })
    }

    /// Allocations of a piece of work that does not wait.
    static func allocations<Value>(_ name: String, _ work: @escaping @Sendable () throws -> Value) -> Benchmark {
        Benchmark(name: name, measure: .allocations { try repeated($0, work) })
    }

    private static func repeated<Value>(_ repetitions: Int, _ work: () throws -> Value) rethrows {
        for _ in 0..<repetitions { keep(try work()) }
    }
}

/// Takes a value, so that the optimiser leaves in what made it.
@inline(never)
func keep<Value>(_ value: Value) {}
