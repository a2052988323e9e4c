import Foundation

/// What the benchmarks found, in the order in which they were declared.
struct Report {
    var rows: [(name: String, value: Double)]

    init(_ benchmarks: [Benchmark], _ medians: [String: Double]) {
        rows = benchmarks.compactMap { benchmark in
            medians[benchmark.name].map { (benchmark.name, $0) }
        }
    }

    /// Names to the left, numbers to the right.
    var table: String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { name, value in
            let number = Self.number(value)
            let gap = String(repeating: " ", count: max(1, width + 14 - name.count - number.count))
            return name + gap + number
        }
        .joined(separator: "\n")
    }

    /// One flat object, name to number.
    var json: String {
        "{\n" + rows.map { "  \"\($0.name)\": \(Self.number($0.value))" }.joined(separator: ",\n") + "\n}\n"
    }

    func write(to path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try json.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Three digits after the point, which JSON and a reader take alike.
    private static func number(_ value: Double) -> String { String(format: "%.3f", value) }
}
