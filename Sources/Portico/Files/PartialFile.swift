#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What has come of a download, under a hidden name beside where it goes.
///
/// It is two files: the bytes, and beside them, where they can be resumed, what they belong to. The second is written
/// before the first byte, and read under the lock of the first.
final class PartialFile: Sendable {
    private let file: OutputFile
    /// Nil where nothing is to be kept.
    private let notePath: String?
    /// What the last attempt left, if it is of use.
    let point: ResumePoint?

    private init(_ file: OutputFile, notePath: String?) {
        self.file = file
        self.notePath = notePath
        let note = notePath.flatMap { Note(path: $0) }
        point = note.flatMap { note in
            let size = file.size
            guard size > 0, size < note.whole.total else { return nil }
            return ResumePoint(validator: note.whole.validator, offset: size, total: note.whole.total)
        }
    }

    /// - Parameter key: what the download is known by; nil for one that is not to be resumed. One that is under way
    ///   already elsewhere is no other's: this one then goes its own way.
    static func open(in folder: String, key: String?) throws(FileError) -> PartialFile {
        guard OutputFile.isFolder(folder) else { throw FileError(.noSuchFolder, folder) }
        if let key {
            let path = "\(folder)/.portico-\(key).part"
            let notePath = "\(folder)/.portico-\(key).note"
            if let file = try OutputFile.open(path) { return PartialFile(file, notePath: notePath) }
        }
        for _ in 0..<16 {
            let name = (0..<16).map { _ in UInt8.random(in: 0...255) }.hexadecimalText
            if let file = try OutputFile.open("\(folder)/.portico-\(name).part") {
                return PartialFile(file, notePath: nil)
            }
        }
        throw FileError(.other, folder, "no free name for a file was found")
    }

    /// Begins anew.
    /// - Parameter whole: what will have to be known to resume; nil where that will not be possible.
    func startOver(_ whole: Representation?) throws(FileError) {
        if let notePath { OutputFile.remove(notePath) }
        try file.truncate(to: 0)
        guard let notePath, let whole else { return }
        try Note(whole: whole).write(to: notePath)
    }

    /// Goes on from where the last attempt ended.
    func resume(at point: ResumePoint) throws(FileError) { try file.truncate(to: point.offset) }

    func append(_ data: Data) throws(FileError) { try file.append(data) }

    func bytes(at offset: Int64, upTo count: Int) throws(FileError) -> [UInt8] {
        try file.bytes(at: offset, upTo: count)
    }

    /// Puts the whole file in place, under the first name that is allowed and free.
    /// - Returns: its path.
    func put(in folder: String, as name: FileName, _ policy: Download.ConflictPolicy) throws(FileError) -> String {
        // A note without its bytes says nothing; bytes in place with a note beside them might be taken for a part.
        if let notePath { OutputFile.remove(notePath) }
        let path = try place(in: folder, as: name, policy)
        file.shut()
        return path
    }

    private func place(in folder: String, as name: FileName, _ policy: Download.ConflictPolicy) throws(FileError)
        -> String
    {
        let path = "\(folder)/\(name.text)"
        if policy == .replace {
            try file.replace(path)
            return path
        }
        if try file.move(to: path) { return path }
        guard policy == .keepBoth else { throw FileError(.alreadyExists, path) }
        for number in 2...9999 {
            let path = "\(folder)/\(name.numbered(number))"
            if try file.move(to: path) { return path }
        }
        throw FileError(.alreadyExists, path)
    }

    /// Leaves what has come to the next attempt, if that can go on from there, and nothing otherwise.
    func leave(isResumable: Bool) {
        if isResumable, let notePath, file.size > 0, OutputFile.exists(notePath) { return file.shut() }
        OutputFile.remove(file.path)
        if let notePath { OutputFile.remove(notePath) }
        file.shut()
    }
}

/// What the bytes of a part belong to. It is written in one go; one that is not whole is none, and where a stranger's
/// file has its name the part is of no use later.
private struct Note {
    let whole: Representation
    private static let limit = 1024
    private static let title = "Portico download 1"

    init(whole: Representation) { self.whole = whole }

    init?(path: String) {
        guard OutputFile.exists(path), let file = try? OutputFile.open(path),
            let bytes = try? file.bytes(at: 0, upTo: Self.limit)
        else { return nil }
        let lines = bytes.asUTF8Text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0] == Self.title, let total = Int64(digits: lines[1]), lines[3] == "end" else {
            return nil
        }
        whole = Representation(validator: String(lines[2]), total: total)
    }

    func write(to path: String) throws(FileError) {
        guard let file = try OutputFile.open(path) else { return }
        try file.truncate(to: 0)
        try file.append(Data("\(Self.title)\n\(whole.total)\n\(whole.validator)\nend\n".utf8))
    }
}
