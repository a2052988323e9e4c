import Portico
import PorticoTesting

/// The exchanges of an archive, a line each, in columns: number, method, status, bytes, milliseconds, URL.
struct ArchiveListing {
    private let archive: HTTPArchive
    /// The same with its secrets hidden, and so with other sizes.
    private let shown: HTTPArchive

    init(_ archive: HTTPArchive) {
        self.archive = archive
        shown = archive.redacted()
    }

    var text: String {
        let rows = archive.entries.enumerated().map { index, entry in
            [
                "\(index)", Redaction.line(entry.request.method, limit: 20),
                entry.response.status == 0 ? "-" : "\(entry.response.status)",
                entry.response.content.size < 0 ? "-" : "\(entry.response.content.size) B",
                "\(Int(max(0, min(entry.time, 1e12)).rounded())) ms",
            ]
        }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return zip(rows, shown.entries).map { row, entry in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 1 ? cell + padding : padding + cell
            }
            return (cells + [Redaction.line(entry.request.url, limit: 2000)]).joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
