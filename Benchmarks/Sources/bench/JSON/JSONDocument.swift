import Foundation
import JSONModels
import Portico
import PorticoJSON

/// A document with its model, and what is measured on it.
///
/// A decoder maps what can map itself, so a model comes twice: one that is `Codable` alone, and one that maps itself.
struct JSONDocument: Sendable {
    let name: String
    let benchmarks: [Benchmark]

    init?<Model: Codable & Sendable, Mapped: JSONMappable & Sendable>(
        _ name: String, _ data: Data?, _ model: Model.Type, mapped: Mapped.Type
    ) {
        guard let data else { return nil }
        self.init(name, data, model, mapped: mapped)
    }

    init<Model: Codable & Sendable, Mapped: JSONMappable & Sendable>(
        _ name: String, _ data: Data, _ model: Model.Type, mapped: Mapped.Type
    ) {
        self.name = name
        // A model that cannot be read shows when it is measured.
        let value = Result { try JSONDecoder().decode(model, from: data) }
        benchmarks =
            Self.pair("codable", name) {
                try FastJSONDecoder().decode(model, from: data)
            } foundation: {
                try JSONDecoder().decode(model, from: data)
            }
            + Self.pair("direct", name) {
                try FastJSONDecoder().map(mapped, from: data)
            } foundation: {
                try JSONDecoder().decode(model, from: data)
            }
            + Self.pair("value", name) {
                try JSONValue(json: data)
            } foundation: {
                try JSONSerialization.jsonObject(with: data)
            }
            + Self.pair("scan", name) {
                try FastJSONDecoder().decode(Unread.self, from: data)
            } foundation: {
                try JSONDecoder().decode(Unread.self, from: data)
            }
            + Self.pair("parse", name) {
                try FastJSONDecoder().decode(Unread.self, from: data)
            } foundation: {
                try JSONSerialization.jsonObject(with: data)
            }
            + Self.pair("encode", name) {
                try FastJSONEncoder().encode(value.get())
            } foundation: {
                try JSONEncoder().encode(value.get())
            }
            + Self.pair("encode_sorted", name) {
                var encoder = FastJSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return try encoder.encode(value.get())
            } foundation: {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return try encoder.encode(value.get())
            }
    }

    /// One of the four that are commonly measured; nil where it is not there.
    static func payload<Model: Codable & Sendable, Mapped: JSONMappable & Sendable>(
        _ name: String, _ model: Model.Type, mapped: Mapped.Type
    ) -> JSONDocument? {
        JSONDocument(name, Documents.payload(name), model, mapped: mapped)
    }

    /// Those of some kinds alone.
    func benchmarks(_ kinds: [String]) -> [Benchmark] {
        benchmarks.filter { benchmark in kinds.contains { benchmark.name.hasPrefix("json.\($0).") } }
    }

    private static func pair<Ours, Theirs>(
        _ kind: String, _ name: String, _ ours: @escaping @Sendable () throws -> Ours,
        foundation: @escaping @Sendable () throws -> Theirs
    ) -> [Benchmark] {
        let prefix = "json.\(kind).\(name)"
        return [
            .microseconds("\(prefix).us", ours),
            .microseconds("\(prefix).foundation.us", foundation),
            Benchmark(
                name: "\(prefix).over_foundation", measure: .ratio(of: "\(prefix).foundation.us", to: "\(prefix).us")),
        ]
    }
}

/// Asks nothing of its decoder, which has to read the document all the same.
struct Unread: Decodable {
    init(from decoder: any Decoder) throws {}
}
