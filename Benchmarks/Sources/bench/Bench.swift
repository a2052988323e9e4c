import Foundation

/// Measures what a call costs, and prints it.
///
///     bench [--server PLAIN SECURE FOLDER] [--quick] [--only PREFIX] [--json PATH]
///
/// With a prefix it runs those benchmarks alone whose names begin with it. With a server it measures clients on the
/// wire too, see `Scripts/bench`; with a path it writes the numbers there as JSON. A subject is a file, and an array
/// of benchmarks that stands here.
@main
enum Bench {
    static let all =
        Benchmark.binding + Benchmark.sending + Benchmark.pipeline + Benchmark.deadlines + Benchmark.values
        + Benchmark.json + Benchmark.refresh

    static func main() async {
        do {
            try await measure(CommandLine.arguments)
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func measure(_ arguments: [String]) async throws {
        let prefix = value(of: "--only", in: arguments) ?? ""
        let chosen = all.filter { $0.name.hasPrefix(prefix) }
        var runner = Runner()
        try await runner.run(chosen)
        var report = Report(chosen, runner.medians)
        if let server = WireServer(arguments) {
            let amount = arguments.contains("--quick") ? WireAmount.quick : .full
            let results = try await WireResults.measured(WireCase.all, amount, on: server)
            print(WireTable(results, WireCase.all).text, terminator: "\n\n")
            report.rows += results.rows(WireCase.all)
            if let comparison = MockComparison(arguments) { report.rows += try await comparison.rows(amount) }
        }
        print(report.table)
        if let path = value(of: "--json", in: arguments) { try report.write(to: path) }
    }

    private static func value(of option: String, in arguments: [String]) -> String? {
        arguments.drop { $0 != option }.dropFirst().first
    }
}
