import Portico

/// Which entry of a recording answers a request: requests in, places of entries out; no lock, no I/O.
struct ReplayMachine: Sendable {
    enum Answer {
        case entry(Int)
        case missing(UnmatchedRequest)
    }

    private struct Candidate {
        let index: Int
        let key: RequestKey
        let description: String
    }

    private let matching: ReplayMatching
    private var hiding: ArchiveRedaction
    private let candidates: [Candidate]
    /// The places of candidates by method and path, which always count.
    private let byTarget: [String: [Int]]
    private var isUsed: [Bool]
    private var next = 0

    init(_ archive: HTTPArchive, _ matching: ReplayMatching, _ redaction: Redaction) {
        self.matching = matching
        var recorded = ArchiveRedaction(redaction)
        candidates = archive.entries.enumerated().compactMap { index, entry in
            // What has no answer cannot be given again.
            guard entry.response.status >= 200 else { return nil }
            var request = entry.request
            recorded.hide(&request)
            return Candidate(index: index, key: RequestKey(request), description: "\(request.method) \(request.url)")
        }
        byTarget = Dictionary(grouping: candidates.indices) { [candidates] in Self.target(candidates[$0].key) }
        isUsed = Array(repeating: false, count: candidates.count)
        hiding = ArchiveRedaction(redaction)
    }

    private static func target(_ key: RequestKey) -> String { "\(key.method) \(key.path)" }

    /// Takes the entry that answers a request, which does not answer another then.
    mutating func take(_ request: HTTPArchive.Request) -> Answer {
        var request = request
        hiding.hide(&request)
        let key = RequestKey(request)
        if matching.keepsOrder { return takeNext(request, key) }
        var last: Int?
        for place in byTarget[Self.target(key)] ?? []
        where key.differences(from: candidates[place].key, matching).isEmpty {
            last = place
            guard isUsed[place] else { return use(place) }
        }
        if let last, matching.repeatsLast { return use(last) }
        return .missing(unmatched(request, key, candidates.indices))
    }

    private mutating func takeNext(_ request: HTTPArchive.Request, _ key: RequestKey) -> Answer {
        guard candidates.indices.contains(next) else {
            return .missing(unmatched(request, key, candidates.indices.suffix(1)))
        }
        guard key.differences(from: candidates[next].key, matching).isEmpty else {
            return .missing(unmatched(request, key, next..<(next + 1)))
        }
        next += 1
        return use(next - 1)
    }

    private mutating func use(_ place: Int) -> Answer {
        isUsed[place] = true
        return .entry(candidates[place].index)
    }

    private func unmatched(_ request: HTTPArchive.Request, _ key: RequestKey, _ places: Range<Int>) -> UnmatchedRequest
    {
        let all = places.map { ($0, key.differences(from: candidates[$0].key, matching)) }
        let nearest = all.min { left, right in
            left.1.reduce(0) { $0 + $1.weight } < right.1.reduce(0) { $0 + $1.weight }
        }
        return UnmatchedRequest(
            "\(request.method) \(request.url)",
            nearest: nearest.map { (candidates[$0.0].index, candidates[$0.0].description, $0.1) }
        )
    }

    /// The places of the entries that no request has asked for.
    var unusedEntries: [Int] { candidates.indices.filter { !isUsed[$0] }.map { candidates[$0].index } }
}
