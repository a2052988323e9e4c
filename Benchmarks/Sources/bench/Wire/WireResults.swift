/// What the clients did, round by round.
struct WireResults {
    private var runs: [String: [WireClient: [WireRun]]] = [:]

    /// Runs every client in every round, one after the other, so that a disturbance touches all alike.
    @concurrent
    static func measured(_ cases: [WireCase], _ amount: WireAmount, on server: WireServer) async throws -> WireResults {
        var results = WireResults()
        for _ in 0..<amount.rounds {
            for work in cases {
                for client in work.presentClients {
                    let run = try WireRun.perform(client, work, amount, on: server)
                    results.runs[work.name, default: [:]][client, default: []].append(run)
                }
            }
        }
        return results
    }

    func median(_ client: WireClient, _ work: String, _ value: (WireRun) -> Double?) -> Double? {
        median(runs[work]?[client]?.compactMap(value) ?? [])
    }

    /// The median of the rounds' ratios; nil where either was not measured.
    func ratio(_ client: WireClient, over other: WireClient, _ work: String, _ value: (WireRun) -> Double?) -> Double? {
        guard let own = runs[work]?[client], let others = runs[work]?[other] else { return nil }
        return median(
            zip(own, others).compactMap { run, other in
                guard let dividend = value(run), let divisor = value(other), divisor > 0 else { return nil }
                return dividend / divisor
            })
    }

    private func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.sorted()[values.count / 2] }
}

extension WireResults {
    /// The numbers by their keys: those that are compared first, then what every client did.
    func rows(_ cases: [WireCase]) -> [(name: String, value: Double)] {
        (comparisons + cases.flatMap(details)).compactMap { name, value in value.map { (name, $0) } }
    }

    private var comparisons: [(String, Double?)] {
        [
            ("curl.transport.h1.c64.rps_over_c", ratio(.transport, over: .c, "h1.c64", \.rate)),
            ("curl.client.h1.c64.rps_over_c", ratio(.client, over: .c, "h1.c64", \.rate)),
            ("curl.client.h1.c64.cpu_over_c", ratio(.client, over: .c, "h1.c64", \.processor)),
            ("curl.client.h1.c64.rps_over_urlsession", ratio(.client, over: .urlSession, "h1.c64", \.rate)),
            ("curl.client.h1.c1.rps_over_c", ratio(.client, over: .c, "h1.c1", \.rate)),
            ("curl.client.h2.c64.rps_over_c", ratio(.client, over: .c, "h2.c64", \.rate)),
            ("curl.download.rate_over_c", ratio(.client, over: .c, "download", \.rate)),
            ("curl.upload.rate_over_c", ratio(.client, over: .c, "upload", \.rate)),
            ("curl.download.peak_mb_over_idle", median(.client, "download", \.memoryOverIdle)),
            ("c.h1.c64.rps_over_wrk", ratio(.c, over: .wrk, "h1.c64", \.rate)),
        ]
    }

    private func details(_ work: WireCase) -> [(String, Double?)] {
        work.clients.flatMap { client -> [(String, Double?)] in
            let name = "wire.\(client.rawValue).\(work.name)"
            return [
                (work.isTransfer ? "\(name).mb_per_s" : "\(name).rps", median(client, work.name, \.rate)),
                (work.isTransfer ? "\(name).cpu_ms" : "\(name).cpu_us", median(client, work.name, \.processor)),
                ("\(name).peak_mb", median(client, work.name, \.peakMemory)),
                ("\(name).peak_mb_over_idle", median(client, work.name, \.memoryOverIdle)),
            ]
        }
    }
}
