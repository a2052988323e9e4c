import AllocationCounter
import Foundation
import JSONModels
import Portico
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

extension JSONMemory {
    /// How many KiB reading an array takes at most that arrives in pieces of 64 KiB, 20 MB of it and 2 MB.
    static let streams: [Benchmark] = [2, 20].map { megabytes in
        Benchmark(name: "json.elements.\(megabytes)_mb.peak_kib", measure: .number { try await peak(megabytes) })
    }

    @concurrent
    private static func peak(_ megabytes: Int) async throws -> Double {
        guard allocation_counter_is_available() else { return .nan }
        let order = Array(Account.document.utf8) + [UInt8(ascii: ",")]
        let piece = Data(repeatElement(order, count: 65_536 / order.count).joined())
        let pieces = [Data("[".utf8)] + repeatElement(piece, count: megabytes * 1_000_000 / piece.count)
        let end = Data((Account.document + "]").utf8)
        let chunks = HTTPChunks(
            AsyncStream<Data> { continuation in
                for piece in pieces + [end] { continuation.yield(piece) }
                continuation.finish()
            })
        allocation_weight_start()
        for try await account in FastJSONDecoder().elements(of: Account.self, in: chunks) { keep(account) }
        return Double(allocation_weight_stop()) / 1024
    }
}
