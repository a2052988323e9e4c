#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Portico

extension HTTPArchive {
    /// Reads the archive in a file of at most 256 MiB; a larger one is refused before it is read.
    /// - Throws: ``HTTPArchiveError``, as ``init(_:limit:)`` does, with the file's path; of kind
    ///   ``HTTPArchiveError/Kind/unreadableFile`` where there is none.
    public init(contentsOf file: URL) throws(HTTPArchiveError) {
        do throws(HTTPArchiveError) { self = try HTTPArchive(Self.contents(of: file)) } catch {
            throw error.inFile(file)
        }
    }

    /// Writes the archive into a file, as a whole: whoever reads the file finds the one before or this one. Where the path is a
    /// link, the file that it leads to is the one; a device or a pipe is refused, since nothing could take its place.
    /// - Throws: ``HTTPArchiveError`` beyond 256 MiB, and of kind ``HTTPArchiveError/Kind/unwritableFile``.
    public func write(to file: URL) throws(HTTPArchiveError) {
        do throws(HTTPArchiveError) {
            guard file.isFileURL else { throw HTTPArchiveError(.unwritableFile, "", "it is not the URL of a file") }
            let kind = FileStamp(file.path)?.kind
            guard kind == nil || kind == .file else {
                throw HTTPArchiveError(.unwritableFile, "", "it is no regular file")
            }
            let data = try data()
            do { try data.write(to: file.resolvingSymlinksInPath(), options: .atomic) } catch {
                throw HTTPArchiveError(.unwritableFile, "", "the file cannot be written: \(FileTrouble.reason(error))")
            }
        } catch {
            throw error.inFile(file)
        }
    }

    private static func contents(of file: URL) throws(HTTPArchiveError) -> Data {
        guard file.isFileURL else { throw HTTPArchiveError(.unreadableFile, "", "it is not the URL of a file") }
        if let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? UInt64 {
            guard size <= maximalSize else {
                let message = "it is larger than \(maximalSize) bytes"
                throw HTTPArchiveError(.tooLarge(limit: maximalSize), "", message)
            }
        }
        let data: Data?
        do { data = try PrivateFile(path: file.path, sizeLimit: maximalSize).read() } catch {
            throw HTTPArchiveError(.unreadableFile, "", error.message)
        }
        guard let data else { throw HTTPArchiveError(.unreadableFile, "", "there is no such file") }
        return data
    }
}

extension HTTPArchiveError {
    fileprivate func inFile(_ file: URL) -> HTTPArchiveError {
        var error = self
        error.path = file.path
        return error
    }
}
