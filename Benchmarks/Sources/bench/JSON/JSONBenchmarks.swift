import Foundation
import JSONModels
import MappedModels
import PorticoJSON

extension Benchmark {
    /// How many times as fast as Foundation's coders ours are, on the same documents and models, side by side.
    ///
    /// - `json.codable` and `json.direct` make models that declare every field: by `Codable` alone, and by mapping.
    /// - `json.value` makes a tree of all values, with no model, as `JSONSerialization` does.
    /// - `json.parse` checks a document and makes the tape, from which every value can be read; none is made yet. Of
    ///   Foundation it takes `JSONSerialization`, which has no lesser result. `json.scan` is the same against what
    ///   `JSONDecoder` does before it asks a model anything, which cannot be had without it.
    /// - `json.small` is an answer of 250 bytes.
    /// - `json.encode` writes the models again, members in any order.
    static let json: [Benchmark] =
        documents.flatMap(\.benchmarks) + small.benchmarks(["codable"])
        + ["codable", "direct", "value", "parse", "scan", "encode", "encode_sorted"].flatMap(summary)
        + [Benchmark(name: "json.small_over_foundation", measure: .least(of: ["json.codable.small.over_foundation"]))]
        + JSONMemory.benchmarks + JSONMemory.streams

    private static let documents: [JSONDocument] = [
        .payload("twitter", JSONModels.Twitter.Page.self, mapped: MappedModels.Twitter.Page.self),
        .payload("citm_catalog", JSONModels.Catalog.Document.self, mapped: MappedModels.Catalog.Document.self),
        .payload("github_events", [JSONModels.GitHub.Event].self, mapped: [MappedModels.GitHub.Event].self),
        .payload("canada", JSONModels.Canada.Collection.self, mapped: MappedModels.Canada.Collection.self),
        JSONDocument(
            "shop", try? Documents.shop(orders: 500), JSONModels.Shop.Page.self, mapped: MappedModels.Shop.Page.self),
    ].compactMap { $0 }

    private static let small = JSONDocument(
        "small", Data(JSONModels.Account.document.utf8), JSONModels.Account.self, mapped: MappedModels.Account.self)

    private static func summary(of kind: String) -> [Benchmark] {
        let ratios = documents.map { "json.\(kind).\($0.name).over_foundation" }
        return [
            Benchmark(name: "json.\(kind).min_over_foundation", measure: .least(of: ratios)),
            Benchmark(name: "json.\(kind).geomean_over_foundation", measure: .geometricMean(of: ratios)),
        ]
    }
}
