#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
import Portico

/// The answers of an archive as a folder of fixtures: which files there are, and what could not become one.
package struct RecordedFixtures: Sendable {
    /// The files' contents by their paths from the folder on.
    package private(set) var files: [String: Data] = [:]
    /// What was left out, and why, a line each.
    package private(set) var notes: [String] = []

    fileprivate struct Answer {
        let status: Int
        let fileExtension: String
        let content: Data
        let fields: [HTTPField]
        let entry: Int
    }

    /// What says which requests a file answers.
    private struct Place: Hashable {
        let folder: String
        let method: String
        let query: [FixtureName.Item]
    }

    /// So many answers to the same request have a place in a sequence.
    private static let maximalPlaces = 99
    /// What a file's name may have.
    private static let maximalName = 240

    package init(_ archive: HTTPArchive) {
        var answers: [Place: [Answer]] = [:]
        var places: [Place] = []
        for (index, entry) in archive.entries.enumerated() {
            do throws(Unusable) {
                let place = try Self.place(of: entry.request)
                let answer = try Self.answer(of: entry, index)
                if answers[place] == nil { places.append(place) }
                answers[place, default: []].append(answer)
            } catch {
                let url = Redaction.line(entry.request.url, limit: 200)
                notes.append("entry \(index), \(entry.request.method) \(url), was left out: \(error.reason)")
            }
        }
        for place in places { add(answers[place] ?? [], at: place) }
    }

    private struct Unusable: Error {
        let reason: String
    }

    private mutating func add(_ answers: [Answer], at place: Place) {
        var sequence: [Answer] = []
        for answer in answers where sequence.last.map({ !$0.isSame(as: answer) }) ?? true { sequence.append(answer) }
        if sequence.count > Self.maximalPlaces {
            notes.append("\(place.method) \(place.folder): of \(sequence.count) answers the first 99 were kept")
        }
        for (index, answer) in sequence.prefix(Self.maximalPlaces).enumerated() {
            let number = sequence.count > 1 ? index + 1 : nil
            var name = FixtureName(
                place.method, query: place.query, place: number, status: answer.status == 200 ? nil : answer.status,
                fileExtension: answer.fileExtension)
            guard name.description.utf8.count <= Self.maximalName else {
                notes.append("entry \(answer.entry) was left out: the name of its file would be too long")
                continue
            }
            files[place.folder + name.description] = answer.content
            guard !answer.fields.isEmpty else { continue }
            (name.status, name.fileExtension) = (nil, nil)
            files[place.folder + name.description] = Self.sidecar(answer.fields)
        }
    }

    private static func place(of request: HTTPArchive.Request) throws(Unusable) -> Place {
        guard request.method.isToken else { throw Unusable(reason: "its method is no token") }
        guard request.method != HTTPMethod.head.rawValue else {
            throw Unusable(reason: "HEAD is answered from the file for GET")
        }
        let key = RequestKey(request)
        var folder = ""
        for segment in key.path.split(separator: "/") {
            guard let plain = FixtureEscaping.undone(segment), !plain.utf8.contains(0) else {
                throw Unusable(reason: "its path has an escape that is none")
            }
            let name = FixtureEscaping.folderName(for: plain)
            guard name.utf8.count <= maximalName else { throw Unusable(reason: "its path is too long for a folder") }
            folder += name + "/"
        }
        let query = key.query.filter { !$0.name.isEmpty }.map { item in
            FixtureName.Item(item.name, item.value == Redaction.replacement ? nil : item.value)
        }
        let order = { (left: FixtureName.Item, right: FixtureName.Item) in
            (left.name, left.value ?? "") < (right.name, right.value ?? "")
        }
        return Place(folder: folder, method: request.method, query: query.sorted(by: order))
    }

    private static func answer(of entry: HTTPArchive.Entry, _ index: Int) throws(Unusable) -> Answer {
        let response: HTTPResponse
        do { response = try entry.httpResponse() } catch { throw Unusable(reason: error.message) }
        let status = response.status.code
        guard (200...599).contains(status) else { throw Unusable(reason: "\(status) is no status of a fixture") }
        let data = response.data ?? Data()
        let type = response.fields[.contentType].flatMap { MediaType($0) }
        let fileExtension = fileExtension(for: type, data)
        let known = Fixture.mediaType(fileExtension)
        let fields = response.fields.filter { field in
            !leftOut.contains(field.name) && !(field.name == .contentType && field.value == known)
        }
        return Answer(
            status: status, fileExtension: fileExtension, content: data, fields: Array(fields), entry: index)
    }

    private static func fileExtension(for type: MediaType?, _ data: Data) -> String {
        guard let type else { return data.isEmpty ? "txt" : "bin" }
        if type.isJSON {
            guard JSONValue(parsing: data) != nil else { return data.isEmpty ? "txt" : "bin" }
            return type == .problemJSON ? "problem" : "json"
        }
        return extensions["\(type.type)/\(type.subtype)"] ?? "bin"
    }

    private static func sidecar(_ fields: [HTTPField]) -> Data {
        var members: [String: [JSONValue]] = [:]
        for field in fields { members[field.name.rawName, default: []].append(.string(field.value)) }
        let values = members.mapValues { $0.count == 1 ? $0[0] : JSONValue.array($0) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try? encoder.encode(["fields": JSONValue.object(values)])
        return (data ?? Data("{}".utf8)) + [0x0A]
    }

    private static let extensions = [
        "text/plain": "txt", "text/html": "html", "application/xml": "xml", "text/csv": "csv",
        "application/x-ndjson": "ndjson", "text/javascript": "js", "text/css": "css", "image/png": "png",
        "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/svg+xml": "svg",
        "application/pdf": "pdf",
    ]

    /// Those of the message's way, and those that say nothing of the answer.
    private static let leftOut: Set<HTTPField.Name> = [
        .contentLength, .transferEncoding, .contentEncoding, .connection, .date, "Keep-Alive", "Trailer", "Upgrade",
        "Server", "Via", "Alt-Svc",
    ]
}

extension RecordedFixtures.Answer {
    func isSame(as other: Self) -> Bool {
        status == other.status && fileExtension == other.fileExtension && content == other.content
            && fields == other.fields
    }
}
