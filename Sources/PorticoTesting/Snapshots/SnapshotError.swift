#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a request is not its snapshot: see ``RequestSnapshots``.
public struct SnapshotError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// The request is not what the file says.
        case different
        /// There is no file.
        case missing
        /// It was to be updated on a machine for continuous integration.
        case notUpdated
        /// The file could not be written.
        case notWritten
        /// The file is no text.
        case unreadable
        /// The name is none for a file.
        case unusableName
        /// The call makes no request, or its body cannot be read.
        case noRequest
    }

    /// What is wrong, for code that decides by it.
    public let kind: Kind
    /// The file.
    public let file: URL
    /// The difference, line by line, `-` for what the file has and `+` for what the request has; or the reason.
    public let detail: String

    init(_ kind: Kind, _ file: URL, _ detail: String) {
        self.kind = kind
        self.file = file
        self.detail = detail
    }
}

extension SnapshotError: CustomStringConvertible {
    /// What is wrong and how to accept it, on several lines.
    public var description: String {
        let how = "With PORTICO_UPDATE_SNAPSHOTS=1 in the environment the file is written."
        return switch kind {
        case .different: "the request is not what \(file.path) says:\n\(detail)\n\(how)"
        case .missing: "there is no snapshot \(file.path) yet of this request:\n\(detail)\n\(how)"
        case .notUpdated:
            "\(file.path) has to be updated where there is no CI in the environment, and reviewed:\n\(detail)"
        case .notWritten: "\(file.path) cannot be written: \(detail)"
        case .unreadable: "\(file.path) cannot be read: \(detail)"
        case .unusableName, .noRequest: "\(file.path): \(detail)"
        }
    }
}
