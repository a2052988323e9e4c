#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// One folder of fixtures with those below it: what was read of it, and whether that still holds.
///
/// A folder is listed when a request first comes through it, and again when its stamp has changed.
struct FixtureTree: Sendable {
    /// From the folder of all fixtures on: empty, or with a slash at the end.
    let path: String
    private var stamp: FileStamp?
    private var checked: ContinuousClock.Instant?
    /// By name, as it is in the file system.
    var folders: [String: FixtureTree] = [:]
    /// The names of the folders for one segment each, by that segment.
    private var exact: [String: String] = [:]
    private(set) var patterns: [FolderPattern] = []
    private(set) var series: [String: [FixtureSeries]] = [:]
    private(set) var files: [String] = []

    /// A folder with more entries is no folder of fixtures.
    static let entryLimit = 10000

    init(path: String = "") { self.path = path }

    /// How much is to be trusted to have not changed, and since when.
    struct Freshness {
        let root: String
        let now: ContinuousClock.Instant
        let trusted: Duration
    }

    /// How many folders one request is looked for in: some folders of many segments in each other match in more ways than
    /// anyone would wait for.
    static let stepLimit = 10000

    /// The series for a request's segments from an index on: of a scenario, or of none.
    mutating func find(
        _ target: FixtureTarget, from index: Int = 0, scenario: String?, _ freshness: Freshness, steps: inout Int
    ) throws(FixtureProblem) -> FixtureSeries? {
        try refresh(freshness)
        steps += 1
        guard steps <= Self.stepLimit else {
            throw FixtureProblem(path, "the folders of many segments match in more than \(Self.stepLimit) ways")
        }
        guard index < target.segments.count else {
            for method in target.methods {
                let found = series[method]?.first { $0.scenario == scenario && $0.matches(target) }
                if let found { return found }
            }
            return nil
        }
        let segment = target.segments[index]
        if let name = exact[segment],
            let found = try folders[name]?.find(
                target, from: index + 1, scenario: scenario, freshness, steps: &steps)
        {
            return found
        }
        for pattern in patterns {
            // The longest part of the path that leaves the rest something to match, where it may be several segments.
            let ends = pattern.isManySegments ? Array((index + 1...target.segments.count).reversed()) : [index + 1]
            for end in ends where pattern.matches(segment) {
                let found = try folders[pattern.name]?.find(
                    target, from: end, scenario: scenario, freshness, steps: &steps)
                if let found { return found }
            }
        }
        return nil
    }

    /// Lists the folder where it has changed.
    mutating func refresh(_ freshness: Freshness) throws(FixtureProblem) {
        // For one request once at most.
        if let checked, checked == freshness.now || checked.duration(to: freshness.now) < freshness.trusted { return }
        checked = nil
        let place = freshness.root + "/" + path
        guard let current = FileStamp(place), current.kind == .folder else {
            // Gone since its parent was listed.
            self = FixtureTree(path: path)
            if path.isEmpty { throw FixtureProblem(freshness.root, "there is no such folder") }
            return
        }
        if let stamp, stamp == current {
            checked = freshness.now
            return
        }
        // One that is not settled is listed anew the next time.
        stamp = current.isSettled ? current : nil
        do {
            try list(FileManager.default.contentsOfDirectory(atPath: place), in: place)
        } catch let error as FixtureProblem {
            stamp = nil
            throw error
        } catch {
            stamp = nil
            throw FixtureProblem(path, "the folder cannot be read: \(FileTrouble.reason(error))")
        }
        checked = freshness.now
    }

    private mutating func list(_ names: [String], in place: String) throws(FixtureProblem) {
        guard names.count <= Self.entryLimit else {
            throw FixtureProblem(path, "the folder has \(names.count) entries, and \(Self.entryLimit) are the most")
        }
        var kept: [String: FixtureTree] = [:]
        exact = [:]
        patterns = []
        files = []
        for name in names.sorted() where !name.hasPrefix(".") {
            switch FileStamp(place + name)?.kind {
            case .folder:
                kept[name] = folders[name] ?? FixtureTree(path: path + name + "/")
                if let pattern = FolderPattern(name) {
                    patterns.append(pattern)
                } else {
                    exact[FixtureEscaping.undone(name) ?? name] = name
                }
            case .file: files.append(name)
            case .other, nil: break
            }
        }
        folders = kept
        patterns.sort(by: FolderPattern.isBefore)
        series = FixtureSeries.all(in: path, files: files)
    }
}

extension FixtureTree {
    /// Adds the files that would answer, in the order in which ``find(_:from:scenario:_:steps:)`` looks for them.
    func collect(_ target: FixtureTarget, from index: Int = 0, scenario: String?, into files: inout LookedFor) {
        files.steps += 1
        guard files.steps <= Self.stepLimit else { return }
        guard index < target.segments.count else {
            return files.add(target, in: path, scenario: scenario)
        }
        let segment = target.segments[index]
        let name = exact[segment] ?? FixtureEscaping.folderName(for: segment)
        let next = folders[name] ?? FixtureTree(path: path + name + "/")
        next.collect(target, from: index + 1, scenario: scenario, into: &files)
        for pattern in patterns where !files.isFull {
            let ends = pattern.isManySegments ? Array((index + 1...target.segments.count).reversed()) : [index + 1]
            for end in ends where pattern.matches(segment) && pattern.name != name {
                folders[pattern.name]?.collect(target, from: end, scenario: scenario, into: &files)
            }
        }
    }

    /// Names of files, in order, each once.
    struct LookedFor {
        private(set) var files: [String] = []
        var steps = 0

        static let limit = 32

        var isFull: Bool { files.count >= Self.limit }

        mutating func add(_ target: FixtureTarget, in folder: String, scenario: String?) {
            // A name that is printed holds no secret, though it would answer.
            let query = target.query.filter { !Redaction.standard.queryNames.contains($0.name) }
            for method in target.methods {
                if !query.isEmpty { add(folder, FixtureName(method, query: query, scenario: scenario)) }
                add(folder, FixtureName(method, scenario: scenario))
            }
        }

        private mutating func add(_ folder: String, _ name: FixtureName) {
            let file = folder + name.description
            if !isFull, !files.contains(file) { files.append(file) }
        }
    }
}
