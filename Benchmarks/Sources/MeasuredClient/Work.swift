import Foundation

/// What the command line asks for.
struct Work {
    private enum Kind {
        case fetch
        case download(URL)
        case upload(URL)
    }

    let base: URL
    let inFlight: Int
    private let kind: Kind
    private let path: String
    private let amount: Amount

    init(_ arguments: [String]) throws {
        guard arguments.count == 5, let url = URL(string: arguments[2]), let base = URL(string: "/", relativeTo: url),
            let amount = Amount(arguments[4])
        else { throw MeasurementError.arguments }
        self.base = base.absoluteURL
        path = url.path
        self.amount = amount
        inFlight = Int(arguments[3]) ?? 1
        switch arguments[1] {
        case "fetch": kind = .fetch
        case "download": kind = .download(URL(filePath: arguments[3]))
        case "upload": kind = .upload(URL(filePath: arguments[3]))
        default: throw MeasurementError.arguments
        }
    }

    @concurrent
    func perform(with client: some MeasuredClient) async throws -> Measurement {
        switch kind {
        case .fetch:
            _ = try await client.fetch(path)
            return try await measure { _ = try await client.fetch(path) }
        case .download(let file):
            _ = try await client.fetch("/small.json")
            return try await measure { try await client.download(path, to: file) }
        case .upload(let file):
            _ = try await client.fetch("/small.json")
            return try await measure { try await client.upload(file, to: path) }
        }
    }

    /// Does the work over and over, so many at once. The process has done it, or the like, once before.
    private func measure(_ work: @escaping @Sendable () async throws -> Void) async throws -> Measurement {
        let start = ProcessUse.now
        let count = try await withThrowingTaskGroup(of: Int.self) { lanes in
            for lane in 0..<inFlight {
                lanes.addTask {
                    var count = 0
                    while amount.hasMore(after: count, lane, of: inFlight, since: start.instant) {
                        try await work()
                        count += 1
                    }
                    return count
                }
            }
            return try await lanes.reduce(0, +)
        }
        return Measurement(count, from: start, to: ProcessUse.now)
    }
}

/// How much work there is.
private enum Amount {
    case time(Duration)
    case requests(Int)

    init?(_ text: String) {
        if text.hasSuffix("s"), let seconds = Double(text.dropLast()) {
            self = .time(.seconds(seconds))
        } else if let count = Int(text) {
            self = .requests(count)
        } else {
            return nil
        }
    }

    /// Whether a lane that has done so much goes on.
    func hasMore(after count: Int, _ lane: Int, of inFlight: Int, since start: ContinuousClock.Instant) -> Bool {
        switch self {
        case .time(let time): ContinuousClock.now - start < time
        case .requests(let total): count < total / inFlight + (lane < total % inFlight ? 1 : 0)
        }
    }
}
