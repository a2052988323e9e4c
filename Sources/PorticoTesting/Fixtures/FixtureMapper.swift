#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// Files that the caller names, request by request.
struct FixtureMapper: Sendable {
    let file: @Sendable (FixtureCall) -> URL?

    func fixture(for call: FixtureCall) throws(FixtureError) -> Fixture {
        guard let url = file(call) else {
            throw FixtureError(call.description, lookedFor: [], reason: "the mapper names no file")
        }
        guard url.isFileURL else {
            throw FixtureError(call.description, FixtureProblem(url.absoluteString, "it is no URL of a file"))
        }
        do throws(FixtureProblem) {
            if let fixture = try FixtureContents.read(file: url.path) { return fixture }
        } catch {
            throw FixtureError(call.description, error)
        }
        throw FixtureError(call.description, lookedFor: [url.path])
    }
}

extension FixtureContents {
    /// A file of any name, with its sidecar; nil where there is neither. Nothing of it is kept.
    static func read(file path: String) throws(FixtureProblem) -> Fixture? {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let file = String(path[end...])
        var parts = file.split(separator: ".", omittingEmptySubsequences: false)
        let fileExtension = parts.count > 1 ? parts.removeLast() : ""
        var status: Int?
        if parts.count > 1, let last = parts.last, last.utf8.count == 3, let number = Int(last), number >= 200 {
            (status, _) = (number, parts.removeLast())
        }
        let sidecar = parts.joined(separator: ".") + ".head.json"

        let freshness = FixtureTree.Freshness(root: String(path[..<end]), now: .now, trusted: .zero)
        let (hasFile, hasSidecar) = (FileStamp(path) != nil, FileStamp(freshness.root + sidecar) != nil)
        guard hasFile || hasSidecar else { return nil }
        let entry = FixtureSeries.Entry(
            name: FixtureName("", status: status, fileExtension: String(fileExtension)),
            file: hasFile ? file : nil, sidecar: hasSidecar ? sidecar : nil)
        return try read(entry, freshness).fixture
    }
}
