/// Why an ``HTTPArchive`` could not be read, used or written.
public struct HTTPArchiveError: Error, Hashable, Sendable {
    /// What is wrong, for code that decides by it.
    public let kind: Kind
    /// Where in the archive: `log.entries[3].response.status`; empty where the whole is meant.
    public let place: String
    /// The byte of the file at which reading stopped; nil where no byte is to blame.
    public let offset: Int?
    /// What is wrong in words. Holds nothing of the exchanges' fields and bodies.
    public let message: String
    /// The file; nil where the archive was given as bytes.
    public internal(set) var path: String?

    /// What can be wrong with an archive.
    public enum Kind: Hashable, Sendable {
        /// There is no such file, or it cannot be read.
        case unreadableFile
        /// The file cannot be written.
        case unwritableFile
        /// More bytes than allowed.
        case tooLarge(limit: Int)
        /// More parts than are read, whatever their size.
        case tooManyParts
        /// It is no JSON: cut, malformed, not UTF-8.
        case malformed
        /// It nests deeper than 512 levels.
        case tooDeep
        /// A value of another type than the format's.
        case wrongType
        /// A field is missing without which an exchange means nothing.
        case missing
        /// A value that its field cannot have: a malformed date, a status of no meaning, wrong base64.
        case wrongValue
    }

    init(_ kind: Kind, _ place: String, _ message: String, offset: Int? = nil, path: String? = nil) {
        self.kind = kind
        self.place = place
        self.message = message
        self.offset = offset
        self.path = path
    }
}

extension HTTPArchiveError: CustomStringConvertible {
    /// `the archive 'users.har': log.entries[3].response.status: a string, not a number (byte 512)`
    public var description: String {
        let subject = path.map { "the archive '\($0)'" } ?? "the archive"
        let part = place.isEmpty ? "" : "\(place): "
        return "\(subject): \(part)\(message)\(offset.map { " (byte \($0))" } ?? "")"
    }
}
