import Foundation

/// The clients beside each other, as a table in Markdown.
struct WireTable {
    private let lines: [String]

    init(_ results: WireResults, _ cases: [WireCase]) {
        let clients = WireClient.allCases
        var lines = [Self.line(["", ""] + clients.map(\.title))]
        lines.append(Self.line(["---", "---"] + clients.map { _ in "---:" }))
        for work in cases {
            let values: [(String, (WireRun) -> Double?)] =
                work.isTransfer
                ? [("MB/s", \.rate), ("CPU ms", \.processor), ("peak MB over idle", \.memoryOverIdle)]
                : [("requests/s", \.rate), ("CPU µs", \.processor), ("peak MB", \.peakMemory)]
            for (index, (unit, value)) in values.enumerated() {
                let cells = clients.map { Self.cell(results.median($0, work.name, value)) }
                lines.append(Self.line([index == 0 ? work.title : "", unit] + cells))
            }
        }
        self.lines = lines
    }

    var text: String { lines.joined(separator: "\n") }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    /// Three digits that say something, more of a large number.
    private static func cell(_ value: Double?) -> String {
        guard let value else { return "" }
        guard value >= 1000 else { return String(format: value < 10 ? "%.1f" : "%.0f", value) }
        let whole = Int(value.rounded())
        return "\(whole / 1000)," + String(format: "%03d", whole % 1000)
    }
}
