import Foundation
import Portico

extension Benchmark {
    /// The small values that every call makes or reads.
    static let values: [Benchmark] = [
        .microseconds("media_type.us") { MediaType("application/json; charset=utf-8") },
        .allocations("media_type.allocations") { MediaType("application/json; charset=utf-8") },
        .microseconds("date.read.us") { DateFormat.rfc3339.date(from: "2024-02-29T23:59:59.123Z") },
        .microseconds("date.read.foundation.us") {
            try Date("2024-02-29T23:59:59.123Z", strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        },
        Benchmark(
            name: "date.read.over_foundation", measure: .ratio(of: "date.read.us", to: "date.read.foundation.us")),
    ]
}
