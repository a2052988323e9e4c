#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a download goes and what is asked of it, checked before anything is sent.
struct DownloadTarget: Sendable {
    let folder: String
    /// Nil where the answer names the file.
    let name: FileName?
    let options: DownloadOptions

    init(_ destination: Download.Destination, _ options: DownloadOptions) throws {
        let url = destination.url
        guard url.isFileURL else {
            let text = Redaction.standard.url(url.absoluteString)
            throw InvalidRequest(.options, "'\(text)', where the download is to go, is not the URL of a file")
        }
        guard !url.absoluteString.contains("%00") else {
            throw InvalidRequest(.options, "the path of the file, where the download is to go, holds NUL")
        }
        if let sha256 = options.sha256, sha256.utf8.count != 64 || !sha256.utf8.allSatisfy(\.isHexDigit) {
            throw InvalidRequest(.options, "the SHA-256 is not 64 hexadecimal digits")
        }
        self.options = options
        guard !destination.isFolder else {
            (folder, name) = (url.path, nil)
            return
        }
        folder = url.deletingLastPathComponent().path
        name = FileName(given: url.lastPathComponent)
        let path = "\(folder)/\(url.lastPathComponent)"
        guard !OutputFile.isFolder(path) else {
            throw FileError(.other, path, "it is a folder; .folder(_:) has the server name the file in it")
        }
        try check(url.lastPathComponent)
    }

    /// Fails early where the file is there already and must not be.
    func check(_ name: String) throws(FileError) {
        let path = "\(folder)/\(name)"
        if options.onConflict == .fail, OutputFile.exists(path) { throw FileError(.alreadyExists, path) }
    }

    /// Refuses a request of which no download can be made.
    func check(_ request: HTTPRequest) throws(InvalidRequest) {
        for name in [HTTPField.Name.range, .ifRange] where request.fields.contains(name) {
            throw InvalidRequest(.field(name.rawName), "a download asks for ranges by itself")
        }
        if options.resumes, request.method != .get {
            throw InvalidRequest(.options, "only a GET can be resumed, and this is a \(request.method)")
        }
    }

    /// What tells this download from others in the same folder; nil where it is not to be resumed. A hash, for a URL
    /// may hold secrets.
    func key(_ request: HTTPRequest) -> String? {
        guard options.resumes else { return nil }
        let text = "\(request.urlText)\n\(name?.text ?? "")"
        return String(SHA256.hash(of: text.utf8).hexadecimalText.prefix(32))
    }
}
