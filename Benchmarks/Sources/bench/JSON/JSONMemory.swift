import AllocationCounter
import Foundation
import JSONModels
import PorticoJSON

/// How much memory reading takes at most, the document included, over the size of the document.
enum JSONMemory {
    static let benchmarks: [Benchmark] =
        ["twitter", "citm_catalog", "github_events", "canada"].compactMap { name in
            Documents.payload(name).map { benchmark(name, $0) }
        } + [benchmark("ones", Data(("[" + repeatElement("1", count: 500_000).joined(separator: ",") + "]").utf8))]

    private static func benchmark(_ name: String, _ data: Data) -> Benchmark {
        Benchmark(
            name: "json.memory.\(name).over_document",
            measure: .number {
                guard allocation_counter_is_available() else { return .nan }
                allocation_weight_start()
                keep(try FastJSONDecoder().decode(Passed.self, from: data))
                return Double(allocation_weight_stop()) / Double(data.count) + 1
            })
    }
}

/// Reads every value inside of it and keeps none.
private struct Passed: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if var elements = try? decoder.unkeyedContainer() {
            while !elements.isAtEnd { _ = try elements.decode(Passed.self) }
        } else if let members = try? decoder.container(keyedBy: Key.self) {
            for key in members.allKeys { _ = try members.decode(Passed.self, forKey: key) }
        } else {
            let value = try decoder.singleValueContainer()
            if !value.decodeNil(), (try? value.decode(String.self)) == nil, (try? value.decode(Double.self)) == nil {
                _ = try value.decode(Bool.self)
            }
        }
    }
}
