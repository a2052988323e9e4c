/// Measures what a call costs, and prints it; with a path as its argument it writes the numbers there as JSON too.
///
/// A subject is a file, and an array of benchmarks that stands here.
@main
enum Bench {
    static let all = Benchmark.binding + Benchmark.sending + Benchmark.values

    static func main() async throws {
        var runner = Runner()
        try await runner.run(all)
        let report = Report(all, runner.medians)
        print(report.table)
        if let path = CommandLine.arguments.dropFirst().first { try report.write(to: path) }
    }
}
