#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Portico
import Synchronization

/// A folder of answers, laid out as the paths that they answer: `users/{id}/GET.json`.
///
/// What was read is kept as long as the file system says that it has not changed: a request that was answered before costs
/// a question to the file system for each folder on its way and each file, and no listing. With a time for which what is
/// known is trusted it costs not even these.
package final class FixtureFolder: Sendable {
    fileprivate struct State: Sendable {
        var tree = FixtureTree()
        var contents = FixtureContents()
        var recent = RecentFixtures()
        /// How many requests a series has answered, of those that have more than one file.
        var answered: [String: Int] = [:]
    }

    /// The path of the folder.
    package let root: String
    /// Whose files win over those of none.
    package let scenario: String?
    private let trusted: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - url: the folder.
    ///   - scenario: whose files win over those of none; nil for these alone.
    ///   - trusted: for how long a folder or file that was looked at is taken to be unchanged; not at all unless given. What
    ///     has changed is seen after twice that at the latest.
    /// - Throws: `TransportError` where there is no such folder.
    package init(_ url: URL, scenario: String? = nil, trusted: Duration = .zero) throws(TransportError) {
        let path = url.path
        root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.scenario = scenario
        self.trusted = trusted
        guard url.isFileURL, FileStamp(path)?.kind == .folder else {
            throw TransportError(.other, "there is no folder of fixtures at '\(url.absoluteString)'")
        }
    }

    /// The answer to a request of this method, for this path with its query.
    ///
    /// Where several files form a sequence each request gets the next of them, and the last one from then on.
    /// - Parameter moment: what was known of the files at this moment or later is taken to hold, for requests that had
    ///   come by then; nil to ask the file system anew.
    /// - Throws: ``FixtureError`` where there is none, with the files that were looked for; and where it is no good.
    package func fixture(
        for method: HTTPMethod, _ target: String, asOf moment: ContinuousClock.Instant? = nil
    ) throws(FixtureError) -> Fixture {
        switch try lookUp(method, target, asOf: moment, readingUpTo: .max) {
        case .fixture(let fixture): fixture
        case .unread(let read): try read().get()
        }
    }

    /// What a request's answer is, as far as it can be said at once.
    package enum Found: Sendable {
        case fixture(Fixture)
        /// Its file is large: reading it takes its time, and is to be done once.
        case unread(@Sendable () -> Result<Fixture, FixtureError>)
    }

    /// The answer to a request, as ``fixture(for:_:asOf:)`` finds it, for who cannot wait until a large file is read.
    /// - Parameter limit: a file of more bytes than these is not read, unless it is known from before.
    package func lookUp(
        _ method: HTTPMethod, _ target: String, asOf moment: ContinuousClock.Instant?, readingUpTo limit: Int64 = 65_536
    ) throws(FixtureError) -> Found {
        // What was looked at for another request of the same moment is not looked at again.
        let trusted = moment == nil ? trusted : max(trusted, .nanoseconds(1))
        let freshness = FixtureTree.Freshness(root: root, now: moment ?? .now, trusted: trusted)
        if trusted > .zero {
            let recent = state.withLock { $0.recent.fixture(for: method, target, freshness) }
            if let recent { return .fixture(recent) }
        }
        guard let wanted = FixtureTarget(method, target) else {
            let reason = "no file can be named for such a path: no fixture"
            throw FixtureError(Self.text(method, target), lookedFor: [], reason: reason)
        }
        let next: State.Next?
        do throws(FixtureProblem) { next = try find(wanted, freshness) } catch {
            throw FixtureError(Self.text(method, target), error)
        }
        guard let next else { throw FixtureError(Self.text(method, target), lookedFor: lookedFor(wanted)) }
        if let known = next.known {
            keep(known, of: next, for: method, target, freshness)
            return .fixture(known)
        }
        let read = { @Sendable in self.read(next, for: method, target, freshness) }
        let size = next.entry.file.flatMap { FileStamp("\(root)/\($0)")?.size } ?? 0
        return size > limit ? .unread(read) : .fixture(try read().get())
    }

    private func find(_ wanted: FixtureTarget, _ freshness: FixtureTree.Freshness) throws(FixtureProblem) -> State.Next?
    {
        try state.withLock { state in
            Result { () throws(FixtureProblem) in try state.next(for: wanted, scenario, freshness) }
        }.get()
    }

    /// Without the lock, for a file may be large.
    private func read(
        _ next: State.Next, for method: HTTPMethod, _ target: String, _ freshness: FixtureTree.Freshness
    ) -> Result<Fixture, FixtureError> {
        do throws(FixtureProblem) {
            let contents = try FixtureContents.read(next.entry, freshness)
            state.withLock { $0.contents.keep(contents, for: next.entry) }
            keep(contents.fixture, of: next, for: method, target, freshness)
            return .success(contents.fixture)
        } catch {
            return .failure(FixtureError(Self.text(method, target), error))
        }
    }

    private func keep(
        _ fixture: Fixture, of next: State.Next, for method: HTTPMethod, _ target: String,
        _ freshness: FixtureTree.Freshness
    ) {
        guard freshness.trusted > .zero, next.isOnlyOne else { return }
        state.withLock { $0.recent.keep(fixture, for: method, target, freshness) }
    }

    /// `GET /users/7`
    private static func text(_ method: HTTPMethod, _ target: String) -> String {
        "\(method) \(target.prefix { $0 != "?" })"
    }

    private func lookedFor(_ wanted: FixtureTarget) -> [String] {
        var files = FixtureTree.LookedFor()
        let tree = state.withLock(\.tree)
        if scenario != nil { tree.collect(wanted, scenario: scenario, into: &files) }
        tree.collect(wanted, scenario: nil, into: &files)
        return files.files
    }
}

extension FixtureFolder.State {
    /// The file that answers next.
    fileprivate struct Next: Sendable {
        let entry: FixtureSeries.Entry
        /// What it holds, where that is known already.
        let known: Fixture?
        /// Whether the next request gets the same.
        let isOnlyOne: Bool
    }

    fileprivate mutating func next(
        for wanted: FixtureTarget, _ scenario: String?, _ freshness: FixtureTree.Freshness
    ) throws(FixtureProblem) -> Next? {
        var found: FixtureSeries?
        var steps = 0
        if scenario != nil { found = try tree.find(wanted, scenario: scenario, freshness, steps: &steps) }
        if found == nil { found = try tree.find(wanted, scenario: nil, freshness, steps: &steps) }
        guard let found, let last = found.entries.last else { return nil }
        var entry = last
        if found.entries.count > 1 {
            let count = answered[found.id, default: 0]
            entry = found.entries[min(count, found.entries.count - 1)]
            answered[found.id] = min(count + 1, found.entries.count)
        }
        return Next(
            entry: entry, known: contents.fixture(of: entry, freshness), isOnlyOne: found.entries.count == 1)
    }
}

/// The answers to the latest targets, for who trusts what was looked at: no folder is gone through for them.
private struct RecentFixtures: Sendable {
    private struct Entry {
        let method: HTTPMethod
        let fixture: Fixture
        let found: ContinuousClock.Instant
    }

    private var entries: [String: Entry] = [:]

    /// More targets than these, or larger bodies, are not kept.
    private static let limit = 512
    private static let bodyLimit = 65536

    func fixture(for method: HTTPMethod, _ target: String, _ freshness: FixtureTree.Freshness) -> Fixture? {
        guard let entry = entries[target], entry.method == method,
            entry.found.duration(to: freshness.now) < freshness.trusted
        else { return nil }
        return entry.fixture
    }

    mutating func keep(
        _ fixture: Fixture, for method: HTTPMethod, _ target: String, _ freshness: FixtureTree.Freshness
    ) {
        guard fixture.body.count <= Self.bodyLimit, target.utf8.count <= 1024 else { return }
        if entries.count >= Self.limit { entries = [:] }
        entries[target] = Entry(method: method, fixture: fixture, found: freshness.now)
    }
}
