#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import PorticoTesting

/// A folder that fixtures are written into.
struct FixtureOutput {
    private let folder: URL
    private let overwrites: Bool

    init(_ folder: URL, overwrites: Bool) {
        self.folder = folder
        self.overwrites = overwrites
    }

    /// Writes the files, by their paths from the folder on. Where one of them is there already, and must not be, none is
    /// written.
    /// - Returns: the paths, in order.
    func write(_ files: [String: Data]) throws -> [String] {
        let paths = files.keys.sorted()
        for path in paths where !overwrites {
            guard !FileManager.default.fileExists(atPath: place(path).path) else {
                throw Failure("\(place(path).path) is there already; --force writes over it")
            }
        }
        for path in paths {
            let place = place(path)
            do {
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try files[path]?.write(to: place, options: .atomic)
            } catch {
                throw Failure("\(place.path) cannot be written: \(FileTrouble.reason(error))")
            }
        }
        return paths
    }

    private func place(_ path: String) -> URL { folder.appendingPathComponent(path) }
}
