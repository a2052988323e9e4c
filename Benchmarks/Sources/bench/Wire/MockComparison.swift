/// `portico mock` beside nginx, each alone on the same core: answers of 250 bytes, asked for by wrk over 64 connections.
struct MockComparison: Sendable {
    private let nginx: String
    private let mock: String

    /// After `--server` the address of nginx, after `--mock` that of `portico mock`; nil where either is missing, or wrk.
    init?(_ arguments: [String]) {
        guard WireCase.hasWrk, let nginx = Self.value(of: "--server", arguments),
            let mock = Self.value(of: "--mock", arguments)
        else { return nil }
        self.nginx = nginx + "/small.json"
        self.mock = mock + "/small.json"
    }

    private static func value(of flag: String, _ arguments: [String]) -> String? {
        arguments.drop { $0 != flag }.dropFirst().first
    }

    /// One after the other in each round; the medians count.
    @concurrent
    func rows(_ amount: WireAmount) async throws -> [(name: String, value: Double)] {
        var (own, other, ratios): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<amount.rounds {
            let rates = try (WireRun.wrk(nginx, amount).rate, WireRun.wrk(mock, amount).rate)
            other.append(rates.0)
            own.append(rates.1)
            ratios.append(rates.1 / rates.0)
        }
        return [
            ("mock.c64.rps_over_nginx", Self.median(ratios)), ("mock.c64.rps", Self.median(own)),
            ("mock.nginx.c64.rps", Self.median(other)),
        ]
    }

    private static func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}
