#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What was read of fixtures, for as long as their files have not changed.
struct FixtureContents: Sendable {
    /// A fixture, and what its files were like just before they were read.
    struct Loaded: Sendable {
        let fixture: Fixture
        let stamps: [FileStamp?]
        let isSettled: Bool
        var checked: ContinuousClock.Instant
    }

    private var loaded: [String: Loaded] = [:]
    private var bytes = 0

    /// A larger file is read anew each time.
    static let keptFileLimit = 4 << 20
    /// What all kept files have together; beyond it the keeping begins anew.
    static let keptLimit = 64 << 20

    /// What is known of a fixture, nil where it has to be read.
    mutating func fixture(of entry: FixtureSeries.Entry, _ freshness: FixtureTree.Freshness) -> Fixture? {
        guard let known = loaded[entry.path] else { return nil }
        if known.checked.duration(to: freshness.now) < freshness.trusted { return known.fixture }
        guard known.isSettled, known.stamps == Self.stamps(of: entry, in: freshness.root) else { return nil }
        loaded[entry.path]?.checked = freshness.now
        return known.fixture
    }

    mutating func keep(_ contents: Loaded, for entry: FixtureSeries.Entry) {
        let size = contents.fixture.body.count
        bytes -= loaded.removeValue(forKey: entry.path)?.fixture.body.count ?? 0
        guard size <= Self.keptFileLimit else { return }
        if bytes + size > Self.keptLimit { (loaded, bytes) = ([:], 0) }
        loaded[entry.path] = contents
        bytes += size
    }

    /// Reads a fixture's files.
    static func read(
        _ entry: FixtureSeries.Entry, _ freshness: FixtureTree.Freshness
    ) throws(FixtureProblem) -> Loaded {
        let stamps = stamps(of: entry, in: freshness.root)
        var sidecar: FixtureSidecar?
        if let path = entry.sidecar {
            let data = try read(path, in: freshness.root, limit: FixtureSidecar.fileLimit)
            sidecar = try FixtureSidecar(data, path: path)
        }
        var content: Data?
        if let path = entry.file { content = try read(path, in: freshness.root, limit: Fixture.fileLimit) }
        let fixture = try Fixture(path: entry.path, name: entry.name, content: content, sidecar: sidecar)
        return Loaded(
            fixture: fixture, stamps: stamps, isSettled: stamps.allSatisfy { $0?.isSettled ?? true },
            checked: freshness.now)
    }

    private static func stamps(of entry: FixtureSeries.Entry, in root: String) -> [FileStamp?] {
        [entry.file, entry.sidecar].map { path in path.flatMap { FileStamp("\(root)/\($0)") } }
    }

    /// A file's bytes. Its size is looked at before.
    static func read(_ path: String, in root: String, limit: Int) throws(FixtureProblem) -> Data {
        let place = root + "/" + path
        guard let stamp = FileStamp(place) else { throw FixtureProblem(path, "it cannot be found") }
        guard stamp.kind == .file else { throw FixtureProblem(path, "it is no regular file") }
        guard stamp.size <= limit else {
            throw FixtureProblem(path, "it has \(stamp.size) bytes, and \(limit) are the most")
        }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: place)) } catch {
            throw FixtureProblem(path, "it cannot be read: \(FileTrouble.reason(error))")
        }
        // It may have grown since.
        guard data.count <= limit else { throw FixtureProblem(path, "it has more than \(limit) bytes") }
        return data
    }
}
