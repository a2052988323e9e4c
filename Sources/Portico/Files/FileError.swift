/// Why a downloaded file could not be written or put in place.
public struct FileError: Error, Hashable, Sendable {
    /// What went wrong, for code that decides by it.
    public let kind: Kind
    /// The file or folder.
    public let path: String
    /// The system's word for it; empty where the kind says it all.
    public let message: String

    /// What can go wrong with a file.
    public enum Kind: Hashable, Sendable {
        /// There is a file of that name, and ``Download/ConflictPolicy/fail`` was asked for.
        case alreadyExists
        /// The folder is missing, or is none.
        case noSuchFolder
        /// The process may not write there.
        case permissionDenied
        /// The disk, or the user's share of it, is full.
        case noSpace
        /// The bytes are others than the SHA-256 promised; both in hexadecimal digits.
        case checksumMismatch(expected: String, found: String)
        /// Anything else, which the message names.
        case other
    }

    init(_ kind: Kind, _ path: String, _ message: String = "") {
        self.kind = kind
        self.path = path
        self.message = message
    }
}

extension FileError: CustomStringConvertible {
    public var description: String {
        let reason = message.isEmpty || kind == .other ? message : ": \(message)"
        return "the file '\(path)': \(kind == .other ? "" : kind.description)\(reason)"
    }
}

extension FileError.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .alreadyExists: "there is one already"
        case .noSuchFolder: "there is no such folder"
        case .permissionDenied: "permission denied"
        case .noSpace: "no space left"
        case .checksumMismatch(let expected, let found): "its SHA-256 is \(found), not \(expected)"
        case .other: "it cannot be written"
        }
    }
}
