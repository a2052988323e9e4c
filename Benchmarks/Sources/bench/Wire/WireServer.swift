import Foundation

/// Where the server is that clients are measured against, and a folder in memory.
struct WireServer: Sendable {
    static let largeSize = 200_000_000

    private let plain: String
    private let secure: String
    private let folder: URL

    /// After `--server`: two addresses and a folder that has `www/large.bin`.
    init?(_ arguments: [String]) {
        guard let flag = arguments.firstIndex(of: "--server"), arguments.count > flag + 3 else { return nil }
        (plain, secure) = (arguments[flag + 1], arguments[flag + 2])
        folder = URL(filePath: arguments[flag + 3])
    }

    /// A client's program with its arguments.
    func command(_ client: WireClient, _ work: WireCase, _ amount: WireAmount) -> [String] {
        let url = (work.isSecure ? secure : plain) + work.path
        let program = client == .wrk ? "wrk" : Self.programs.appending(path: client.program).path
        switch work.work {
        case .fetch(let inFlight) where client == .wrk:
            return [program, "-t1", "-c\(inFlight)", "-d\(amount.wholeSeconds)s", url]
        case .fetch(let inFlight):
            // Libcurl's easy interface is the quickest way to one request at a time.
            let kind = client == .c && inFlight == 1 ? "easy" : "fetch"
            return [program, kind, url, "\(inFlight)", "\(amount.seconds)s"]
        case .download:
            return [program, "download", url, folder.appending(path: "downloaded.bin").path, "\(amount.transfers)"]
        case .upload:
            return [program, "upload", url, folder.appending(path: "www/large.bin").path, "\(amount.transfers)"]
        }
    }

    /// The folder that this program is in.
    private static let programs = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
}

/// How much a client does in one round.
struct WireAmount: Sendable {
    let rounds: Int
    let seconds: Double
    let transfers: Int

    /// What wrk takes.
    var wholeSeconds: Int { max(1, Int(seconds)) }

    static let full = WireAmount(rounds: 5, seconds: 1.5, transfers: 3)
    static let quick = WireAmount(rounds: 1, seconds: 0.3, transfers: 1)
}
