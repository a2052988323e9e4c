#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file that was downloaded: what `download` of a ``Client`` gives.
///
/// ```swift
/// let archive = try await client.download(GetArchive(id: 7), to: .folder(downloads))
/// print(archive.file.lastPathComponent, archive.byteCount)
/// ```
public struct Download: Sendable {
    /// Where the file is.
    public let file: URL
    /// The size of the whole file.
    public let byteCount: Int64
    /// How much of it was there already, from an earlier download that did not come to its end; 0 where it was loaded
    /// anew.
    public let resumedByteCount: Int64
    /// Status and fields of the answer.
    public let head: ResponseHead

    /// Whether an earlier download was gone on with.
    public var isResumed: Bool { resumedByteCount > 0 }
}

extension Download {
    /// Where a download goes.
    public struct Destination: Sendable {
        let url: URL
        let isFolder: Bool

        /// A file, by the URL that it shall have. Its folder must exist.
        public static func file(_ url: URL) -> Destination { Destination(url: url, isFolder: false) }

        /// A folder, which must exist.
        ///
        /// The file is called what the server says in `Content-Disposition` (RFC 6266), else what the last segment of
        /// the request's path says, else `download`. Of any of them only the last component counts, up to 200 bytes,
        /// without dots at its beginning and without control characters: a server puts nothing outside of the folder,
        /// and nothing that is hidden in it.
        public static func folder(_ url: URL) -> Destination { Destination(url: url, isFolder: true) }
    }

    /// What to do where the file is there already.
    public enum ConflictPolicy: Hashable, Sendable {
        /// Fails, with ``FileError/Kind/alreadyExists``, as soon as the name is known.
        case fail
        /// Takes the next name that is free: `archive (2).tar.gz`.
        case keepBoth
        /// Puts the new file in its place, at one stroke and once it is whole.
        case replace
    }
}
