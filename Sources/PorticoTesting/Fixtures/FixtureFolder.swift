#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// A folder of answers, laid out as the paths they answer: `users/{id}/GET.json`.
///
/// A folder named `{…}` stands for any one segment; an exact name wins, segment by segment from the left. The file's name
/// is a method, a status where it is not 200, and what the content is: `GET.json`, `POST.201.json`, `DELETE.204.json` (its
/// content is not sent), `GET.html`. HEAD is answered from the file for GET.
struct FixtureFolder: Sendable {
    private let root: String

    init(_ url: URL) throws(TransportError) {
        root = url.path
        var isFolder = false
        guard url.isFileURL, FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder else {
            throw TransportError(.other, "there is no folder of fixtures at '\(url.absoluteString)'")
        }
    }

    func answer(to request: ReceivedRequest) -> MockAnswer {
        let method = request.method == .head ? "GET" : request.method.rawValue
        var lookedFor: [String] = []
        guard let segments = Self.segments(of: request.path),
            let file = find(method, segments[...], in: "", &lookedFor)
        else { return Self.missing(request, lookedFor) }
        guard let content = FileManager.default.contents(atPath: "\(root)/\(file.path)") else {
            return .text("the fixture \(file.path) cannot be read\n", status: .internalServerError)
        }
        guard !file.status.neverHasBody else { return .status(file.status) }
        let fields: HTTPFields = file.mediaType.map { [.contentType: $0] } ?? [:]
        return .bytes(content, status: file.status, fields: fields)
    }

    /// The first file that answers, exact folders before placeholders. Writes down the files that it looked for.
    private func find(
        _ method: String, _ segments: ArraySlice<String>, in folder: String, _ lookedFor: inout [String]
    ) -> FixtureFile? {
        guard let segment = segments.first else {
            let files = names(in: folder).compactMap { FixtureFile(folder: folder, name: $0) }.filter {
                $0.method == method
            }
            if let file = files.first(where: { !$0.namesStatus }) ?? files.first { return file }
            lookedFor.append("\(folder)\(method).json")
            return nil
        }
        let placeholders = folders(in: folder).filter { PathPattern.isPlaceholder($0) && $0 != segment }
        for name in [segment] + placeholders {
            if let file = find(method, segments.dropFirst(), in: "\(folder)\(name)/", &lookedFor) { return file }
        }
        return nil
    }

    private func folders(in folder: String) -> [String] {
        names(in: folder).filter { name in
            var isFolder = false
            return FileManager.default.fileExists(atPath: "\(root)/\(folder)\(name)", isDirectory: &isFolder)
                && isFolder
        }
    }

    /// In order, so that the same folder always answers the same.
    private func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
        return names.sorted()
    }

    /// The segments of a path, unescaped; nil where one of them could lead out of the folder or is no text.
    private static func segments(of path: String) -> [String]? {
        var segments: [String] = []
        for raw in path.split(separator: "/") {
            guard let segment = unescaped(raw), segment != ".", segment != "..",
                !segment.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
            else { return nil }
            segments.append(segment)
        }
        return segments
    }

    private static func unescaped(_ segment: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = segment.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
                let value = UInt8(String(Substring(digits)), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func missing(_ request: ReceivedRequest, _ lookedFor: [String]) -> MockAnswer {
        let problem = MissingFixture(
            detail: "No fixture answers \(request.method) \(request.path).", lookedFor: lookedFor
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = (try? encoder.encode(problem)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return .json(text, status: .notFound, fields: [.contentType: "application/problem+json"])
    }
}

/// One file of a ``FixtureFolder``: what its name says.
private struct FixtureFile {
    let path: String
    let method: String
    let status: HTTPStatus
    let namesStatus: Bool
    let mediaType: String?

    init?(folder: String, name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return nil }
        var status = HTTPStatus.ok
        if parts.count == 3 {
            guard let code = Int(parts[1]), (100...599).contains(code) else { return nil }
            status = HTTPStatus(code)
        }
        path = folder + name
        method = String(parts[0])
        self.status = status
        namesStatus = parts.count == 3
        mediaType = Self.mediaTypes[String(parts[parts.count - 1])]
    }

    /// By the file's extension. What is not here goes out as `application/octet-stream`.
    private static let mediaTypes = [
        "json": "application/json", "problem": "application/problem+json", "txt": "text/plain; charset=utf-8",
        "html": "text/html; charset=utf-8", "xml": "application/xml", "csv": "text/csv; charset=utf-8",
        "png": "image/png", "pdf": "application/pdf",
    ]
}

/// The problem details (RFC 9457) for a request that no fixture answers.
private struct MissingFixture: Encodable {
    let title = "No such fixture"
    let status = 404
    let detail: String
    /// The files that would have answered, in the order in which they were looked for.
    let lookedFor: [String]
}
