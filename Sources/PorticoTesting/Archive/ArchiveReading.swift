#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Portico

extension HTTPArchive {
    /// The largest archive that is read or written: 256 MiB.
    public static let maximalSize = 256 << 20

    /// Reads an archive.
    ///
    /// What tools leave out or write in a way of their own is tolerated: a byte order mark, `null` for what is missing,
    /// missing parts but those without which an exchange means nothing (method, URL, status and start), sizes of -1,
    /// numbers with a fraction of zero, fields that the format does not have. Of a field that comes twice the last
    /// one counts.
    ///
    /// - Parameters:
    ///   - data: the JSON text, in UTF-8.
    ///   - limit: the most bytes to take; 256 MiB unless said otherwise.
    /// - Throws: ``HTTPArchiveError``, which names the place and the reason: text that is cut, no JSON, no UTF-8 or
    ///   nests deeper than 512 levels, a value of a wrong type, a missing part, a body that is no base64, more than
    ///   2,000,000 parts.
    public init(_ data: Data, limit: Int = maximalSize) throws(HTTPArchiveError) {
        guard data.count <= limit else {
            throw HTTPArchiveError(.tooLarge(limit: limit), "", "it is larger than \(limit) bytes")
        }
        let result = data.withContiguousBytes { bytes -> Result<HTTPArchive, HTTPArchiveError> in
            var reader = ArchiveReader(bytes)
            do throws(HTTPArchiveError) { return .success(try HTTPArchive(whole: &reader)) } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    private init(whole reader: inout ArchiveReader) throws(HTTPArchiveError) {
        var log: HTTPArchive?
        try reader.beginPart()
        while let name = try reader.nextMember() {
            if name == "log" { log = try HTTPArchive(log: &reader) } else { try reader.skip() }
        }
        try reader.end()
        self = try reader.required(log, "log")
    }

    private init(log reader: inout ArchiveReader) throws(HTTPArchiveError) {
        self.init()
        creator = Tool(name: "", version: "")
        var entries: [Entry]?
        try reader.beginPart()
        while let name = try reader.nextMember() {
            switch name {
            case "version": version = try Self.version(&reader)
            case "creator": creator = try Tool(&reader) ?? creator
            case "browser": browser = try Tool(&reader)
            case "pages": pages = try reader.list()
            case "entries": entries = try reader.list()
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        self.entries = try reader.required(entries, "entries")
    }

    /// Of the versions 1.0 to 1.3 each can be read as 1.2.
    private static func version(_ reader: inout ArchiveReader) throws(HTTPArchiveError) -> String {
        // The format says that an empty one means 1.1.
        let version = try reader.stringOrNumber() ?? ""
        guard version.isEmpty || version.hasPrefix("1.") else {
            throw reader.error(.wrongValue, "the version '\(Redaction.line(version, limit: 16))' is not 1.2")
        }
        return version.isEmpty ? "1.1" : version
    }
}

/// What is an object of an archive, one of several in an array.
protocol ArchivePart {
    init(_ reader: inout ArchiveReader) throws(HTTPArchiveError)
}

extension ArchiveReader {
    /// The elements of an array; none for `null`.
    mutating func list<Part: ArchivePart>() throws(HTTPArchiveError) -> [Part] {
        var parts: [Part] = []
        guard try beginArray() else { return [] }
        while try nextElement() { parts.append(try Part(&self)) }
        return parts
    }

    /// Begins an object that cannot be `null`.
    mutating func beginPart() throws(HTTPArchiveError) {
        guard try beginObject() else { throw error(.wrongType, "null, not an object") }
    }

    /// A date of ISO 8601; nil for `null`.
    mutating func date() throws(HTTPArchiveError) -> Date? {
        guard let text = try string() else { return nil }
        guard let date = RFC3339.date(from: text) else {
            throw error(.wrongValue, "'\(Redaction.line(text, limit: 40))' is no date of ISO 8601")
        }
        return date
    }
}

extension HTTPArchive.Tool {
    fileprivate init?(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        guard try reader.beginObject() else { return nil }
        self.init(name: "", version: "")
        while let member = try reader.nextMember() {
            switch member {
            case "name": name = try reader.string() ?? ""
            case "version": version = try reader.stringOrNumber() ?? ""
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
    }
}

extension HTTPArchive.Page: ArchivePart {
    init(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        try reader.beginPart()
        var started: Date?
        self.init(startedDateTime: .distantPast, id: "", title: "")
        while let member = try reader.nextMember() {
            switch member {
            case "startedDateTime": started = try reader.date()
            case "id": id = try reader.stringOrNumber() ?? ""
            case "title": title = try reader.string() ?? ""
            case "pageTimings": try readTimings(&reader)
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        startedDateTime = try reader.required(started, "startedDateTime")
    }

    private mutating func readTimings(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        guard try reader.beginObject() else { return }
        while let member = try reader.nextMember() {
            switch member {
            case "onContentLoad": onContentLoad = try reader.number()
            case "onLoad": onLoad = try reader.number()
            default: try reader.skip()
            }
        }
    }
}
