import Foundation
import JSONModels
import PorticoJSON

extension Benchmark {
    /// How many times as fast as Foundation's coders ours are, on the same documents and models, side by side.
    ///
    /// - `json.codable` and `json.direct` make the same models, which declare every field: by `Codable`, and by
    ///   mapping.
    /// - `json.parse` makes a document of which every value can be reached, with no model. Foundation's way to one is
    ///   `JSONSerialization`. `json.scan` is the same against what `JSONDecoder` does before it asks a model anything,
    ///   which it cannot be had without.
    /// - `json.small` is an answer of 250 bytes.
    /// - `json.encode` writes the models again, members in any order.
    static let json: [Benchmark] =
        documents.flatMap(\.benchmarks) + small.benchmarks(["codable"])
        + ["codable", "direct", "parse", "scan", "encode", "encode_sorted"].flatMap(summary)
        + [Benchmark(name: "json.small_over_foundation", measure: .least(of: ["json.codable.small.over_foundation"]))]
        + JSONMemory.benchmarks + JSONMemory.streams

    private static let documents: [JSONDocument] = [
        .payload("twitter", Twitter.Page.self), .payload("citm_catalog", Catalog.Document.self),
        .payload("github_events", [GitHub.Event].self), .payload("canada", Canada.Collection.self),
        JSONDocument("shop", try? Documents.shop(orders: 500), Shop.Page.self),
    ].compactMap { $0 }

    private static let small = JSONDocument("small", Data(Account.document.utf8), Account.self)

    private static func summary(of kind: String) -> [Benchmark] {
        let ratios = documents.map { "json.\(kind).\($0.name).over_foundation" }
        return [
            Benchmark(name: "json.\(kind).min_over_foundation", measure: .least(of: ratios)),
            Benchmark(name: "json.\(kind).geomean_over_foundation", measure: .geometricMean(of: ratios)),
        ]
    }
}
